/**
 * The scanner of `.cpuprofile` files, in AssemblyScript (not TypeScript: `src/build-kernel.mjs` compiles it). It reads
 * JSON bytes in a window of memory and writes columns; the host (`scanner.ts`) moves the window over the file.
 *
 * Restarting is how it deals with the window's end: an entry that is not complete is left alone, `status` says MORE,
 * and the next call begins at that entry again. Whatever a value is not used for is checked to be JSON all the same.
 * Zero bytes follow the window's end; zero is not legal anywhere in JSON, so that no loop needs a bound.
 */

import { beginNode, positionOf, rowOfPosition, setPositionSeed, setRowOfPosition } from './positions';

export { positionCount, positionOf, setPositions } from './positions';
export { addCpuTimes, addTimes, setTickRows, shareTimes } from './tick-times';

// Status of the last call.
const MORE: i32 = 0;
const DONE: i32 = 1;
const ROOM: i32 = 2;
const FAILED: i32 = 3;
export let status: i32 = MORE;

// Problems: `problems` in scanner.ts has their sentences, in this order.
const BAD_JSON: i32 = 1;
const TOO_DEEP: i32 = 2;
const NOT_AN_OBJECT: i32 = 3;
const NOT_A_NUMBER: i32 = 4;
const BAD_ID: i32 = 5;
const NO_ID: i32 = 6;
const NO_FRAME: i32 = 7;
const BAD_CHILDREN: i32 = 8;
const BAD_TICKS: i32 = 9;
const BAD_TIME: i32 = 10;
const SAME_ID: i32 = 11;
const TWO_PARENTS: i32 = 12;
const UNKNOWN_NODE: i32 = 13;
export let problem: i32 = 0;
export let problemAt: usize = 0;
/** The id that the problem is about, where its sentence has a place for one. */
export let problemId: f64 = 0;

let windowEnd: usize = 0;

/** The value of the JSON number at `p`; NaN if it is none. For the numbers that the fast way below leaves out. */
declare function parseNumber(p: usize, length: usize): f64;
/** Which key the escaped string (without quotes) is: 1 and on as `keyOf` numbers them, 0 for another, -1 for no JSON. */
declare function parseKey(p: usize, length: usize): i32;

function fail(code: i32, p: usize): usize {
  if (p >= windowEnd) {
    status = MORE;
    return 0;
  }
  status = FAILED;
  problem = code;
  problemAt = p;
  return 0;
}

function failOn(code: i32, id: f64, p: usize): usize {
  problemId = id;
  return fail(code, p);
}

// ---------------------------------------------------------------- literals

const LITERALS: usize = memory.data(256, 16);
const ID: usize = LITERALS;
const CALL_FRAME: usize = LITERALS + 16;
const HIT_COUNT: usize = LITERALS + 32;
const CHILDREN: usize = LITERALS + 48;
const POSITION_TICKS: usize = LITERALS + 64;
const FUNCTION_NAME: usize = LITERALS + 80;
const SCRIPT_ID: usize = LITERALS + 96;
const URL: usize = LITERALS + 112;
const LINE_NUMBER: usize = LITERALS + 128;
const COLUMN_NUMBER: usize = LITERALS + 144;
const LINE: usize = LITERALS + 160;
const TICKS: usize = LITERALS + 176;
const PARENT: usize = LITERALS + 192;

function put(at: usize, text: string): void {
  for (let i = 0; i < text.length; i++) store<u8>(at + i, <u8>text.charCodeAt(i));
}

let seed: u64 = 0;

/** Once, before anything else. The seed keeps a file from choosing names that collide. */
export function initialise(low: u32, high: u32): void {
  seed = ((<u64>high) << 32) | (<u64>low);
  setPositionSeed(seed);
  put(ID, '"id":');
  put(CALL_FRAME, '"callFrame":');
  put(HIT_COUNT, '"hitCount":');
  put(CHILDREN, '"children":');
  put(POSITION_TICKS, '"positionTicks":');
  put(PARENT, '"parent":');
  put(FUNCTION_NAME, '{"functionName":');
  put(SCRIPT_ID, '","scriptId":"');
  put(URL, '","url":"');
  put(LINE_NUMBER, '","lineNumber":');
  put(COLUMN_NUMBER, ',"columnNumber":');
  put(LINE, '{"line":');
  put(TICKS, ',"ticks":');
}

