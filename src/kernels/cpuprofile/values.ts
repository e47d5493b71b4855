/** Values of any kind, which are checked to be JSON and left alone. */
import { Status, status, stop } from '../shared/status';
import { fail, openWindow, Problem, windowEnd } from './status';
import { isDigit, stringStop } from './text';

const VALUE: i32 = 0;
const VALUE_OR_END: i32 = 1;
const KEY_OR_END: i32 = 2;
const KEY: i32 = 3;
const COLON: i32 = 4;
const AFTER: i32 = 5;
const STRING: i32 = 6;
const ESCAPE: i32 = 7;
const HEX: i32 = 8; // to 11: digits that are to come
const MINUS: i32 = 12;
const ZERO: i32 = 13;
const INTEGER: i32 = 14;
const DOT: i32 = 15;
const FRACTION: i32 = 16;
const EXPONENT: i32 = 17;
const EXPONENT_SIGN: i32 = 18;
const EXPONENT_DIGITS: i32 = 19;
const LITERAL: i32 = 20; // true, false, null: `literalRest` holds the letters that are to come

const MAX_DEPTH: i32 = 65_536;
const OPEN: usize = memory.data(8192, 16); // a bit for each open bracket: 1 for an object
let depth: i32 = 0;
let skipState: i32 = VALUE;
let stringIsKey: bool = false;
let literalRest: u64 = 0;

/** Call before `skip` at the start of a value. */
export function beginSkip(): void {
  depth = 0;
  skipState = VALUE;
}

/**
 * Goes over one JSON value of any kind, checking its grammar; may be interrupted anywhere. Returns where it stopped:
 * with Status.done just behind the value, with Status.more at the window's end.
 */
export function skip(from: usize, end: usize): usize {
  openWindow(end);
  return skipOn(from);
}

function skipOn(from: usize): usize {
  const end = windowEnd;
  let p = from;
  let state = skipState;
  while (true) {
    if (state == AFTER && depth == 0) {
      stop(Status.done);
      return p;
    }
    if (state == STRING) {
      p = stringStop(p);
      if (p >= end) break;
      const c = load<u8>(p);
      if (c == 0x22) state = stringIsKey ? COLON : AFTER;
      else if (c == 0x5c) state = ESCAPE;
      else return fail(Problem.badJson, p);
      p++;
      continue;
    }
    if (p >= end) break;
    const c = load<u8>(p);
    if (state <= AFTER) {
      if (c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09) {
        p++;
        continue;
      }
      const next = structure(state, c);
      if (next < 0) return fail(next == -2 ? Problem.tooDeep : Problem.badJson, p);
      state = next;
      p++;
      continue;
    }
    const next = insideScalar(state, c);
    if (next < 0) {
      if (!numberMayEnd(state)) return fail(Problem.badJson, p);
      state = AFTER;
      continue;
    }
    state = next;
    p++;
  }
  skipState = state;
  stop(Status.more);
  return end;
}

function structure(state: i32, c: u8): i32 {
  if (state == AFTER) {
    const isObject = (load<u8>(OPEN + ((depth - 1) >> 3)) >> (<u8>((depth - 1) & 7))) & 1;
    if (c == 0x2c) return isObject ? KEY : VALUE;
    if (c != (isObject ? 0x7d : 0x5d)) return -1;
    depth--;
    return AFTER;
  }
  if (state == COLON) return c == 0x3a ? VALUE : -1;
  if (state == KEY_OR_END || state == KEY) {
    if (c == 0x22) {
      stringIsKey = true;
      return STRING;
    }
    if (c != 0x7d || state == KEY) return -1;
    depth--;
    return AFTER;
  }
  if (c == 0x5d && state == VALUE_OR_END) {
    depth--;
    return AFTER;
  }
  return valueStart(c);
}

function valueStart(c: u8): i32 {
  if (c == 0x22) {
    stringIsKey = false;
    return STRING;
  }
  if (c == 0x7b || c == 0x5b) {
    if (depth >= MAX_DEPTH) return -2;
    const cell = OPEN + (depth >> 3);
    const place = <u8>(depth & 7);
    const bit: u8 = 1 << place;
    store<u8>(cell, c == 0x7b ? load<u8>(cell) | bit : load<u8>(cell) & ~bit);
    depth++;
    return c == 0x7b ? KEY_OR_END : VALUE_OR_END;
  }
  if (c == 0x2d) return MINUS;
  if (c == 0x30) return ZERO;
  if (isDigit(c)) return INTEGER;
  // The letters still to come, the next one in the lowest byte.
  if (c == 0x74) literalRest = 0x657572;
  else if (c == 0x66) literalRest = 0x65736c61;
  else if (c == 0x6e) literalRest = 0x6c6c75;
  else return -1;
  return LITERAL;
}

function numberMayEnd(state: i32): bool {
  return state == ZERO || state == INTEGER || state == FRACTION || state == EXPONENT_DIGITS;
}

/** The next state inside a string's escape, a number or a literal; -1 if `c` does not belong to it. */
function insideScalar(state: i32, c: u8): i32 {
  if (state == LITERAL) {
    if (<u64>c != (literalRest & 0xff)) return -1;
    literalRest >>= 8;
    return literalRest == 0 ? AFTER : LITERAL;
  }
  if (state == ESCAPE) {
    if (c == 0x75) return HEX + 3;
    const plain = c == 0x22 || c == 0x5c || c == 0x2f || c == 0x62 || c == 0x66 || c == 0x6e || c == 0x72 || c == 0x74;
    return plain ? STRING : -1;
  }
  if (state < MINUS) {
    if (!isDigit(c) && (c | 0x20) - 0x61 >= 6) return -1;
    return state == HEX ? STRING : state - 1;
  }
  if (isDigit(c)) {
    if (state == MINUS) return c == 0x30 ? ZERO : INTEGER;
    if (state == ZERO) return -1;
    if (state == INTEGER || state == FRACTION || state == EXPONENT_DIGITS) return state;
    return state == DOT ? FRACTION : EXPONENT_DIGITS;
  }
  if (c == 0x2e) return state == ZERO || state == INTEGER ? DOT : -1;
  if (c == 0x65 || c == 0x45) return state == ZERO || state == INTEGER || state == FRACTION ? EXPONENT : -1;
  if (c == 0x2b || c == 0x2d) return state == EXPONENT ? EXPONENT_SIGN : -1;
  return -1;
}

/** Inside an entry: behind the value at `p`, or 0. */
export function skipInside(p: usize): usize {
  depth = 0;
  skipState = VALUE;
  const next = skipOn(p);
  return status == Status.done ? next : 0;
}
