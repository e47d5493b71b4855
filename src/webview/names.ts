import { Category, type Index, type Microseconds } from '../core/index.ts';
import { formatShare } from '../present/quantities.ts';
import type { Spot } from './model/hot-lines.ts';
import type { PanelTables } from './panel-tables.ts';

/** How V8 names functions that have no name. */
const ANONYMOUS = '(anonymous)';

/** What a function is called in the panel; -1 is the root of everything. */
export function nameOf(tables: PanelTables, fn: Index): string {
  if (fn < 0 || tables.columns['functions.category'][fn] === Category.root) return 'All active time';
  return tables.header.functionNames[fn] || ANONYMOUS;
}

/** The text of a box: the name, and for functions without one also the file and line that tell them apart. */
export function boxLabelOf(tables: PanelTables, fn: Index): string {
  const name = nameOf(tables, fn);
  return name === ANONYMOUS ? `${name} ${locationOf(tables, fn).replace(/^.*[\\/]/, '')}`.trimEnd() : name;
}

/** Where a function is defined: `src/app.ts:12`; empty when unknown. */
export function locationOf(tables: PanelTables, fn: Index): string {
  const source = fn < 0 ? -1 : tables.columns['functions.source'][fn];
  if (source < 0) return '';
  const line = tables.columns['functions.line'][fn];
  const label = tables.header.sourceLabels[source] ?? '';
  return line > 0 ? `${label}:${line}` : label;
}

/** Where a line of the line table is: `src/app.ts:12`. */
export function lineLocationOf({ header, columns }: PanelTables, line: Index): string {
  return `${header.sourceLabels[columns['lines.source'][line]] ?? ''}:${columns['lines.line'][line]}`;
}

/** The columns of a line with their share of the active time, one text each. */
export function spotShares(spots: readonly Spot[], activeTime: Microseconds): string[] {
  return spots.map(({ column, selfTime }) => `column ${column + 1}: ${formatShare(selfTime / activeTime)}`);
}