/** Whether the `length` (at most 16) bytes at `p` are those of the literal. */
function at(p: usize, literal: usize, length: i32): bool {
  const mask = (1 << length) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(p), v128.load(literal))) & mask) == mask;
}

function space(p: usize): usize {
  let c = load<u8>(p);
  while (c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09) c = load<u8>(++p);
  return p;
}

/** The first byte from `p` on that is `"`, `\` or below 0x20 (so also the window's end). */
function stringStop(p: usize): usize {
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

// ---------------------------------------------------------------- any value

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

function isDigit(c: u8): bool {
  return c - 0x30 < 10;
}

/**
 * Goes over one JSON value of any kind, checking its grammar; may be interrupted anywhere. Returns where it stopped:
 * with DONE just behind the value, with MORE at the window's end.
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
      status = DONE;
      return p;
    }
    if (state == STRING) {
      p = stringStop(p);
      if (p >= end) break;
      const c = load<u8>(p);
      if (c == 0x22) state = stringIsKey ? COLON : AFTER;
      else if (c == 0x5c) state = ESCAPE;
      else return fail(BAD_JSON, p);
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
      if (next < 0) return fail(next == -2 ? TOO_DEEP : BAD_JSON, p);
      state = next;
      p++;
      continue;
    }
    const next = insideScalar(state, c);
    if (next < 0) {
      if (!numberMayEnd(state)) return fail(BAD_JSON, p);
      state = AFTER;
      continue;
    }
    state = next;
    p++;
  }
  skipState = state;
  status = MORE;
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
function skipInside(p: usize): usize {
  depth = 0;
  skipState = VALUE;
  const next = skipOn(p);
  return status == DONE ? next : 0;
}

// ---------------------------------------------------------------- numbers

let value: f64 = 0;

/** Reads the number at `p` into `value`; returns behind it, or 0. */
function number(p: usize): usize {
  const negative = load<u8>(p) == 0x2d;
  const first = p + <usize>negative;
  let q = first;
  let sum: u64 = 0;
  let digit = load<u8>(q) - 0x30;
  while (digit < 10) {
    sum = sum * 10 + digit;
    digit = load<u8>(++q) - 0x30;
  }
  const length = q - first;
  const next = digit + 0x30;
  const isPlain = length - 1 < 15 && (length == 1 || load<u8>(first) != 0x30) && next != 0x2e && (next | 0x20) != 0x65;
  if (!isPlain) return unusualNumber(p);
  if (q >= windowEnd) return fail(BAD_JSON, q);
  value = negative ? -(<f64>sum) : <f64>sum;
  return q;
}

function unusualNumber(p: usize): usize {
  let q = p;
  while (true) {
    const c = load<u8>(q);
    if (!isDigit(c) && c != 0x2d && c != 0x2b && c != 0x2e && (c | 0x20) != 0x65) break;
    q++;
  }
  if (q >= windowEnd) return fail(BAD_JSON, q);
  if (q == p) return fail(NOT_A_NUMBER, p);
  value = parseNumber(p, q - p);
  if (value != value) return fail(NOT_A_NUMBER, p);
  return q;
}

// Where in a list the scan stands.
const FIRST: i32 = 0; // behind [
const BEHIND: i32 = 1; // behind an entry
const NEXT: i32 = 2; // behind a comma
let listState: i32 = FIRST;

/** Call before a scan of a list, behind the list's bracket. */
export function beginList(): void {
  listState = FIRST;
}

/** Numbers that the last scan of a list of numbers wrote. */
export let numberCount: i32 = 0;

let now: f64 = 0;
let latest: f64 = 0;
/** Row of the next time in the whole list. */
let timeRow: i32 = 0;

/** Call before `scanTimes`: its sum starts at zero. */
export function beginTimes(): void {
  now = 0;
  latest = -Infinity;
  timeRow = 0;
}

/** Reads a list of ids as f64, as far as the window goes; returns where to go on. */
export function scanIds(from: usize, end: usize, out: usize): usize {
  openWindow(end);
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = number(p);
    if (q == 0) return p;
    store<f64>(out + ((<usize>numberCount) << 3), value);
    numberCount++;
    listState = BEHIND;
    p = q;
  }
}

