import { encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';

/** Generated column, and source, original line and column (0-based), and name where they are known. */
export type Segment = readonly number[];

/** The `mappings` of a source map from absolute segments, line by line. */
export const encodeMappings = (lines: readonly (readonly Segment[])[]): string =>
  encode(lines as unknown as SourceMapMappings);

/**
 * Mappings drawn as text: lines between semicolons, segments between spaces, each the generated column and, behind `=`, the
 * original's letter, its line (1-based) and, behind `:`, its column, 0 where absent: `0=a1 4=b3:7; ; 2=`.
 */
export function drawMappings(drawing: string): string {
  const segmentOf = (text: string): Segment => {
    const [column, source, line, original = '0'] = text.split(/=|(?<=[a-z])(?=\d)|:/);
    return source ? [Number(column), source.charCodeAt(0) - 97, Number(line) - 1, Number(original)] : [Number(column)];
  };
  return encodeMappings(drawing.split(';').map((line) => (line.trim() ? line.trim().split(' ').map(segmentOf) : [])));
}
