import { askMap, type MapAnswers, type Queries } from '../decode/ask-map.ts';
import { checkFit } from '../find/fit.ts';
import { findCoarseAnswers, hasColumns } from './coarse-lines.ts';
import { copyPlace, type Placed, placeRows, sortQueries } from '../decode/placed-rows.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import { addOriginal, type Work } from './mapping-work.ts';
import { originalOf } from './originals.ts';

/** Generated positions of a script: line 1-based, column 0-based or -1 for the whole line. */
export interface Asked extends Queries {
  /** From this row on, they are where names of functions may stand. */
  readonly firstName: number;
}

/** What became of them. */
export interface MappedScript extends Placed {
  /** Rows at which a name stands, and these names as far as they can be read. */
  readonly named: readonly number[];
  readonly names: readonly (string | undefined)[];
  /** How many positions have no place because the map has no columns where one line holds much code. */
  readonly coarse: number;
}

/**
 * Maps positions of one generated file; undefined where its map maps nothing at all. Throws `CorruptMapError`,
 * `MismatchedMapError`.
 */
export function mapScript(work: Work, loaded: LoadedMap, asked: Asked): MappedScript | undefined {
  const text = loaded.text();
  const sorted = sortQueries(asked);
  const answers = askMap(loaded.data, sorted.queries);
  if (answers.lastLine === 0) return undefined;
  checkFit(loaded, answers, sorted.queries);
  const originalAt = (source: number) => originalOf(work, loaded, source);
  const coarse =
    text === undefined || hasColumns(loaded.data) ? [] : findCoarseAnswers(answers, sorted.queries, text, originalAt);
  for (const row of coarse) answers.source[row] = -1;
  const { placed, named, names } = placeRows(
    answers,
    sorted,
    (source) => addOriginal(work, originalAt(source)),
    asked.firstName,
  );
  placeGaps(work, loaded, asked, answers, sorted.order, placed);
  return { ...placed, named, names: loaded.data.names.take(names), coarse: coarse.length };
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
  { segment }: MapAnswers,
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