/** Reads a list of ids, all nodes being read, as the nodes' rows (i32), as far as the window goes; where to go on. */
export function scanRows(from: usize, end: usize, out: usize): usize {
  openWindow(end);
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = number(p);
    if (q == 0) return p;
    const row = rowOf(value);
    if (row < 0) {
      failOn(UNKNOWN_NODE, value, p);
      return p;
    }
    store<i32>(out + ((<usize>numberCount) << 2), row);
    numberCount++;
    listState = BEHIND;
    p = q;
  }
}

/**
 * Reads a list of time deltas as sums so far, as far as the window goes; returns where to go on. The rows (i32) of sums
 * below an earlier one go to `late`, `lateCount` of them.
 */
export function scanTimes(from: usize, end: usize, out: usize, late: usize): usize {
  openWindow(end);
  lateCount = 0;
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = number(p);
    if (q == 0) return p;
    now += value;
    if (!(abs(now) <= 9007199254740991)) {
      fail(BAD_TIME, p);
      return p;
    }
    store<f64>(out + ((<usize>numberCount) << 3), now);
    numberCount++;
    if (now >= latest) latest = now;
    else {
      store<i32>(late + ((<usize>lateCount) << 2), timeRow);
      lateCount++;
    }
    timeRow++;
    listState = BEHIND;
    p = q;
  }
}

let itemAt: usize = 0;

/** Where the next item of a list stands. 0 when there is none here: `itemAt` is where to go on, `status` says why. */
function nextItem(from: usize): usize {
  let p = space(from);
  let c = load<u8>(p);
  if (c == 0x2c && listState == BEHIND) {
    listState = NEXT;
    p = space(p + 1);
    c = load<u8>(p);
  } else if (c == 0x5d && listState != NEXT) {
    status = DONE;
    itemAt = p + 1;
    return 0;
  } else if (listState == BEHIND) {
    fail(BAD_JSON, p);
    itemAt = p;
    return 0;
  }
  return p;
}

function openWindow(end: usize): void {
  windowEnd = end;
  store<u64>(end, 0);
  store<u64>(end + 8, 0);
  status = MORE;
  numberCount = 0;
}

// ---------------------------------------------------------------- distinct frames

// Slots of eight bytes: 32 bits of the hash, then the number of the frame plus one (0: free).
let slots: usize = 0;
let slotMask: u32 = 0;
// For each frame: address and length of its text.
let texts: usize = 0; // 2 u32
// For each frame: its script, which the host writes before the frame's ticks are placed; -1 for none.
let scripts: usize = 0; // i32
let store_: usize = 0;
let storeEnd: usize = 0;
export let frameCount: i32 = 0;
// What must grow after ROOM: `Room` in kernel-instance.ts.
const FRAME_SLOTS: i32 = 0;
const FRAME_TEXT: i32 = 1;
const SPARSE_IDS: i32 = 2;
export let roomFor: i32 = FRAME_SLOTS;
/** What must have room to go on: bytes of text, or ids. */
export let roomNeeded: usize = 0;

/**
 * Memory for the texts of frames. They stand one behind the other with a comma and spaces between, so that the host can
 * read those of a call as one list.
 */
export function setStore(start: usize, end: usize): void {
  store_ = start;
  storeEnd = end;
}

/** A table of `count` slots (a power of two) of zero bytes, and columns for half as many frames; old ones move over. */
export function setSlots(start: usize, count: u32, textColumn: usize, scriptColumn: usize): void {
  const old = slots;
  const oldCount: u32 = old == 0 ? 0 : slotMask + 1;
  memory.copy(textColumn, texts, (<usize>frameCount) << 3);
  memory.copy(scriptColumn, scripts, (<usize>frameCount) << 2);
  texts = textColumn;
  scripts = scriptColumn;
  slots = start;
  slotMask = count - 1;
  for (let i: u32 = 0; i < oldCount; i++) {
    const slot = load<u64>(old + ((<usize>i) << 3));
    if (slot == 0) continue;
    // Only the hash's upper half is kept, and it alone chooses the slot.
    let at: u32 = (<u32>(slot >> 32)) & slotMask;
    while (load<u64>(slots + ((<usize>at) << 3)) != 0) at = (at + 1) & slotMask;
    store<u64>(slots + ((<usize>at) << 3), slot);
  }
}

