import {
  type BuiltinPart,
  builtinsOfLine,
  type FunctionIndex,
  lastAtOrBelow,
  type LineIndex,
  type Microseconds,
} from '../../core/index.ts';
import { pickTable } from '../../panel/index.ts';
import type { PanelTables } from '../panel-tables.ts';

/** Columns of a line that are listed. */
export const MOST_SPOTS = 5;

/** Time on one column (0-based) of a line. */
export interface Spot {
  readonly column: number;
  readonly selfTime: Microseconds;
}

/** The columns of a line (row of the line table) with the most time, the hottest first; none where they are unknown. */
export function spotsOf(columns: PanelTables['columns'], line: LineIndex, most: number): Spot[] {
  const rows = columns['spots.lineRow'];
  const spots: Spot[] = [];
  for (let i = lastAtOrBelow(rows, line - 1) + 1; i < rows.length && rows[i] === line && spots.length < most; i++)
    spots.push({ column: columns['spots.column'][i], selfTime: columns['spots.selfTime'][i] });
  return spots;
}

/** V8's builtins that a line's own time was in, the most first; none where the recording does not tell. */
export function builtinsOf({ header, columns }: PanelTables, line: LineIndex): readonly BuiltinPart[] {
  const builtins = { names: header.builtinNames, ...pickTable(columns, 'builtins') };
  return builtinsOfLine({ builtins, selfTime: columns['lines.selfTime'] }, line) ?? [];
}

/** The lines (rows) on which a function spent the most time itself, the hottest first. */
export function hotLinesOf(columns: PanelTables['columns'], fn: FunctionIndex, most: number): LineIndex[] {
  const functionOf = columns['lines.function'];
  const time = columns['lines.selfTime'];
  const found: LineIndex[] = [];
  for (let line = 0; line < functionOf.length; line++) if (functionOf[line] === fn && time[line] > 0) found.push(line);
  return found.sort((a, b) => time[b] - time[a] || a - b).slice(0, most);
}
