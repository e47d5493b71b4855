import { Category, type Index } from '../../profile/index.ts';
import type { PanelModel } from '../../protocol/index.ts';
import { isFolded } from '../model/merged-tree.ts';
import type { FunctionTimes } from '../model/function-times.ts';
import type { Sort } from '../settings.ts';

/** What the table is made from. */
export interface TableInput {
  readonly model: PanelModel;
  readonly times: FunctionTimes;
  readonly hideDependencies: boolean;
  /** Per function, 1 where a search found it; undefined without a search. */
  readonly matches?: Uint8Array;
  readonly sort: Sort;
}

/** The functions that the table lists, in its order; equal ones by total, then as in the function table. */
export function buildRows(input: TableInput): Int32Array {
  const { model, times, matches, hideDependencies } = input;
  const category = model.columns['functions.category'];
  const rows: Index[] = [];
  for (let fn = 0; fn < times.totalTime.length; fn++) {
    const kind = category[fn];
    if (kind === Category.root || kind === Category.idle || times.totalSamples[fn] === 0) continue;
    if (hideDependencies && isFolded(kind) && times.totalTime[fn] === 0) continue;
    if (!matches || matches[fn] === 1) rows.push(fn);
  }
  return Int32Array.from(rows).sort(comparer(input));
}

function comparer({ model, times, sort }: TableInput): (a: Index, b: Index) => number {
  const sign = sort.descending ? -1 : 1;
  const tie = (a: Index, b: Index): number => times.totalTime[b] - times.totalTime[a] || a - b;
  if (sort.key === 'selfTime' || sort.key === 'totalTime') {
    const column = times[sort.key];
    return (a, b) => sign * (column[a] - column[b]) || tie(a, b);
  }
  const rank = sort.key === 'name' ? rankTexts(model.header.functionNames) : rankPlaces(model);
  return (a, b) => sign * (rank[a] - rank[b]) || tie(a, b);
}

/** The place of each text in alphabetical order, so that sorting compares numbers. */
function rankTexts(texts: readonly string[]): Float64Array {
  const distinct = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
  const rank = new Map(distinct.map((text, i) => [text, i]));
  return Float64Array.from(texts, (text) => rank.get(text) ?? 0);
}

/** Functions by file, then by line; those without a place come last. */
function rankPlaces({ header, columns }: PanelModel): Float64Array {
  const sourceRank = rankTexts(header.sourceLabels);
  const line = columns['functions.line'];
  return Float64Array.from(columns['functions.source'], (source, fn) =>
    source < 0 ? Number.MAX_SAFE_INTEGER : sourceRank[source] * 2 ** 24 + line[fn],
  );
}
