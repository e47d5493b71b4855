import { isAscii } from 'node:buffer';
import { scanLineStarts } from './kernel-scans.ts';

/** The text of a generated file, of which single lines are looked at. */
export interface GeneratedText {
  /** A line (1-based) without its line end; undefined behind the last one. */
  line(line: number): string | undefined;
  /** At most `length` characters of a line before a column (0-based). As `line`, but a long line is not decoded whole. */
  before(line: number, column: number, length: number): string | undefined;
  /** Bytes of a line with its line end: at least as many as it has characters. 0 behind the last line. */
  bytesOf(line: number): number;
  readonly lines: number;
  /** Bytes of memory that this holds, about. */
  readonly heldBytes: number;
}

const LONG_LINE = 4096;

export function readGeneratedText(bytes: Buffer): GeneratedText {
  const starts = scanLineStarts(bytes);
  const seen = new Map<number, string>();
  const plain = new Map<number, boolean>();
  const isPlain = (line: number) => {
    const known = plain.get(line) ?? isAscii(bytes.subarray(starts[line - 1], starts[line]));
    plain.set(line, known);
    return known;
  };
  const bytesOf = (line: number) => (line < 1 || line >= starts.length ? 0 : starts[line] - starts[line - 1]);
  const lineOf = (line: number) => {
    if (line < 1 || line >= starts.length) return undefined;
    const known = seen.get(line);
    if (known !== undefined) return known;
    const text = withoutEnd(bytes.toString('utf8', starts[line - 1], starts[line]));
    const result = line === 1 ? text.replace(/^\ufeff/, '') : text;
    seen.set(line, result);
    return result;
  };
  return {
    lines: starts.length - 1,
    heldBytes: bytes.length + starts.byteLength,
    bytesOf,
    line: lineOf,
    before: (line, column, length) => {
      if (bytesOf(line) <= LONG_LINE || !isPlain(line))
        return lineOf(line)?.slice(Math.max(0, column - length), Math.max(0, column));
      const start = starts[line - 1];
      const end = Math.min(start + Math.max(0, column), starts[line]);
      return withoutEnd(bytes.toString('latin1', Math.max(start, start + column - length), end));
    },
  };
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n\u2028\u2029'.includes(text[end - 1])) end--;
  return text.slice(0, end);
}
