/** The bytes that JSON and mappings are told by. */
export const QUOTE: u8 = 0x22;
export const BACKSLASH: u8 = 0x5c;
export const COMMA: u8 = 0x2c;
export const SEMICOLON: u8 = 0x3b;
