/** The numbers of mappings, in base64 digits of five bits and one that says that more follow. */
import { setI32 } from '../shared/memory';
import { failAt } from '../shared/status';

export const COMMA: u8 = 0x2c;
export const SEMICOLON: u8 = 0x3b;

const DIGITS: usize = memory.data(256, 16);
const INVALID: u32 = 0xff;

/** Once, before anything else. */
export function initialise(): void {
  memory.fill(DIGITS, 0xff, 256);
  for (let i = 0; i < 26; i++) {
    store<u8>(DIGITS + 0x41 + i, <u8>i);
    store<u8>(DIGITS + 0x61 + i, <u8>(i + 26));
  }
  for (let i = 0; i < 10; i++) store<u8>(DIGITS + 0x30 + i, <u8>(i + 52));
  store<u8>(DIGITS + 0x2b, 62);
  store<u8>(DIGITS + 0x2f, 63);
}

/** What a number means: its last bit is its sign. */
function signed(value: u32): i32 {
  const sign = -(<i32>(value & 1));
  return ((<i32>(value >>> 1)) ^ sign) - sign;
}

/** The numbers of the segment that `readSegment` read, 0 where it has none. */
export const NUMBERS: usize = memory.data(24, 16);
/** How many there were, six at most: a segment has one, four or five. */
export let numberCount: i32 = 0;

/** Reads a segment of any kind, which ends at `end` at the latest; returns what is behind it, 0 after a problem. */
export function readSegment(from: usize, end: usize): usize {
  let p = from;
  memory.fill(NUMBERS, 0, 24);
  numberCount = 0;
  do {
    p = readNumber(p, end);
    if (p == 0) return 0;
    setI32(NUMBERS, numberCount++, numberRead);
  } while (numberCount < 6 && p < end && load<u8>(p) != COMMA && load<u8>(p) != SEMICOLON);
  return numberCount == 1 || numberCount == 4 || numberCount == 5 ? p : failAt(0, from);
}

let numberRead: i32 = 0;

function readNumber(from: usize, end: usize): usize {
  let p = from;
  let value: u32 = 0;
  for (let shift: u32 = 0; ; shift += 5) {
    if (p >= end) return failAt(0, p);
    const digit = <u32>load<u8>(DIGITS + load<u8>(p++));
    if (digit == INVALID) return failAt(0, p - 1);
    if (shift > 30 || (shift == 30 && (digit & 31) > 3)) return failAt(0, p);
    value |= (digit & 31) << shift;
    if ((digit & 32) == 0) break;
  }
  numberRead = signed(value);
  return p;
}
