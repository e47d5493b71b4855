/** Bytes of text, many at a time. */

const LITERALS: usize = memory.data(80, 16);
export const FUNCTION_NAME: usize = LITERALS;
export const SCRIPT_ID: usize = LITERALS + 16;
export const URL: usize = LITERALS + 32;
export const LINE_NUMBER: usize = LITERALS + 48;
export const COLUMN_NUMBER: usize = LITERALS + 64;

function put(at: usize, text: string): void {
  for (let i = 0; i < text.length; i++) store<u8>(at + i, <u8>text.charCodeAt(i));
}

export function putLiterals(): void {
  put(FUNCTION_NAME, '{"functionName":');
  put(SCRIPT_ID, '","scriptId":"');
  put(URL, '","url":"');
  put(LINE_NUMBER, '","lineNumber":');
  put(COLUMN_NUMBER, ',"columnNumber":');
}

/** Whether the `length` (at most 16) bytes at `p` are those of the literal. */
export function at(p: usize, literal: usize, length: i32): bool {
  const mask = (1 << length) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(p), v128.load(literal))) & mask) == mask;
}

/** Behind the blanks at `p`, of which there mostly are none. */
export function space(p: usize): usize {
  return load<u8>(p) > 0x20 ? p : blanksEnd(p);
}

function blanksEnd(p: usize): usize {
  let c = load<u8>(p);
  while (c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09) c = load<u8>(++p);
  return p;
}

/** The first byte from `p` on that is `"`, `\` or below 0x20 (so also the window's end). */
export function stringStop(p: usize): usize {
  while (true) {
    const bytes = v128.load(p);
    const found = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(found);
    if (mask != 0) return p + ctz(mask);
    p += 16;
  }
}

export function isDigit(c: u8): bool {
  return c - 0x30 < 10;
}
