/**
 * Where the lines of a text begin, in UTF-16 code units. V8's line ends: LF, CR, CRLF, U+2028 and U+2029
 * (`String::CalculateLineEnds`).
 */
export function findLineStarts(text: string): Int32Array {
  const starts = [0];
  const pattern = /\r\n|[\n\r\u2028\u2029]/g;
  while (pattern.exec(text) !== null) starts.push(pattern.lastIndex);
  return Int32Array.from(starts);
}
