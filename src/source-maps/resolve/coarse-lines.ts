import type { MapAnswers } from '../decode/ask-map.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import type { Original } from './originals.ts';
import type { Queries } from '../decode/queries.ts';
import type { SourceMapData } from '../decode/source-map-data.ts';

const COMMA = 0x2c;
/** Shorter generated lines are not looked at. */
const LONG = 500;
/** Generated code this many times as long as an original line cannot come from that line alone. */
const GROWTH = 4;

/** The asked lines, each once, that hold much code although the map has no columns; none for other maps. */
export function longLinesAmong(asked: Int32Array, data: SourceMapData, text: GeneratedText | undefined): Int32Array {
  const long = text === undefined || hasColumns(data) ? [] : text.linesFrom(LONG);
  if (text === undefined || long.length === 0) return new Int32Array(0);
  const isAsked = markLines(asked, text.lines);
  return Int32Array.from(long.filter((line) => isAsked[line] !== 0));
}

/** Segments of one line stand behind commas: nearly every map has one right at its beginning. */
const hasColumns = ({ sections }: SourceMapData): boolean =>
  sections.some(({ bytes, start, end }) => bytes.subarray(start, end).includes(COMMA));

function markLines(asked: Int32Array, lines: number): Uint8Array {
  const isAsked = new Uint8Array(lines + 1);
  for (let i = 0; i < asked.length; i++) if (asked[i] <= lines) isAsked[asked[i]] = 1;
  return isAsked;
}

/**
 * The rows whose answers must be discarded: those for a generated line that as a whole is mapped to one original place, but has
 * far more code than that line. So it is when a map without columns (webpack's `cheap-module-source-map`, made before the
 * minifier ran) is used on code whose lines were joined: everything seems to come from the bundle's first line.
 *
 * Told only where it is certain: by the length of the original line, or, where its text is not known, by there being
 * more sources than lines that could have come from them. `queries` must ask for each line in question as a whole too.
 */
export function findCoarseAnswers(
  { answers, lastLine }: MapAnswers,
  queries: Queries,
  text: GeneratedText | undefined,
  sources: number,
  originalOf: (source: number) => Original | undefined,
): ReadonlySet<number> {
  const coarse = new Set<number>();
  if (text === undefined) return coarse;
  for (let row = 0; row < queries.column.length; row++) {
    if (queries.column[row] >= 0 || answers.runCount[row] === 0) continue;
    const first = answers.runStart[row];
    const runs = answers.runs.slice(first, first + answers.runCount[row]);
    const [{ source, line, column, generatedColumn }] = runs;
    const length = text.lengthOf(queries.line[row]) - generatedColumn;
    if (length < LONG || source < 0 || answers.overflow[row] !== 0) continue;
    if (runs.some((run) => run.source !== source || run.line !== line || run.column !== column)) continue;
    const original = originalOf(source)?.lengthOf(line);
    if (original === undefined ? sources <= lastLine : length <= GROWTH * original) continue;
    for (let other = row; queries.line[other] === queries.line[row]; other++) coarse.add(other);
  }
  return coarse;
}