const K1: u64 = 0x9e3779b97f4a7c15;
const K2: u64 = 0xd6e8feb86659fd93;

/** 32 bits that are as good as random for different bytes. */
function hash(from: usize, end: usize): u32 {
  let a = seed;
  let b = seed ^ K1;
  const length = end - from;
  let p = from;
  while (p + 16 <= end) {
    a = rotl((a ^ load<u64>(p)) * K1, 29);
    b = rotl((b ^ load<u64>(p + 8)) * K2, 31);
    p += 16;
  }
  if (length >= 16) {
    a = rotl((a ^ load<u64>(end - 16)) * K2, 29);
    b = rotl((b ^ load<u64>(end - 8)) * K1, 31);
  } else {
    while (p < end) a = rotl((a ^ (<u64>load<u8>(p++))) * K1, 29);
  }
  let h = (a ^ rotl(b, 17) ^ length) * K2;
  h = (h ^ (h >>> 32)) * K1;
  return <u32>(h >>> 32);
}

/** The bytes are the same; both sides are padded by at least 15 readable bytes. */
function same(a: usize, b: usize, length: usize): bool {
  let i: usize = 0;
  while (i + 16 <= length) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) != 0xffff) return false;
    i += 16;
  }
  const rest = <i32>(length - i);
  const mask = (1 << rest) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) & mask) == mask;
}

/** The number of the callFrame whose text is [from, end); a new one is noted. -1 when there is no room. */
function numberOf(from: usize, end: usize): i32 {
  const length = end - from;
  const h = hash(from, end);
  let slot = h & slotMask;
  while (true) {
    const found = load<u64>(slots + ((<usize>slot) << 3));
    if (found == 0) break;
    if (<u32>(found >> 32) == h) {
      const number = <i32>(found & 0xffffffff) - 1;
      if (<usize>load<u32>(textOf(number), 4) == length && same(textAt(number), from, length)) return number;
    }
    slot = (slot + 1) & slotMask;
  }
  // A comma, and bytes behind the text that `same` may read.
  const size = (length + 32) & ~15;
  const isTableFull = <u32>frameCount + 1 > slotMask >> 1;
  if (isTableFull || store_ + size > storeEnd) {
    status = ROOM;
    roomFor = isTableFull ? FRAME_SLOTS : FRAME_TEXT;
    roomNeeded = size;
    return -1;
  }
  memory.copy(store_, from, length);
  memory.fill(store_ + length, 0x20, size - length);
  store<u8>(store_ + length, 0x2c);
  store<u32>(textOf(frameCount), <u32>store_);
  store<u32>(textOf(frameCount), <u32>length, 4);
  store_ += size;
  store<u32>(newFramesOut + ((<usize>newFrameCount) << 2), <u32>from);
  newFrameCount++;
  frameCount++;
  store<u64>(slots + ((<usize>slot) << 3), ((<u64>h) << 32) | (<u64>frameCount));
  return frameCount - 1;
}

function textOf(number: i32): usize {
  return texts + ((<usize>number) << 3);
}

/** Where the text of a frame begins. */
export function textAt(number: i32): usize {
  return <usize>load<u32>(textOf(number));
}

/** Where the text of a frame ends. */
export function textEnd(number: i32): usize {
  return textAt(number) + <usize>load<u32>(textOf(number), 4);
}

// ---------------------------------------------------------------- ids

// What is known of each id: 0 nothing, -1 - row that the node of that row names it as its child, 1 + row its own row.
// Small ids, which are V8's, have a table of i32:
let dense: usize = 0;
let denseEnd: f64 = 0;
// Others have entries of 16 bytes, the id as f64 (0: free), then the i32.
let sparse: usize = 0;
let sparseSlots: u32 = 0;
let sparseCount: u32 = 0;
const NOTHING: usize = memory.data(16, 16);
/** Ids that were named as children of nodes and are still to come. */
export let missingCount: i32 = 0;

/** A table of zero bytes for the ids below `count`, once before `scanNodes`. */
export function setDenseIds(start: usize, count: u32): void {
  dense = start;
  denseEnd = <f64>count;
}

