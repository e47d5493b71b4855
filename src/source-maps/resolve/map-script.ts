import type { CancelSignal } from '../../core/index.ts';
import { askMap, type MapAnswers } from '../decode/ask-map.ts';
import { type OriginalPlace, placeOfColumn, placeOfLine } from './place-of-line.ts';
import type { NamedRows } from './frame-names.ts';
import { checkFit, MismatchedMapError } from '../find/fit.ts';
import { findCoarseAnswers, hasColumns } from './coarse-lines.ts';
import type { Answers } from '../decode/queries.ts';
import { CorruptMapError } from '../decode/source-map-data.ts';
import { copyPlace, NO_ORIGINAL, OWN_MAP, type Placed, placeRows, sortQueries } from '../decode/placed-rows.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { Work } from './mapping-work.ts';

/** Generated positions of a script: line 1-based, column 0-based or -1 for the whole line. */
export interface Asked {
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** From this row on, names are wanted too. */
  readonly firstName: number;
}

/** What became of them. */
export interface MappedScript extends Placed {
  readonly names: readonly NamedRows[];
  /** How many positions have no place because the map has no columns where one line holds much code. */
  readonly coarse: number;
}

/** What is placed last: `at` is its row among the asked positions. */
interface Waiting extends OriginalPlace {
  readonly at: number;
}

const NONE: ReadonlySet<number> = new Set();
/** More maps do not lead from one to the next. */
const MAX_CHAIN = 8;

/**
 * Maps positions of one generated file; undefined where its map maps nothing at all. `passed`: the files whose maps lead to this one.
 * Throws `CorruptMapError`, `MismatchedMapError`.
 */
export function mapScript(
  work: Work,
  loaded: LoadedMap,
  asked: Asked,
  passed: ReadonlySet<string> = new Set(),
): MappedScript | undefined {
  const text = loaded.text();
  const sorted = sortQueries(asked.line, asked.column);
  const { queries } = sorted;
  const asWritten = askMap(loaded.data, queries);
  if (asWritten.lastLine === 0) return undefined;
  checkFit(loaded, asWritten, queries);
  const nowPassed = new Set([...passed, loaded.generated.path ?? '']);
  const originalOf = (source: number) => work.originals(loaded, source, nowPassed);
  const coarse =
    text === undefined || hasColumns(loaded.data) ? NONE : findCoarseAnswers(asWritten, queries, text, originalOf);
  const found = coarse.size === 0 ? asWritten : withoutAnswers(asWritten, coarse);
  const targetOf = (source: number): number => {
    const original = originalOf(source);
    if (original === undefined) return NO_ORIGINAL;
    return original.chain === undefined ? work.sources.add(original.source) : OWN_MAP;
  };
  const { placed, rest, ...direct } = placeRows(found.answers, sorted, targetOf, asked.firstName);
  const names: NamedRows[] = [{ row: direct.named, name: loaded.data.names.take(direct.names) }];
  const chained = new Map<LoadedMap, Waiting[]>();
  for (const row of rest) {
    const isLine = queries.column[row] < 0;
    const place = isLine
      ? placeOfLine(loaded, found, queries, row, originalOf)
      : placeOfColumn(found.answers, row, originalOf);
    if (place === undefined) continue;
    const waiting = { ...place, at: sorted.order[row] };
    const { chain } = place.original;
    if (chain === undefined || nowPassed.size >= MAX_CHAIN) {
      placeAt(work, placed, waiting);
      continue;
    }
    const others = chained.get(chain) ?? [];
    chained.set(chain, others);
    others.push(waiting);
  }
  for (const [chain, waiting] of chained) names.push(...placeThrough(work, chain, waiting, placed, nowPassed));
  placeGaps(work, loaded, asked, found.answers, sorted.order, placed);
  return { ...placed, names, coarse: coarse.size };
}

/** More than one statement, or a part of one with a body. */
const SEVERAL_STATEMENTS = /[;{}]\s*\S/;

/**
 * A position before the first segment of its line is what the whole line is, where that is one place, and one statement from
 * there on. SWC's segment for `const a = require('a')` begins at `'a'`, and V8's position of the call before that.
 */
function placeGaps(
  work: Work,
  loaded: LoadedMap,
  asked: Asked,
  { segment }: Answers,
  order: Int32Array,
  placed: Placed,
): void {
  const isGap = (row: number, i: number): boolean => row < asked.firstName && asked.column[row] >= 0 && segment[i] < 0;
  const isOneStatement = (row: number): boolean => {
    const line = loaded.text()?.line(asked.line[row]);
    return line !== undefined && !SEVERAL_STATEMENTS.test(line.slice(asked.column[row]));
  };
  const at = order.filter((row, i) => isGap(row, i) && isOneStatement(row));
  if (at.length === 0) return;
  const line = at.map((row) => asked.line[row]);
  const lines = mapScript(work, loaded, {
    line,
    column: new Int32Array(at.length).fill(-1),
    firstName: at.length,
  });
  if (lines === undefined) return;
  at.forEach((row, i) => copyPlace(lines, i, placed, row));
}

function placeAt({ sources }: Work, { source, line, column }: Placed, { original, at, ...place }: Waiting): void {
  source[at] = sources.add(original.source);
  line[at] = place.line;
  column[at] = place.column;
}

/** Places what stands in an original with a map of its own. Where that has no place for it, the original is its own answer. */
function placeThrough(
  work: Work,
  chain: LoadedMap,
  waiting: readonly Waiting[],
  placed: Placed,
  passed: ReadonlySet<string>,
): NamedRows[] {
  throwIfAborted(work.signal);
  const line = Int32Array.from(waiting, (each) => each.line);
  const column = Int32Array.from(waiting, (each) => (each.isWide ? -1 : each.column));
  const found = unlessUnusable(() => mapScript(work, chain, { line, column, firstName: 0 }, passed));
  for (const [i, each] of waiting.entries()) {
    if (found === undefined || (found.source[i] < 0 && !each.isWide)) {
      placeAt(work, placed, each);
      continue;
    }
    // A whole line of it that stands for several originals is on no line.
    if (found.source[i] >= 0) copyPlace(found, i, placed, each.at);
  }
  return (found?.names ?? []).map(({ row, name }) => ({ row: Array.from(row, (i) => waiting[i].at), name }));
}

function unlessUnusable<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof CorruptMapError || error instanceof MismatchedMapError) return undefined;
    throw error;
  }
}

export function throwIfAborted(signal: CancelSignal | undefined): void {
  if (!signal?.aborted) return;
  const error = new Error('The mapping was cancelled.');
  error.name = 'AbortError';
  throw error;
}

/** The same answers without those of some rows. */
function withoutAnswers({ answers, lastLine }: MapAnswers, rows: ReadonlySet<number>): MapAnswers {
  const kept = { ...answers, source: answers.source.slice(), runCount: answers.runCount.slice() };
  for (const row of rows) {
    kept.source[row] = -1;
    kept.runCount[row] = 0;
  }
  return { answers: kept, lastLine };
}
