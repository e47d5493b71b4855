import { askMap, type MapAnswers } from '../decode/ask-map.ts';
import { collectCandidates } from './candidates.ts';
import { type Place, resolveCandidates } from './chains.ts';
import type { NamedRows } from './frame-names.ts';
import { checkFit } from '../find/fit.ts';
import { findCoarseAnswers, hasColumns } from './coarse-lines.ts';
import type { Answers } from '../decode/queries.ts';
import { NO_ORIGINAL, OWN_MAP, type Placed, placeRows, sortQueries } from '../decode/placed-rows.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { Work } from './mapping-work.ts';
import type { Original } from './originals.ts';

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

const NONE: ReadonlySet<number> = new Set();

/**
 * Maps positions of one generated file; undefined where its map maps nothing at all. Throws `CorruptMapError`,
 * `MismatchedMapError`.
 */
export function mapScript(work: Work, loaded: LoadedMap, asked: Asked): MappedScript | undefined {
  const text = loaded.text();
  const sorted = sortQueries(asked.line, asked.column);
  const { queries } = sorted;
  const asWritten = askMap(loaded.data, queries);
  if (asWritten.lastLine === 0) return undefined;
  checkFit(loaded, asWritten, queries);
  const passed = new Set([loaded.generated.path ?? '']);
  const originalOf = (source: number) => work.originals(loaded, source, passed);
  const coarse =
    text === undefined || hasColumns(loaded.data) ? NONE : findCoarseAnswers(asWritten, queries, text, originalOf);
  const found = coarse.size === 0 ? asWritten : withoutAnswers(asWritten, coarse);
  const targets = targetsOfSources(work, loaded, found.answers.source, originalOf);
  const direct = placeRows(found.answers, sorted, targets, asked.firstName);
  const { placed } = direct;
  // Lines of too many originals to look at stay without a place.
  const rest = direct.rest.filter((row) => !found.answers.overflow[row]);
  const { flat, start } = collectCandidates(loaded, found, queries, rest);
  const places = resolveCandidates(work, loaded, flat, passed);
  const chosen = Array.from(rest, (_, i) => agreed(places, start[i], start[i + 1]));
  const at = Array.from(rest, (row) => sorted.order[row]);
  for (const [i, place] of chosen.entries()) if (place !== undefined) placeAt(work, placed, at[i], place);
  placeGaps(work, loaded, asked, found.answers, sorted.order, placed);
  const names = [
    { row: direct.named, name: loaded.data.names.take(direct.names) },
    { row: at, name: chosen.map((place) => place?.name) },
  ];
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
  at.forEach((row, i) => {
    placed.source[row] = lines.source[i];
    placed.line[row] = lines.line[i];
    placed.column[row] = lines.column[i];
  });
}

const UNASKED = -3;

/** By source of the map, for those that any answer has: its row in the mapping's sources, or what it is otherwise. */
function targetsOfSources(
  { sources }: Work,
  loaded: LoadedMap,
  answered: Int32Array,
  originalOf: (source: number) => Original | undefined,
): Int32Array {
  const targets = new Int32Array(loaded.data.sources.length).fill(UNASKED);
  for (let row = 0; row < answered.length; row++) {
    const source = answered[row];
    if (source < 0 || targets[source] !== UNASKED) continue;
    const original = originalOf(source);
    if (original === undefined) targets[source] = NO_ORIGINAL;
    else targets[source] = original.chain === undefined ? sources.add(original.source) : OWN_MAP;
  }
  return targets;
}

function placeAt({ sources }: Work, { source, line, column }: Placed, at: number, place: Place): void {
  source[at] = sources.add(place.source);
  line[at] = place.line;
  column[at] = place.column;
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