/** A table of `count` slots (a power of two) of zero bytes for all other ids; what the old one holds moves over. */
export function setSparseIds(start: usize, count: u32): void {
  const old = sparse;
  const oldSlots = sparseSlots;
  sparse = start;
  sparseSlots = count;
  for (let i: u32 = 0; i < oldSlots; i++) {
    const entry = old + ((<usize>i) << 4);
    const id = load<f64>(entry);
    if (id == 0) continue;
    const to = stateOf(id);
    store<f64>(to - 8, id);
    store<i32>(to, load<i32>(entry + 8));
  }
}

/** The table of small ids as memory of zero bytes for other things, if it has so many; the ids are forgotten. Else 0. */
export function reuseIds(bytes: usize): usize {
  if (bytes > (<usize>denseEnd) << 2) return 0;
  memory.fill(dense, 0, bytes);
  denseEnd = 0;
  return dense;
}

/** Where the state of an id stands, or will stand. */
function stateOf(id: f64): usize {
  if (id < denseEnd) return dense + ((<usize>id) << 2);
  if (sparseSlots == 0) return NOTHING;
  const bits = (reinterpret<u64>(id) ^ seed) * K1;
  let slot = <u32>(((bits ^ (bits >>> 32)) * K2) >>> 32);
  while (true) {
    const entry = sparse + ((<usize>(slot & (sparseSlots - 1))) << 4);
    const key = load<f64>(entry);
    if (key == id || key == 0) return entry + 8;
    slot++;
  }
}

function setState(at: usize, id: f64, state: i32): void {
  if (id >= denseEnd && load<i32>(at) == 0) {
    store<f64>(at - 8, id);
    sparseCount++;
  }
  store<i32>(at, state);
}

/** The row of an id; -1 for an id that no node has. */
export function rowOf(id: f64): i32 {
  if (!isId(id)) return -1;
  const state = load<i32>(stateOf(id));
  return state > 0 ? state - 1 : -1;
}

/** The id of the node in a row, by a search through all: for messages. */
export function idOf(row: i32): f64 {
  return idWith(row + 1, row + 1);
}

/** An id that a node names as its child and that no node has; -1 for none. */
export function missingId(): f64 {
  return idWith(i32.MIN_VALUE, -1);
}

/** The row of the node that names such an id. */
export function callerOf(id: f64): i32 {
  return -1 - load<i32>(stateOf(id));
}

/** The first id with a state between two, both included; -1 for none. */
function idWith(least: i32, most: i32): f64 {
  for (let id: u32 = 0; id < <u32>denseEnd; id++) {
    const state = load<i32>(dense + ((<usize>id) << 2));
    if (state >= least && state <= most) return <f64>id;
  }
  for (let slot: u32 = 0; slot < sparseSlots; slot++) {
    const entry = sparse + ((<usize>slot) << 4);
    const state = load<i32>(entry + 8);
    if (load<f64>(entry) != 0 && state >= least && state <= most) return load<f64>(entry);
  }
  return -1;
}

// ---------------------------------------------------------------- nodes

// Columns that a call writes. One row for each node:
let framesOut: usize = 0; // i32
let parentsOut: usize = 0; // i32: row of the parent; -1 where no node before this one names it as its child
// One for each node that was read before the node that names it as its child: row of the child, row of the parent.
let lateOut: usize = 0; // 2 i32
// One for each node that names its parent:
let namingOut: usize = 0; // i32: row of the node
let namedOut: usize = 0; // f64: id of its parent
// One for each entry of positionTicks that is not zero:
let tickNodesOut: usize = 0; // i32: row of the node
let tickLinesOut: usize = 0; // i32
let tickCountsOut: usize = 0; // u32
// One for each callFrame that is new: its address in the window, u32.
let newFramesOut: usize = 0;
// Ids of the children of the node at hand, f64.
let childIds: usize = 0;
export let nodeCount: i32 = 0;
export let lateCount: i32 = 0;
export let namingCount: i32 = 0;
export let tickCount: i32 = 0;
export let newFrameCount: i32 = 0;
/** Row of the next node in the whole list. */
let nodeRow: i32 = 0;

export function setNodeColumns(frames: usize, parents: usize, newFrames: usize): void {
  framesOut = frames;
  parentsOut = parents;
  newFramesOut = newFrames;
}

