/** Base64 as source maps use it: five bits to a character, the lowest first; the sixth says that more follow. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MORE = 32;

/** The lengths of a text's lines, their ends included, as short text. `starts`: where they begin; `length`: of the text. */
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
