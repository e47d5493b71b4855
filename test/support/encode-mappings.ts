/** Generated column, and source, original line and column (0-based), and name where they are known. */
export type Segment = readonly number[];

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The `mappings` of a source map from absolute segments, line by line. */
export function encodeMappings(lines: readonly (readonly Segment[])[]): string {
  const before = [0, 0, 0, 0, 0];
  return lines
    .map((line) => {
      before[0] = 0;
      return line.map((segment) => segment.map((value, field) => encodeDelta(before, field, value)).join('')).join(',');
    })
    .join(';');
}

function encodeDelta(before: number[], field: number, value: number): string {
  const delta = value - before[field];
  before[field] = value;
  let rest = delta < 0 ? (-delta << 1) | 1 : delta << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

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
