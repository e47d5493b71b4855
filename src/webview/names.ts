import {
  Category,
  categoryNames,
  type FunctionIndex,
  type LineIndex,
  type Microseconds,
  type ThreadId,
} from '../core/index.ts';
import type { PanelChange } from '../panel/index.ts';
import { signOf } from '../present/changes.ts';
import { describeRuntimeWork, functionLabel, placeLabel } from '../present/names.ts';
import { formatShare, formatValue, wholeLabel } from '../present/quantities.ts';
import { threadLabel } from '../present/threads.ts';
import { kinds } from './graph/palette.ts';
import type { Spot } from './model/hot-lines.ts';
import type { PanelTables } from './panel-tables.ts';

/** What a function is called in the panel; -1 is the root of everything. */
export function nameOf(tables: PanelTables, fn: FunctionIndex): string {
  if (fn < 0 || tables.columns['functions.category'][fn] === Category.root)
    return `All ${wholeLabel(tables.header.quality)}`;
  return functionLabel(tables.header.functionNames[fn]);
}

/** What the heading of a thread in the chart says: its name and its active time. */
export function laneLabelOf({ header }: PanelTables, id: ThreadId): string {
  const thread = header.threads.find((one) => one.id === id);
  if (thread === undefined) return `thread ${id}`;
  return `${threadLabel(thread)} · ${formatValue(header.quality, thread.activeTime ?? NaN)}`;
}

/** The text of a box: the name, and for functions without one also the file and line that tell them apart; with the sign of a change. */
export function boxLabelOf(tables: PanelTables, fn: FunctionIndex, change?: PanelChange): string {
  const name = `${change ? `${signOf(change.verdict)} ` : ''}${nameOf(tables, fn)}`;
  if (tables.header.functionNames[fn] !== '') return name;
  return `${name} ${locationOf(tables, fn).replace(/^.*[\\/]/, '')}`.trimEnd();
}

/** Where a function is defined: `src/app.ts:12`; empty when unknown. */
export function locationOf(tables: PanelTables, fn: FunctionIndex): string {
  const source = fn < 0 ? -1 : tables.columns['functions.source'][fn];
  if (source < 0) return '';
  return placeLabel(tables.header.sourceLabels[source], tables.columns['functions.line'][fn]);
}

/** Where a function is defined; what it is where that is not known: `Compiling`, `V8 settles promises …`. */
export function placeOf(tables: PanelTables, fn: FunctionIndex): string {
  const category = fn < 0 ? Category.root : tables.columns['functions.category'][fn];
  return locationOf(tables, fn) || workOf(tables, fn) || kinds[categoryNames[category]].label;
}

/** What is done in time that no function has; empty for functions. */
export function workOf({ header, columns }: PanelTables, fn: FunctionIndex): string {
  const category = fn < 0 ? Category.root : columns['functions.category'][fn];
  return describeRuntimeWork(header.functionNames[fn], category) ?? '';
}

/** Where a line of the line table is: `src/app.ts:12`. */
export function lineLocationOf({ header, columns }: PanelTables, line: LineIndex): string {
  return placeLabel(header.sourceLabels[columns['lines.source'][line]], columns['lines.line'][line]);
}

/** The columns of a line with their share of the active time, one text each. */
export function spotShares(spots: readonly Spot[], activeTime: Microseconds): string[] {
  return spots.map(({ column, selfTime }) => `column ${column + 1}: ${formatShare(selfTime / activeTime)}`);
}
