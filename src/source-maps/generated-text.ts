import { scanLineStarts } from './kernel-scans.ts';

/** The text of a generated file, of which single lines are looked at. */
export interface GeneratedText {
  /** A line (1-based) without its line end; undefined behind the last one. */
  line(line: number): string | undefined;
  /** Bytes of a line with its line end: at least as many as it has characters. 0 behind the last line. */
  bytesOf(line: number): number;
  readonly lines: number;
}

export function readGeneratedText(bytes: Buffer): GeneratedText {
  const starts = scanLineStarts(bytes);
  const seen = new Map<number, string>();
  return {
    lines: starts.length - 1,
    bytesOf: (line) => (line < 1 || line >= starts.length ? 0 : starts[line] - starts[line - 1]),
    line: (line) => {
      if (line < 1 || line >= starts.length) return undefined;
      const known = seen.get(line);
      if (known !== undefined) return known;
      const text = bytes.toString('utf8', starts[line - 1], starts[line]).replace(/[\r\n\u2028\u2029]+$/, '');
      const result = line === 1 ? text.replace(/^\ufeff/, '') : text;
      seen.set(line, result);
      return result;
    },
  };
}
