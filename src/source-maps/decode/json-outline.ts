import { attempt } from '../../core/index.ts';

/** Where a JSON value stands in its bytes: from `start` to before `end`; for a list also where its elements begin. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly elements?: readonly number[];
}

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The values of a JSON object by their keys. Of several with one key the last counts, as in `JSON.parse`. */
export interface Outline {
  readonly values: ReadonlyMap<string, Range>;
  /** The index behind the object, and the white space that follows. */
  readonly end: number;
}

/**
 * The JSON object at `from`, its values as ranges of bytes, without decoding them. Undefined where the bytes are no JSON object.
 * Values are only followed by their brackets and quotes, not validated.
 */
export const outlineObject = (bytes: Buffer, from: number): Outline | undefined =>
  attempt(() => readObject(bytes, from));

/** A single JSON value that begins at `start`; undefined where it is broken. */
export const decodeAt = (bytes: Buffer, start: number): unknown =>
  attempt(() => decodeRange(bytes, { start, end: skipValue(bytes, start) }));

/** The JSON value of a range; undefined where it is broken. */
export const decodeRange = (bytes: Buffer, { start, end }: Range): unknown =>
  attempt(() => JSON.parse(bytes.toString('utf8', start, end)) as unknown);

function readObject(bytes: Buffer, from: number): Outline | undefined {
  const values = new Map<string, Range>();
  let i = skipSpace(bytes, from);
  if (bytes[i] !== OPEN_OBJECT) return undefined;
  i = skipSpace(bytes, i + 1);
  while (bytes[i] === QUOTE) {
    const keyEnd = skipString(bytes, i);
    const key = JSON.parse(bytes.toString('utf8', i, keyEnd)) as string;
    i = skipSpace(bytes, keyEnd);
    if (bytes[i] !== COLON) return undefined;
    const start = skipSpace(bytes, i + 1);
    const value = bytes[start] === OPEN_ARRAY ? readList(bytes, start) : { start, end: skipValue(bytes, start) };
    values.set(key, value);
    i = skipSpace(bytes, value.end);
    if (bytes[i] !== COMMA) break;
    i = skipSpace(bytes, i + 1);
    if (bytes[i] !== QUOTE) return undefined;
  }
  return bytes[i] === CLOSE_OBJECT ? { values, end: skipSpace(bytes, i + 1) } : undefined;
}

/** A list of values of any kind. */
function readList(bytes: Buffer, start: number): Range {
  const elements: number[] = [];
  let i = skipSpace(bytes, start + 1);
  while (bytes[i] !== CLOSE_ARRAY) {
    elements.push(i);
    i = skipSpace(bytes, skipValue(bytes, i));
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1);
    else if (bytes[i] !== CLOSE_ARRAY) throw new Error('no JSON');
  }
  return { start, end: i + 1, elements };
}

function skipSpace(bytes: Buffer, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] === 0x20 || (bytes[i] >= 0x09 && bytes[i] <= 0x0d))) i++;
  return i;
}

/** The index behind a string's closing quote. */
function skipString(bytes: Buffer, from: number): number {
  // Texts of originals are long: the runtime's own search is many times faster than a loop.
  for (let end = bytes.indexOf(QUOTE, from + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (bytes[first - 1] === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end + 1;
  }
  throw new Error('no JSON');
}

function skipValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first === OPEN_ARRAY || first === OPEN_OBJECT) return skipNested(bytes, from);
  let i = from;
  while (i < bytes.length && /[\w.+-]/.test(String.fromCharCode(bytes[i]))) i++;
  if (i === from) throw new Error('no JSON');
  return i;
}

function skipNested(bytes: Buffer, from: number): number {
  let depth = 0;
  let i = from;
  while (i < bytes.length) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = skipString(bytes, i);
      continue;
    }
    i++;
    if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth--;
      if (depth === 0) return i;
    }
  }
  throw new Error('no JSON');
}