export function setLinkColumns(children: usize, late: usize, naming: usize, named: usize): void {
  childIds = children;
  lateOut = late;
  namingOut = naming;
  namedOut = named;
}

export function setTickColumns(nodes: usize, lines: usize, counts: usize): void {
  tickNodesOut = nodes;
  tickLinesOut = lines;
  tickCountsOut = counts;
}

/** Reads the list of nodes as far as the window goes; returns where to go on. */
export function scanNodes(from: usize, end: usize): usize {
  openWindow(end);
  nodeCount = 0;
  lateCount = 0;
  namingCount = 0;
  tickCount = 0;
  newFrameCount = 0;
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = scanNode(p);
    if (q == 0) return p;
    listState = BEHIND;
    p = q;
  }
}

let nodeId: f64 = 0;
let nodeFrame: i32 = 0;
let nodeParent: f64 = 0;
let childCount: i32 = 0;
let hasSparseId: bool = false;
let ticksEnd: i32 = 0;

/** One node; its row is written only when all of it was read. */
function scanNode(from: usize): usize {
  if (load<u8>(from) != 0x7b) return fail(NOT_AN_OBJECT, from);
  nodeId = -1;
  nodeFrame = -1;
  nodeParent = NaN;
  childCount = 0;
  hasSparseId = false;
  ticksEnd = tickCount;
  let p = space(from + 1);
  if (load<u8>(p) != 0x7d) {
    while (true) {
      p = member(p);
      if (p == 0) return 0;
      p = space(p);
      const c = load<u8>(p);
      if (c == 0x7d) break;
      if (c != 0x2c) return fail(BAD_JSON, p);
      p = space(p + 1);
    }
  }
  if (p >= windowEnd) return fail(BAD_JSON, p);
  if (nodeId < 0) return fail(NO_ID, from);
  if (nodeFrame < 0) return fail(NO_FRAME, from);
  if (!linkNode(from)) return 0;
  store<i32>(framesOut + ((<usize>nodeCount) << 2), nodeFrame);
  if (nodeParent == nodeParent) {
    store<i32>(namingOut + ((<usize>namingCount) << 2), nodeRow);
    store<f64>(namedOut + ((<usize>namingCount) << 3), nodeParent);
    namingCount++;
  }
  tickCount = ticksEnd;
  nodeCount++;
  nodeRow++;
  return p + 1;
}

/** Finds the node's parent among those before it, and notes whose parent it is. */
function linkNode(from: usize): bool {
  if (hasSparseId || nodeId >= denseEnd) {
    const ids = sparseCount + childCount + 1;
    if (ids > sparseSlots >> 1) {
      status = ROOM;
      roomFor = SPARSE_IDS;
      roomNeeded = ids;
      return false;
    }
  }
  const own = stateOf(nodeId);
  const state = load<i32>(own);
  if (state > 0) return failOn(SAME_ID, nodeId, from) != 0;
  if (state < 0) missingCount--;
  store<i32>(parentsOut + ((<usize>nodeCount) << 2), state < 0 ? -1 - state : -1);
  setState(own, nodeId, nodeRow + 1);
  for (let i = 0; i < childCount; i++) {
    const id = load<f64>(childIds + ((<usize>i) << 3));
    if (!linkChild(id)) return failOn(TWO_PARENTS, id, from) != 0;
  }
  return true;
}

/** Notes that a child of the node is to come, or was read before; false if it has another parent already. */
function linkChild(id: f64): bool {
  const at = stateOf(id);
  const state = load<i32>(at);
  if (state == 0) {
    setState(at, id, -1 - nodeRow);
    missingCount++;
    return true;
  }
  if (state < 0) return state == -1 - nodeRow;
  store<i32>(lateOut + ((<usize>lateCount) << 3), state - 1);
  store<i32>(lateOut + ((<usize>lateCount) << 3) + 4, nodeRow);
  lateCount++;
  return true;
}

/** Which key stands at `p`, where it is written without escapes or spaces; 0 for another. */
function keyOf(p: usize): i32 {
  if (at(p, CALL_FRAME, 12)) return 2;
  if (at(p, HIT_COUNT, 11)) return 3;
  if (at(p, CHILDREN, 11)) return 4;
  if (at(p, ID, 5)) return 1;
  if (at(p, POSITION_TICKS, 16)) return 5;
  if (at(p, PARENT, 9)) return 6;
  return 0;
}

