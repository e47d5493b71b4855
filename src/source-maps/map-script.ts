import type { CancelSignal } from '../profile/index.ts';
import { activeRuns } from './active-runs.ts';
import { askMap, type MapAnswers } from './ask-map.ts';
import { findCoarseAnswers, longLinesAmong } from './coarse-lines.ts';
import { sortQueries } from './kernel-scans.ts';
import type { LoadedMap } from './loaded-map.ts';
import type { Originals } from './originals.ts';
import {
  collectNames,
  openOutcomes,
  type Outcomes,
  type Place,
  placeDirectly,
  rowsLeft,
  targetsOfSources,
} from './outcomes.ts';
import type { Answers, Queries, Run } from './queries.ts';
import { CorruptMapError } from './source-map-data.ts';

/** Generated positions of a script: line 1-based, column 0-based or -1 for the whole line. */
export interface Asked {
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** From this row on, names are wanted too. */
  readonly firstName: number;
}

const MAX_CHAIN = 8;
const NONE: ReadonlySet<number> = new Set();

/** The map does not fit the file that ran. */
export class MismatchedMapError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MismatchedMapError';
  }
}

/** Maps positions of one generated file. Throws `CorruptMapError`, `MismatchedMapError`. */
export async function mapScript(
  loaded: LoadedMap,
  asked: Asked,
  originals: Originals,
  signal?: CancelSignal,
): Promise<Outcomes> {
  const text = loaded.text();
  // These are asked for as a whole too.
  const lines = longLinesAmong(asked.line, loaded.data, text);
  const { order, queries } = sortQueries(
    joined(asked.line, lines),
    joined(asked.column, new Int32Array(lines.length).fill(-1)),
  );
  const asWritten = await askMap(loaded.data, queries);
  const empty = openOutcomes(order.length);
  if (asWritten.lastLine === 0) return empty;
  checkFit(loaded, asWritten, queries);
  const passed = new Set([loaded.generated.path ?? '']);
  const originalOf = (source: number) => originals(loaded, source, passed);
  const sources = loaded.data.sources.length;
  const coarse = lines.length === 0 ? NONE : findCoarseAnswers(asWritten, queries, text, sources, originalOf);
  const found = coarse.size === 0 ? asWritten : withoutAnswers(asWritten, coarse);
  const outcomes = { ...empty, coarse: coarse.size };
  const targets = targetsOfSources(loaded, found.answers.source, originals, passed, outcomes);
  placeDirectly(found.answers, targets, order, outcomes);
  collectNames(loaded, found.answers, targets, queries, order, asked.firstName, outcomes.names);
  const rest = rowsLeft(found.answers.source, targets, queries.column).filter((row) => order[row] < asked.line.length);
  const candidates = collectCandidates(loaded, found, queries, rest);
  const places = await follow(loaded, candidates.flat, originals, passed, signal);
  for (const [i, row] of rest.entries()) {
    if (found.answers.overflow[row] !== 0) continue;
    const place = agreed(places, candidates.start[i], candidates.start[i + 1]);
    if (place !== undefined) outcomes.set(order[row], place);
  }
  return outcomes;
}

