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

/** Base64 as source maps use it: five bits to a character, the lowest first; the sixth says that more follow. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MORE = 32;

/** The lengths of a text's lines, their ends included, as short text: `starts` from `findLineStarts`, `length` of all. */
export function formatLineLengths(starts: Int32Array, length: number): string {
  let text = '';
  for (let i = 0; i < starts.length; i++) {
    let rest = (i + 1 < starts.length ? starts[i + 1] : length) - starts[i];
    for (; rest >= MORE; rest = rest >>> 5) text += DIGITS[(rest & 31) | MORE];
    text += DIGITS[rest];
  }
  return text;
}

/** What {@link formatLineLengths} wrote: where lines begin, and behind the last one the text's length. Undefined if broken. */
export function parseLineLengths(text: string): Int32Array | undefined {
  const starts = [0];
  let at = 0;
  let value = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = VALUES[text.charCodeAt(i)] as number | undefined;
    if (digit === undefined || digit < 0 || shift > 25) return undefined;
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit >= MORE) continue;
    at += value;
    if (at > LONGEST_TEXT) return undefined;
    starts.push(at);
    value = 0;
    shift = 0;
  }
  return shift > 0 || starts.length < 2 ? undefined : Int32Array.from(starts);
}

/** V8's strings are shorter (`String::kMaxLength`). */
const LONGEST_TEXT = 2 ** 30;
const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;
