/** The numbers of mappings, in base64 digits of five bits and one that says that more follow. */
import { setI32 } from '../shared/memory';
import { failAt } from '../shared/status';
import { COMMA, SEMICOLON } from './bytes';
import { Problem } from './problem';

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
  return numberCount == 1 || numberCount == 4 || numberCount == 5 ? p : failAt(Problem.fieldCount, from);
}

let numberRead: i32 = 0;

function readNumber(from: usize, end: usize): usize {
  let p = from;
  let value: u32 = 0;
  for (let shift: u32 = 0; ; shift += 5) {
    if (p >= end) return failAt(Problem.unfinishedNumber, p);
    const digit = <u32>load<u8>(DIGITS + load<u8>(p++));
    if (digit == INVALID) return failAt(Problem.invalidCharacter, p - 1);
    if (shift > 30 || (shift == 30 && (digit & 31) > 3)) return failAt(Problem.tooLargeNumber, p);
    value |= (digit & 31) << shift;
    if ((digit & 32) == 0) break;
  }
  numberRead = signed(value);
  return p;
}

// What `decode` left: for each byte of the window the number that begins there (of three digits at most, as nearly all
// are), a bit where a number ends, and a bit where no digit stands.
export let windowStart: usize = 0;
let values: usize = 0;
export let ends: usize = 0;
export let separators: usize = 0;

/** The values of base64 digits; anything for other bytes. As Muła and Lemire decode base64. */
function digitsOf(bytes: v128): v128 {
  const row = v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(0x0f));
  const roll = i8x16.add(row, i8x16.eq(bytes, i8x16.splat(0x2f)));
  return i8x16.add(bytes, i8x16.swizzle(i8x16(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0), roll));
}

/** A bit for each byte that is no base64 digit. */
function othersAmong(bytes: v128): i32 {
  const row = v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(0x0f));
  const low = v128.and(bytes, i8x16.splat(0x0f));
  const others = v128.and(
    i8x16.swizzle(i8x16(0x15, 17, 17, 17, 17, 17, 17, 17, 17, 17, 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a), low),
    i8x16.swizzle(i8x16(16, 16, 1, 2, 4, 8, 4, 8, 16, 16, 16, 16, 16, 16, 16, 16), row),
  );
  return i8x16.bitmask(i8x16.ne(others, i8x16.splat(0)));
}

/** What eight numbers mean: their last bits are their signs. */
function signedAll(numbers: v128): v128 {
  const sign = i16x8.neg(v128.and(numbers, i16x8.splat(1)));
  return i16x8.sub(v128.xor(i16x8.shr_u(numbers, 1), sign), sign);
}

function joined(first: v128, second: v128, third: v128): v128 {
  return v128.or(first, v128.or(i16x8.shl(second, 5), i16x8.shl(third, 10)));
}

/**
 * Takes all numbers of a window apart, 16 bytes at once: how long each of them is cannot be foreseen, so that a branch for
 * each costs more. `room`: three bytes for each byte of the window, and 256. Reads up to 32 bytes behind the window.
 */
export function decode(from: usize, end: usize, room: usize): void {
  // With the byte behind the window, which ends its last segment.
  const length = end - from + 1;
  const size = (length + 63) & ~63;
  windowStart = from;
  values = room;
  ends = room + size * 2;
  separators = ends + size / 8;
  let bytes = v128.load(from);
  let digits = digitsOf(bytes);
  for (let at: usize = 0; at < length; at += 16) {
    const nextBytes = v128.load(from + at, 16);
    const nextDigits = digitsOf(nextBytes);
    const next = v128.shuffle<u8>(digits, nextDigits, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    const last = v128.shuffle<u8>(digits, nextDigits, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    const goesOn = i8x16.gt_s(digits, i8x16.splat(31));
    const both = v128.and(goesOn, i8x16.gt_s(next, i8x16.splat(31)));
    const first = v128.and(digits, i8x16.splat(31));
    const second = v128.and(v128.and(next, i8x16.splat(31)), goesOn);
    const third = v128.and(v128.and(last, i8x16.splat(31)), both);
    const left = joined(
      i16x8.extend_low_i8x16_u(first),
      i16x8.extend_low_i8x16_u(second),
      i16x8.extend_low_i8x16_u(third),
    );
    const right = joined(
      i16x8.extend_high_i8x16_u(first),
      i16x8.extend_high_i8x16_u(second),
      i16x8.extend_high_i8x16_u(third),
    );
    v128.store(values + at * 2, signedAll(left));
    v128.store(values + at * 2, signedAll(right), 16);
    store<u16>(ends + (at >> 3), <u16>~i8x16.bitmask(goesOn));
    store<u16>(separators + (at >> 3), <u16>othersAmong(bytes));
    bytes = nextBytes;
    digits = nextDigits;
  }
}

/** The number of at most three digits that begins at a byte of the window. */
export function numberAt(start: usize): i32 {
  return load<i16>(values + (start << 1));
}