function joined(a: Int32Array, b: Int32Array): Int32Array {
  const all = new Int32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
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

function nameAt(loaded: LoadedMap, answers: Answers, queries: Queries, row: number): string | undefined {
  const isThere = answers.name[row] >= 0 && answers.segment[row] === queries.column[row];
  return isThere ? loaded.data.names.at(answers.name[row]) : undefined;
}

/** A map made for another version of the file has segments where the file has no text. */
function checkFit(loaded: LoadedMap, found: MapAnswers, queries: Queries): void {
  const text = loaded.text();
  if (text === undefined) return;
  if (found.lastLine > text.lines + 1) {
    throw new MismatchedMapError(`it maps line ${found.lastLine} of a file of ${text.lines} lines`);
  }
  const { answers } = found;
  let line = 0;
  let length = 0;
  for (let row = 0; row < queries.line.length; row++) {
    if (queries.line[row] !== line) {
      line = queries.line[row];
      length = text.bytesOf(line);
    }
    const last =
      answers.runCount[row] > 0
        ? answers.runs[answers.runStart[row] + answers.runCount[row] - 1].generatedColumn
        : answers.segment[row];
    if (last > length + 1) {
      throw new MismatchedMapError(`it maps column ${last + 1} of line ${line}, which is shorter`);
    }
  }
}

/** One place in the originals of a map that a generated position may stand for. */
interface Candidate {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/** Candidates of all rows, one after the other: row i has those from `start[i]` to `start[i + 1]`. */
interface Candidates {
  readonly flat: readonly Candidate[];
  readonly start: Int32Array;
}

function collectCandidates(
  loaded: LoadedMap,
  { answers }: MapAnswers,
  queries: Queries,
  rows: ArrayLike<number>,
): Candidates {
  const flat: Candidate[] = [];
  const start = new Int32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    start[i] = flat.length;
    if (queries.column[row] < 0) {
      const first = answers.runStart[row];
      const runs = answers.runs.slice(first, first + answers.runCount[row]);
      for (const run of distinct(withoutInert(runs, () => loaded.text()?.line(queries.line[row])))) flat.push(run);
    } else if (answers.source[row] >= 0) {
      const name = nameAt(loaded, answers, queries, row);
      flat.push({
        source: answers.source[row],
        line: answers.line[row],
        column: answers.column[row],
        ...(name !== undefined && { name }),
      });
    }
  }
  start[rows.length] = flat.length;
  return { flat, start };
}

function distinct(runs: readonly Run[]): readonly Run[] {
  const seen = new Map<string, Run>();
  for (const run of runs) {
    const key = `${run.source}:${run.line}:${run.column}`;
    if (run.source >= 0 && !seen.has(key)) seen.set(key, run);
  }
  return [...seen.values()];
}

/** Leaves out segments that only cover characters which no time can be spent on, if several originals compete. */
function withoutInert(runs: readonly Run[], textOf: () => string | undefined): readonly Run[] {
  const first = runs.find((run) => run.source >= 0);
  if (
    first === undefined ||
    runs.every((run) => run.source < 0 || (run.source === first.source && run.line === first.line))
  )
    return runs;
  const text = textOf();
  return text === undefined ? runs : activeRuns(runs, text);
}

/** The places that candidates stand for, through the maps of originals that are themselves generated. */
async function follow(
  loaded: LoadedMap,
  candidates: readonly Candidate[],
  originals: Originals,
  passed: ReadonlySet<string>,
  signal: CancelSignal | undefined,
): Promise<readonly (Place | undefined)[]> {
  const places = new Array<Place | undefined>(candidates.length);
  const chained = new Map<LoadedMap, number[]>();
  for (const [i, candidate] of candidates.entries()) {
    const original = originals(loaded, candidate.source, passed);
    if (original === undefined) continue;
    const { line, column, name } = candidate;
    places[i] = { source: original.source, line, column, ...(name !== undefined && { name }) };
    if (original.chain === undefined || passed.size >= MAX_CHAIN) continue;
    const rows = chained.get(original.chain);
    if (rows === undefined) chained.set(original.chain, [i]);
    else rows.push(i);
  }
  for (const [next, rows] of chained) {
    if (signal?.aborted) throwAborted();
    const deeper = await followInto(
      next,
      rows.map((i) => candidates[i]),
      originals,
      passed,
      signal,
    );
    for (const [k, i] of rows.entries()) {
      const place = deeper[k];
      const name = place?.name ?? candidates[i].name;
      if (place !== undefined) places[i] = { ...place, ...(name !== undefined && { name }) };
    }
  }
  return places;
}

/** Where an original has no usable place in its own originals, it is its own answer. */
async function followInto(
  next: LoadedMap,
  candidates: readonly Candidate[],
  originals: Originals,
  passed: ReadonlySet<string>,
  signal: CancelSignal | undefined,
): Promise<readonly (Place | undefined)[]> {
  const { order, queries } = sortQueries(
    Int32Array.from(candidates, (each) => each.line),
    Int32Array.from(candidates, (each) => each.column),
  );
  const result = new Array<Place | undefined>(candidates.length);
  try {
    const found = await askMap(next.data, queries);
    checkFit(next, found, queries);
    const inner = collectCandidates(
      next,
      found,
      queries,
      order.map((_, i) => i),
    );
    const places = await follow(next, inner.flat, originals, new Set([...passed, next.generated.path ?? '']), signal);
    for (let row = 0; row < order.length; row++) {
      if (inner.start[row + 1] > inner.start[row]) result[order[row]] = places[inner.start[row]];
    }
  } catch (error) {
    if (!(error instanceof CorruptMapError) && !(error instanceof MismatchedMapError)) throw error;
  }
  return result;
}

/** The one place (by file and line) that all candidates stand for, if they do. */
function agreed(places: readonly (Place | undefined)[], start: number, end: number): Place | undefined {
  const first = places[start];
  if (start === end || first === undefined) return undefined;
  for (let i = start + 1; i < end; i++) {
    const place = places[i];
    if (place?.source.path !== first.source.path || place.line !== first.line) return undefined;
  }
  return first;
}

export function throwAborted(): never {
  const error = new Error('The mapping was cancelled.');
  error.name = 'AbortError';
  throw error;
}
