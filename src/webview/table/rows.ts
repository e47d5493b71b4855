import { Category, type FunctionIndex, type LineIndex } from '../../core/index.ts';
import { isFolded } from '../model/merged-tree.ts';
import { tierNames, tiersOf } from '../model/tiers.ts';
import type { FunctionTimes } from '../model/function-times.ts';
import type { PanelTables } from '../panel-tables.ts';
import type { Sort, SortKey } from '../state/preferences.ts';

/** What the table is made from. */
export interface TableInput {
  readonly tables: PanelTables;
  readonly times: FunctionTimes;
  readonly hideDependencies: boolean;
  /** Per function, 1 where a search found it; undefined without a search. */
  readonly matches?: Uint8Array;
  readonly sort: Sort;
}

/** The functions that the table lists, in its order; equal ones by total, then as in the function table. */
export function buildRows(input: TableInput): Int32Array {
  const { tables, times, matches, hideDependencies } = input;
  const category = tables.columns['functions.category'];
  const rows: FunctionIndex[] = [];
  for (let fn = 0; fn < times.totalTime.length; fn++) {
    const kind = category[fn];
    const isSeen = times.totalSamples[fn] > 0 || tables.columns['functions.blockedTime'][fn] > 0;
    if (kind === Category.root || kind === Category.idle || !isSeen) continue;
    if (hideDependencies && isFolded(kind) && times.totalTime[fn] === 0) continue;
    if (!matches || matches[fn] === 1) rows.push(fn);
  }
  return inOrder(rows, times.totalTime, rankBy(input.sort.key, tables, 'functions', times), input.sort.descending);
}

/** The lines that the table lists, in its order; unknown totals come last, equal ones by self time. */
export function buildLineRows(input: Omit<TableInput, 'times'>): Int32Array {
  const { tables, hideDependencies, matches, sort } = input;
  const { columns, header } = tables;
  const functionOf = columns['lines.function'];
  const category = columns['functions.category'];
  const rows: LineIndex[] = [];
  for (let line = 0; line < functionOf.length; line++) {
    const fn = functionOf[line];
    if (hideDependencies && fn >= 0 && isFolded(category[fn])) continue;
    if (header.range && !hasTime(columns, line)) continue;
    if (!matches || (fn >= 0 && matches[fn] === 1)) rows.push(line);
  }
  const times = { selfTime: columns['lines.selfTime'], totalTime: columns['lines.totalTime'] };
  return inOrder(rows, times.selfTime, rankBy(sort.key, tables, 'lines', times), sort.descending);
}

/** Of a part of the time, lines may only be there because of calls outside of it. */
const hasTime = (columns: PanelTables['columns'], line: LineIndex): boolean =>
  columns['lines.selfTime'][line] > 0 ||
  columns['lines.totalTime'][line] > 0 ||
  columns['lines.blockedTime'][line] > 0 ||
  columns['lines.selfSamples'][line] > 0;

function inOrder(rows: readonly number[], time: Float64Array, rank: Float64Array, descending: boolean): Int32Array {
  const sign = descending ? 1 : -1;
  return Int32Array.from(rows).sort((a, b) => sign * (rank[b] - rank[a]) || time[b] - time[a]);
}

function rankBy(
  key: SortKey,
  { header, columns }: PanelTables,
  table: 'functions' | 'lines',
  { selfTime, totalTime }: Pick<FunctionTimes, 'selfTime' | 'totalTime'>,
): Float64Array {
  const functionOf = (row: number): FunctionIndex => (table === 'lines' ? columns['lines.function'][row] : row);
  const ranks: Readonly<Record<SortKey, () => Float64Array>> = {
    selfTime: () => selfTime,
    totalTime: () => totalTime.map((time) => (Number.isNaN(time) ? -1 : time)),
    blockedTime: () => ranksOf(columns[`${table}.blockedTime`], selfTime.length),
    tier: () => selfTime.map((_, row) => rankTier(columns, functionOf(row))),
    location: () => rankPositions(header.sourceLabels, columns[`${table}.source`], columns[`${table}.line`]),
    name: () => {
      const rank = rankTexts(header.functionNames);
      return selfTime.map((_, row) => rank[functionOf(row)] ?? -1);
    },
  };
  return ranks[key]();
}

/** A column, or equal ranks where the recording does not have it. */
const ranksOf = (column: Float64Array, rows: number): Float64Array =>
  column.length === rows ? column : new Float64Array(rows);

/** Unoptimised functions first, those of which no tier is known last. */
function rankTier(columns: PanelTables['columns'], fn: FunctionIndex): number {
  const [most] = tiersOf(columns, fn);
  return most ? tierNames.indexOf(most.tier) : tierNames.length;
}

/** The place of each text in alphabetical order, so that sorting compares numbers. */
function rankTexts(texts: readonly string[]): Float64Array {
  const distinct = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
  const rank = new Map(distinct.map((text, i) => [text, i]));
  return Float64Array.from(texts, (text) => rank.get(text) ?? 0);
}

/** Places by file, then by line; those without a file come last. */
function rankPositions(labels: readonly string[], source: Int32Array, line: Int32Array): Float64Array {
  const sourceRank = rankTexts(labels);
  return Float64Array.from(source, (file, i) =>
    file < 0 ? Number.MAX_SAFE_INTEGER : sourceRank[file] * 2 ** 24 + line[i],
  );
}
