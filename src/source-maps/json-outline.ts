/** Where a JSON value stands in its bytes: from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes are not JSON, as far as they were looked at. */
class OutlineError extends Error {}

/**
 * The values of a JSON object by their keys, as ranges of bytes, without decoding them. Undefined where the bytes are no
 * JSON object, or one key stands twice. Values are only followed by their brackets and quotes, not validated.
 */
export function outlineObject(bytes: Uint8Array, from: number): ReadonlyMap<string, Range> | undefined {
  try {
    return readObject(bytes, from);
  } catch (error) {
    if (error instanceof OutlineError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The elements of a JSON array as ranges. Undefined where it is none. */
export function outlineArray(bytes: Uint8Array, { start, end }: Range): readonly Range[] | undefined {
  if (bytes[start] !== OPEN_ARRAY) return undefined;
  const elements: Range[] = [];
  let i = skipSpace(bytes, start + 1);
  if (bytes[i] === CLOSE_ARRAY) return elements;
  while (i < end) {
    const after = skipValue(bytes, i);
    elements.push({ start: i, end: after });
    i = skipSpace(bytes, after);
    if (bytes[i] === CLOSE_ARRAY) return elements;
    if (bytes[i] !== COMMA) return undefined;
    i = skipSpace(bytes, i + 1);
  }
  return undefined;
}

function readObject(bytes: Uint8Array, from: number): ReadonlyMap<string, Range> | undefined {
  const values = new Map<string, Range>();
  let i = skipSpace(bytes, from);
  if (bytes[i] !== OPEN_OBJECT) return undefined;
  i = skipSpace(bytes, i + 1);
  while (bytes[i] === QUOTE) {
    const keyEnd = skipString(bytes, i);
    const key = JSON.parse(Buffer.from(bytes.subarray(i, keyEnd)).toString('utf8')) as string;
    i = skipSpace(bytes, keyEnd);
    if (bytes[i] !== COLON || values.has(key)) return undefined;
    const start = skipSpace(bytes, i + 1);
    const end = skipValue(bytes, start);
    values.set(key, { start, end });
    i = skipSpace(bytes, end);
    if (bytes[i] !== COMMA) break;
    i = skipSpace(bytes, i + 1);
    if (bytes[i] !== QUOTE) return undefined;
  }
  const isWhole = bytes[i] === CLOSE_OBJECT && skipSpace(bytes, i + 1) === bytes.length;
  return isWhole ? values : undefined;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] === 0x20 || (bytes[i] >= 0x09 && bytes[i] <= 0x0d))) i++;
  return i;
}

/** The index behind a string's closing quote. */
function skipString(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let i = from + 1;
  while (i < end) {
    const byte = bytes[i];
    if (byte === QUOTE) return i + 1;
    i += byte === BACKSLASH ? 2 : 1;
  }
  throw new OutlineError();
}

function skipValue(bytes: Uint8Array, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first === OPEN_ARRAY || first === OPEN_OBJECT) return skipNested(bytes, from);
  let i = from;
  while (i < bytes.length && /[\w.+-]/.test(String.fromCharCode(bytes[i]))) i++;
  if (i === from) throw new OutlineError();
  return i;
}

function skipNested(bytes: Uint8Array, from: number): number {
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
  throw new OutlineError();
}
