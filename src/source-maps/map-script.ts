import { Precision, type CancelSignal } from '../profile/index.ts';
import { askMap, type MapAnswers } from './ask-map.ts';
import type { LoadedMap } from './loaded-map.ts';
import type { Originals } from './originals.ts';
import { type Queries, type Run, sortedRows } from './queries.ts';
import { CorruptMapError } from './source-map-data.ts';
import type { Source } from '../profile/index.ts';

/** A generated position of the script: line 1-based, column 0-based or -1 for the whole line. */
export interface Asked {
  readonly line: ArrayLike<number>;
  readonly column: ArrayLike<number>;
}

/** An original place. */
export interface Place {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/** What became of one asked position. `place` undefined: unmapped, or (precision `function`) more than one original. */
export interface Outcome {
  readonly place?: Place;
  readonly precision: Precision;
}

const MAX_CHAIN = 8;
const UNMAPPED: Outcome = { precision: Precision.function };

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
): Promise<readonly Outcome[]> {
  const order = sortedRows(asked.line, asked.column);
  const queries = pick(asked, order);
  const found = await askMap(loaded.data, queries);
  if (found.lastLine === 0) return Array.from(order, () => UNMAPPED);
  checkFit(loaded, found, queries);
  const candidates = collectCandidates(loaded, found, queries);
  const places = await follow(loaded, candidates.flat, originals, new Set([loaded.generated.path ?? '']), signal);
  const outcomes: Outcome[] = new Array(order.length);
  for (let row = 0; row < order.length; row++) {
    outcomes[order[row]] = decide(
      places,
      candidates.start[row],
      candidates.start[row + 1],
      found.answers.overflow[row] !== 0,
    );
  }
  return outcomes;
}

function pick(asked: Asked, order: Uint32Array): Queries {
  const line = new Int32Array(order.length);
  const column = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    line[i] = asked.line[order[i]];
    column[i] = asked.column[order[i]];
  }
  return { line, column };
}

/** A map made for another version of the file has segments where the file has no text. */
function checkFit(loaded: LoadedMap, found: MapAnswers, queries: Queries): void {
  const text = loaded.text();
  if (text === undefined) return;
  if (found.lastLine > text.lines + 1) {
    throw new MismatchedMapError(`it maps line ${found.lastLine} of a file of ${text.lines} lines`);
  }
  for (let row = 0; row < queries.line.length; row++) {
    const { answers } = found;
    const length = text.line(queries.line[row])?.length ?? 0;
    const last =
      answers.runCount[row] > 0
        ? answers.runs[answers.runStart[row] + answers.runCount[row] - 1].generatedColumn
        : answers.segment[row];
    if (last > length + 1) {
      throw new MismatchedMapError(
        `it maps column ${last + 1} of line ${queries.line[row]}, which has ${length} characters`,
      );
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

function collectCandidates(loaded: LoadedMap, { answers }: MapAnswers, queries: Queries): Candidates {
  const flat: Candidate[] = [];
  const rows = queries.line.length;
  const start = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    start[row] = flat.length;
    if (queries.column[row] < 0) {
      const first = answers.runStart[row];
      const runs = answers.runs.slice(first, first + answers.runCount[row]);
      for (const run of distinct(withoutInert(runs, () => loaded.text()?.line(queries.line[row])))) flat.push(run);
    } else if (answers.source[row] >= 0) {
      // A name belongs to the characters where its segment begins, not to all that follow.
      const hasName = answers.name[row] >= 0 && answers.segment[row] === queries.column[row];
      const name = hasName ? loaded.data.names.at(answers.name[row]) : undefined;
      flat.push({
        source: answers.source[row],
        line: answers.line[row],
        column: answers.column[row],
        ...(name !== undefined && { name }),
      });
    }
  }
  start[rows] = flat.length;
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

/** No instruction of V8 has its position on white space, `;`, `,`, `)` or `]`. */
const INERT = /^[\s;,)\]]*$/;

/** Leaves out segments that only cover characters which no time can be spent on, if several originals compete. */
function withoutInert(runs: readonly Run[], textOf: () => string | undefined): readonly Run[] {
  const first = runs.find((run) => run.source >= 0);
  if (
    first === undefined ||
    runs.every((run) => run.source < 0 || (run.source === first.source && run.line === first.line))
  )
    return runs;
  const text = textOf();
  if (text === undefined) return runs;
  const active = runs.filter(
    (run, i) => !INERT.test(text.slice(run.generatedColumn, runs[i + 1]?.generatedColumn ?? text.length)),
  );
  return active.length > 0 ? active : runs;
}

/** The places that candidates stand for, through the maps of originals that are themselves generated. */
async function follow(
  loaded: LoadedMap,
  candidates: readonly Candidate[],
  originals: Originals,
  passed: ReadonlySet<string>,
  signal: CancelSignal | undefined,
): Promise<readonly (Place | undefined)[]> {
  const places: (Place | undefined)[] = new Array(candidates.length);
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
    signal?.aborted === true && throwAborted();
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
  const asked = { line: candidates.map((each) => each.line), column: candidates.map((each) => each.column) };
  const order = sortedRows(asked.line, asked.column);
  const result: (Place | undefined)[] = new Array(candidates.length);
  try {
    const queries = pick(asked, order);
    const found = await askMap(next.data, queries);
    checkFit(next, found, queries);
    const inner = collectCandidates(next, found, queries);
    const places = await follow(next, inner.flat, originals, new Set([...passed, next.generated.path ?? '']), signal);
    for (let row = 0; row < order.length; row++) {
      if (inner.start[row + 1] > inner.start[row]) result[order[row]] = places[inner.start[row]];
    }
  } catch (error) {
    if (!(error instanceof CorruptMapError) && !(error instanceof MismatchedMapError)) throw error;
  }
  return result;
}

function decide(places: readonly (Place | undefined)[], start: number, end: number, isOverflow: boolean): Outcome {
  const first = places[start];
  if (start === end || first === undefined || isOverflow) return UNMAPPED;
  for (let i = start + 1; i < end; i++) {
    const place = places[i];
    if (place?.source.path !== first.source.path || place.line !== first.line) return UNMAPPED;
  }
  return { place: first, precision: Precision.exact };
}

export function throwAborted(): never {
  const error = new Error('The mapping was cancelled.');
  error.name = 'AbortError';
  throw error;
}
