/** The bytes that JSON and mappings are told by, and columns of 32-bit numbers. */
export const QUOTE: u8 = 0x22;
export const BACKSLASH: u8 = 0x5c;
export const COMMA: u8 = 0x2c;
export const SEMICOLON: u8 = 0x3b;

export function at(column: usize, row: i32): i32 {
  return load<i32>(column + ((<usize>row) << 2));
}

export function put(column: usize, row: i32, value: i32): void {
  store<i32>(column + ((<usize>row) << 2), value);
}
