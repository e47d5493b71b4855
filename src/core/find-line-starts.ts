/**
 * Where the lines of a text begin, in UTF-16 code units. V8's line ends: LF, CR, CRLF, U+2028 and U+2029
 * (`String::CalculateLineEnds`).
 */
export function findLineStarts(text: string): Int32Array {
  const starts = [0];
  if (OTHER_LINE_ENDS.some((end) => text.includes(end))) {
    const pattern = /\r\n|[\n\r\u2028\u2029]/g;
    while (pattern.exec(text) !== null) starts.push(pattern.lastIndex);
  } else {
    // A third of the time, of megabytes of text.
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  }
  return Int32Array.from(starts);
}

/** In few texts. */
const OTHER_LINE_ENDS = ['\r', '\u2028', '\u2029'];
