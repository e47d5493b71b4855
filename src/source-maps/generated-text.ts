/** The text of a generated file, of which single lines are looked at. */
export interface GeneratedText {
  /** A line (1-based) without its line end; undefined behind the last one. */
  line(line: number): string | undefined;
  /** Bytes of a line with its line end: at least as many as it has characters. 0 behind the last line. */
  bytesOf(line: number): number;
  readonly lines: number;
}

export function readGeneratedText(bytes: Buffer): GeneratedText {
  const starts = lineStarts(bytes);
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

/** Where lines begin, by the language's own line ends (LF, CR, CRLF, U+2028, U+2029), and the end of the text. */
function lineStarts(bytes: Buffer): number[] {
  const starts = [0];
  const hasOddEnds = bytes.includes('\u2028') || bytes.includes('\u2029') || bytes.includes(0x0d);
  if (!hasOddEnds) {
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) starts.push(at + 1);
  } else {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === 0x0a || (byte === 0x0d && bytes[i + 1] !== 0x0a)) starts.push(i + 1);
      else if (byte === 0xe2 && bytes[i + 1] === 0x80 && (bytes[i + 2] & 0xfe) === 0xa8) starts.push(i + 3);
    }
  }
  starts.push(bytes.length);
  return starts;
}