function member(p: usize): usize {
  switch (keyOf(p)) {
    case 1:
      return memberValue(1, p + 5);
    case 2:
      return memberValue(2, p + 12);
    case 3:
      return memberValue(3, p + 11);
    case 4:
      return memberValue(4, p + 11);
    case 5:
      return memberValue(5, p + 16);
    case 6:
      return memberValue(6, p + 9);
  }
  const valueAt = anyKey(p);
  return valueAt == 0 ? 0 : memberValue(keyFound, valueAt);
}

let keyFound: i32 = 0;

/** A key written in any legal way; sets `keyFound`, returns where its value stands. */
function anyKey(p: usize): usize {
  if (load<u8>(p) != 0x22) return fail(BAD_JSON, p);
  const end = skipInside(p);
  if (end == 0) return 0;
  keyFound = parseKey(p + 1, end - p - 2);
  if (keyFound < 0) return fail(BAD_JSON, p);
  const colon = space(end);
  if (load<u8>(colon) != 0x3a) return fail(BAD_JSON, colon);
  return colon + 1;
}

function memberValue(key: i32, valueAt: usize): usize {
  const p = space(valueAt);
  if (key == 1 || key == 6) {
    if (key == 6 && load<u8>(p) == 0x6e) {
      nodeParent = NaN;
      return skipInside(p);
    }
    const q = number(p);
    if (q == 0) return 0;
    if (!isId(value)) return fail(BAD_ID, p);
    if (key == 1) nodeId = value;
    else nodeParent = value;
    return q;
  }
  if (key == 2) return scanFrame(p);
  if (key == 4) return scanChildren(p);
  if (key == 5) return scanTicks(p);
  if (key == 3 && isDigit(load<u8>(p))) return number(p);
  return skipInside(p);
}

function isId(x: f64): bool {
  return x >= 0 && x <= 9007199254740991 && trunc(x) == x;
}

function scanFrame(p: usize): usize {
  if (load<u8>(p) != 0x7b) return fail(NO_FRAME, p);
  let end = usualFrameEnd(p);
  if (end == 0) end = skipInside(p);
  if (end == 0) return 0;
  nodeFrame = numberOf(p, end);
  return nodeFrame < 0 ? 0 : end;
}

/** Behind a string's closing quote minus one: at the quote; 0 for anything unusual. */
function usualStringEnd(p: usize): usize {
  let q = stringStop(p);
  while (load<u8>(q) == 0x5c) q = stringStop(q + 2);
  return load<u8>(q) == 0x22 ? q : 0;
}

function digitsEnd(p: usize): usize {
  if (load<u8>(p) == 0x2d) p++;
  while (isDigit(load<u8>(p))) p++;
  return p;
}

/** Where a callFrame as V8 writes it ends; 0 if it is written in another way (its text is checked when it is decoded). */
function usualFrameEnd(p: usize): usize {
  if (!at(p, FUNCTION_NAME, 16) || load<u8>(p + 16) != 0x22) return 0;
  p = usualStringEnd(p + 17);
  if (p == 0 || !at(p, SCRIPT_ID, 14)) return 0;
  p = digitsEnd(p + 14);
  if (!at(p, URL, 9)) return 0;
  p = usualStringEnd(p + 9);
  if (p == 0 || !at(p, LINE_NUMBER, 15)) return 0;
  p = digitsEnd(p + 15);
  if (!at(p, COLUMN_NUMBER, 16)) return 0;
  p = digitsEnd(p + 16);
  return load<u8>(p) == 0x7d && p < windowEnd ? p + 1 : 0;
}

function scanChildren(p: usize): usize {
  childCount = 0;
  hasSparseId = false;
  if (load<u8>(p) == 0x6e) return skipInside(p);
  if (load<u8>(p) != 0x5b) return fail(BAD_CHILDREN, p);
  p = space(p + 1);
  if (load<u8>(p) == 0x5d) return p + 1;
  while (true) {
    const q = number(p);
    if (q == 0) return 0;
    if (!isId(value)) return fail(BAD_ID, p);
    store<f64>(childIds + ((<usize>childCount) << 3), value);
    if (value >= denseEnd) hasSparseId = true;
    childCount++;
    p = space(q);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return fail(BAD_JSON, p);
    p = space(p + 1);
  }
}

