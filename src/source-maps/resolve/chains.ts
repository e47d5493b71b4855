import type { CancelSignal, Source } from '../../core/index.ts';
import { askMap } from '../decode/ask-map.ts';
import { type Candidate, collectCandidates } from './candidates.ts';
import { checkFit, MismatchedMapError } from '../find/fit.ts';
import { sortQueries } from '../decode/placed-rows.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { Work } from './mapping-work.ts';
import { CorruptMapError } from '../decode/source-map-data.ts';

const MAX_CHAIN = 8;

/** An original place. */
export interface Place {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/** The places that candidates stand for, through the maps of originals that are themselves generated. */
export function resolveCandidates(
  work: Work,
  loaded: LoadedMap,
  candidates: readonly Candidate[],
  passed: ReadonlySet<string>,
): readonly (Place | undefined)[] {
  const places = new Array<Place | undefined>(candidates.length);
  const chained = new Map<LoadedMap, number[]>();
  for (const [i, candidate] of candidates.entries()) {
    const original = work.originals(loaded, candidate.source, passed);
    if (original === undefined) continue;
    const { line, column, name } = candidate;
    places[i] = { source: original.source, line, column, ...(name !== undefined && { name }) };
    if (original.chain === undefined || passed.size >= MAX_CHAIN) continue;
    const rows = chained.get(original.chain);
    if (rows === undefined) chained.set(original.chain, [i]);
    else rows.push(i);
  }
  for (const [next, rows] of chained) {
    throwIfAborted(work.signal);
    const inner = rows.map((i) => candidates[i]);
    const deeper = resolveThrough(work, next, inner, passed);
    for (const [k, i] of rows.entries()) {
      const place = deeper[k];
      const name = place?.name ?? candidates[i].name;
      if (place !== undefined) places[i] = { ...place, ...(name !== undefined && { name }) };
    }
  }
  return places;
}

/** Where an original has no usable place in its own originals, it is its own answer. */
function resolveThrough(
  work: Work,
  next: LoadedMap,
  candidates: readonly Candidate[],
  passed: ReadonlySet<string>,
): readonly (Place | undefined)[] {
  const { order, queries } = sortQueries(
    Int32Array.from(candidates, (each) => each.line),
    Int32Array.from(candidates, (each) => each.column),
  );
  const result = new Array<Place | undefined>(candidates.length);
  try {
    const found = askMap(next.data, queries);
    checkFit(next, found, queries);
    const rows = order.map((_, i) => i);
    const inner = collectCandidates(next, found, queries, rows);
    const nowPassed = new Set([...passed, next.generated.path ?? '']);
    const places = resolveCandidates(work, next, inner.flat, nowPassed);
    for (let row = 0; row < order.length; row++) {
      if (inner.start[row + 1] > inner.start[row]) result[order[row]] = places[inner.start[row]];
    }
  } catch (error) {
    if (!(error instanceof CorruptMapError) && !(error instanceof MismatchedMapError)) throw error;
  }
  return result;
}

export function throwIfAborted(signal: CancelSignal | undefined): void {
  if (!signal?.aborted) return;
  const error = new Error('The mapping was cancelled.');
  error.name = 'AbortError';
  throw error;
}
