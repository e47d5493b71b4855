import type { MapAnswers, Queries } from '../decode/ask-map.ts';
import type { SourceMapData } from '../decode/source-map-data.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import type { Original } from './originals.ts';

const COMMA = 0x2c;
/** Shorter generated lines are not looked at. */
const LONG = 500;
/** Generated code this many times as long as an original line cannot come from that line alone. */
const GROWTH = 4;

/** Segments of one line stand behind commas: nearly every map has one right at its beginning. */
export const hasColumns = ({ sections }: SourceMapData): boolean =>
  sections.some(({ bytes, start, end }) => bytes.subarray(start, end).includes(COMMA));

/**
 * The rows whose answers must be discarded: those for a generated line that has far more code than the one original line which a map
 * without columns names for it, or nobody knows how much that has. So it is when such a map (webpack's `cheap-module-source-map`,
 * made before the minifier ran) is used on code whose lines were joined: everything seems to come from the bundle's first line.
 */
export function findCoarseAnswers(
  { source, line }: MapAnswers,
  queries: Queries,
  text: GeneratedText,
  originalOf: (source: number) => Original | undefined,
): readonly number[] {
  return [...source.keys()].filter((row) => {
    const length = text.lengthOf(queries.line[row]);
    return length >= LONG && source[row] >= 0 && length > GROWTH * (originalOf(source[row])?.lengthOf(line[row]) ?? 0);
  });
}