function scanTicks(p: usize): usize {
  ticksEnd = tickCount;
  if (load<u8>(p) == 0x6e) return skipInside(p);
  if (load<u8>(p) != 0x5b) return fail(BAD_TICKS, p);
  p = space(p + 1);
  if (load<u8>(p) == 0x5d) return p + 1;
  while (true) {
    const q = scanTick(p);
    if (q == 0) return 0;
    if (!isId(tickLine) || !isId(tickTicks) || tickLine > 0x7fffffff || tickTicks > 0xffffffff)
      return fail(BAD_TICKS, p);
    if (tickTicks > 0) {
      const row = (<usize>ticksEnd) << 2;
      store<i32>(tickNodesOut + row, nodeRow);
      store<i32>(tickLinesOut + row, <i32>tickLine);
      store<u32>(tickCountsOut + row, <u32>tickTicks);
      ticksEnd++;
    }
    p = space(q);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return fail(BAD_JSON, p);
    p = space(p + 1);
  }
}

let tickLine: f64 = 0;
let tickTicks: f64 = 0;

function scanTick(from: usize): usize {
  if (load<u8>(from) != 0x7b) return fail(BAD_TICKS, from);
  tickLine = -1;
  tickTicks = -1;
  if (at(from, LINE, 8)) {
    let p = number(from + 8);
    if (p == 0) return 0;
    tickLine = value;
    if (at(p, TICKS, 9)) {
      p = number(p + 9);
      if (p == 0) return 0;
      tickTicks = value;
      if (load<u8>(p) == 0x7d) return p + 1;
    }
  }
  return unusualTick(from);
}

function unusualTick(from: usize): usize {
  tickLine = -1;
  tickTicks = -1;
  let p = space(from + 1);
  if (load<u8>(p) == 0x7d) return p + 1;
  while (true) {
    p = anyKey(p);
    if (p == 0) return 0;
    const key = keyFound;
    p = space(p);
    if (key == 7 || key == 8) {
      p = number(p);
      if (key == 7) tickLine = value;
      else tickTicks = value;
    } else p = skipInside(p);
    if (p == 0) return 0;
    p = space(p);
    const c = load<u8>(p);
    if (c == 0x7d) return p + 1;
    if (c != 0x2c) return fail(BAD_JSON, p);
    p = space(p + 1);
  }
}

/**
 * Puts positions in the place of lines in the ticks of the last call, one row for each node and line; the scripts of its
 * frames are known now. Node 26 writes several entries for one line (one for each column, without the column): they are
 * summed. Ticks of a node without a script have no place and are left out. Returns the row of a node whose counts are
 * too large, -1 for none.
 */
export function placeTicks(): i32 {
  const firstNode = nodeRow - nodeCount;
  let rows = 0;
  let owner = -1;
  for (let i = 0; i < tickCount; i++) {
    const node = load<i32>(tickNodesOut + ((<usize>i) << 2));
    if (node != owner) beginNode(rows);
    owner = node;
    const frame = load<i32>(framesOut + ((<usize>(node - firstNode)) << 2));
    const script = load<i32>(scripts + ((<usize>frame) << 2));
    if (script < 0) continue;
    const position = positionOf(script, load<i32>(tickLinesOut + ((<usize>i) << 2)), -1);
    const count = load<u32>(tickCountsOut + ((<usize>i) << 2));
    const known = rowOfPosition(position);
    if (known < 0) {
      // Rows are written over the entries they come from, never before them.
      setRowOfPosition(position, rows);
      store<i32>(tickNodesOut + ((<usize>rows) << 2), node);
      store<i32>(tickLinesOut + ((<usize>rows) << 2), position);
      store<u32>(tickCountsOut + ((<usize>rows) << 2), count);
      rows++;
      continue;
    }
    const at = tickCountsOut + ((<usize>known) << 2);
    if (load<u32>(at) > 0xffffffff - count) return node;
    store<u32>(at, load<u32>(at) + count);
  }
  tickCount = rows;
  return -1;
}
