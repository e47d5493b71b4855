/**
 * The loops over whole source maps, in AssemblyScript (not TypeScript: `src/build-kernel.mjs` compiles it). The host
 * (`kernel-instance.ts`) moves windows of bytes into this memory. Everything unusual ends with FAILED, and the host's own
 * code then does the same work and says what is wrong. At least 16 bytes may be read behind every window.
 */

// What a call ended with.
const MORE: i32 = 0;
const DONE: i32 = 1;
const ROOM: i32 = 2;
const FAILED: i32 = 3;

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const COMMA: u8 = 0x2c;
const SEMICOLON: u8 = 0x3b;

/** Where the last call stopped. */
export let stoppedAt: usize = 0;
/** How many numbers the last call wrote. */
export let written: u32 = 0;

// ---------------------------------------------------------------- lists of strings

const BEFORE_VALUE: i32 = 0;
const IN_STRING: i32 = 1;
const IN_WORD: i32 = 2;
const BEHIND_VALUE: i32 = 3;

let place: i32 = BEFORE_VALUE;
let elements: u32 = 0;
/** 1 where the window ended between a backslash and its letter. */
let carried: usize = 0;

/** Once before a list; `scanStrings` then begins behind its bracket. */
export function beginStrings(): void {
  place = BEFORE_VALUE;
  elements = 0;
  carried = 0;
}

/** Writes where the strings (or words) of a JSON list begin, as `p - from + base`. DONE: `stoppedAt` is behind the list. */
export function scanStrings(from: usize, end: usize, base: u32, out: usize): i32 {
  let p = from + carried;
  carried = 0;
  written = 0;
  while (p < end) {
    if (place == IN_STRING) {
      p = skipString(p, end);
      continue;
    }
    const byte = load<u8>(p);
    if (byte == 0x20 || (byte >= 0x09 && byte <= 0x0d)) {
      if (place == IN_WORD) place = BEHIND_VALUE;
      p += 1;
      continue;
    }
    if (place == BEFORE_VALUE) {
      if (byte == 0x5d && elements == 0) return doneAt(p + 1);
      const isWord = byte >= 0x61 && byte <= 0x7a;
      if (byte != QUOTE && !isWord) return FAILED;
      store<u32>(out + ((<usize>written) << 2), <u32>(p - from) + base);
      written++;
      elements++;
      place = byte == QUOTE ? IN_STRING : IN_WORD;
      p += 1;
    } else if (byte == COMMA) {
      place = BEFORE_VALUE;
      p += 1;
    } else if (byte == 0x5d) {
      return doneAt(p + 1);
    } else if (place == IN_WORD && byte >= 0x61 && byte <= 0x7a) {
      p += 1;
    } else {
      return FAILED;
    }
  }
  return MORE;
}

/** Goes behind the end of a string, or to the end of the window. */
function skipString(p: usize, end: usize): usize {
  while (p < end) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    let quotes = equal(a, QUOTE) | (equal(b, QUOTE) << 16) | (equal(c, QUOTE) << 32) | (equal(d, QUOTE) << 48);
    let backslashes =
      equal(a, BACKSLASH) | (equal(b, BACKSLASH) << 16) | (equal(c, BACKSLASH) << 32) | (equal(d, BACKSLASH) << 48);
    const size = min<usize>(64, end - p);
    if (size < 64) {
      const inside = ((<u64>1) << (<u64>size)) - 1;
      quotes &= inside;
      backslashes &= inside;
    }
    let next = p + size;
    while (backslashes != 0) {
      const at = <u64>ctz(backslashes);
      if (<u64>ctz(quotes) < at) break;
      // Its letter is no end of the string, and may be behind these bytes.
      if (at + 1 == <u64>size) next++;
      const escape = (<u64>3) << at;
      quotes &= ~escape;
      backslashes &= ~escape;
    }
    if (quotes != 0) {
      place = BEHIND_VALUE;
      return p + <usize>ctz(quotes) + 1;
    }
    p = next;
  }
  if (p > end) carried = 1;
  return end;
}

function equal(chunk: v128, byte: u8): u64 {
  return <u64>i8x16.bitmask(i8x16.eq(chunk, i8x16.splat(byte)));
}

function doneAt(p: usize): i32 {
  stoppedAt = p;
  return DONE;
}

// ---------------------------------------------------------------- lines of a text

/** Writes where lines begin behind the line ends (LF, CR, CRLF, U+2028, U+2029) of a window, as `p - from + base`. */
export function scanLines(from: usize, end: usize, base: u32, out: usize): void {
  written = 0;
  for (let p = from; p < end; p += 16) {
    const chunk = v128.load(p);
    let mask = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(chunk, i8x16.splat(0x0a)), i8x16.eq(chunk, i8x16.splat(0x0d))),
        i8x16.eq(chunk, i8x16.splat(<i8>0xe2)),
      ),
    );
    while (mask != 0) {
      const q = p + ctz(mask);
      mask &= mask - 1;
      if (q >= end) return;
      const byte = load<u8>(q);
      let length: usize = 1;
      if (byte == 0x0d) {
        if (load<u8>(q + 1) == 0x0a) continue;
      } else if (byte == 0xe2) {
        if (load<u8>(q + 1) != 0x80 || (load<u8>(q + 2) & 0xfe) != 0xa8) continue;
        length = 3;
      }
      store<u32>(out + ((<usize>written) << 2), <u32>(q - from + length) + base);
      written++;
    }
  }
}

// ---------------------------------------------------------------- a JSON string against a text

/** How far the text was compared; `stoppedAt` is how far the JSON string was. */
export let comparedTo: usize = 0;

/** Compares until one of the windows runs out (MORE), or until the two differ or something is unusual (FAILED). */
export function compare(json: usize, jsonEnd: usize, text: usize, textEnd: usize): i32 {
  while (json + 16 <= jsonEnd && text + 16 <= textEnd) {
    const a = v128.load(json);
    const mask = i8x16.bitmask(
      v128.or(
        i8x16.ne(a, v128.load(text)),
        v128.or(i8x16.eq(a, i8x16.splat(BACKSLASH)), i8x16.eq(a, i8x16.splat(QUOTE))),
      ),
    );
    if (mask == 0) {
      json += 16;
      text += 16;
      continue;
    }
    const same = ctz(mask);
    json += same;
    text += same;
    if (load<u8>(json) != BACKSLASH) return FAILED;
    if (json + 6 > jsonEnd) break;
    const letter = load<u8>(json + 1);
    let meant: u8 = 0;
    if (letter == 0x6e) meant = 0x0a;
    else if (letter == 0x22 || letter == 0x5c || letter == 0x2f) meant = letter;
    else if (letter == 0x74) meant = 0x09;
    else if (letter == 0x72) meant = 0x0d;
    else if (letter == 0x62) meant = 0x08;
    else if (letter == 0x66) meant = 0x0c;
    else if (letter == 0x75) {
      const value =
        (hexOf(load<u8>(json + 2)) << 12) |
        (hexOf(load<u8>(json + 3)) << 8) |
        (hexOf(load<u8>(json + 4)) << 4) |
        hexOf(load<u8>(json + 5));
      // Zero, and pairs of surrogates, are left to others.
      if (value == 0 || value > 0xffff || (value & 0xf800) == 0xd800) return FAILED;
      const length = compareCharacter(value, text);
      if (length == 0) return FAILED;
      json += 6;
      text += length;
      continue;
    }
    if (meant == 0 || meant != load<u8>(text)) return FAILED;
    json += 2;
    text += 1;
  }
  stoppedAt = json;
  comparedTo = text;
  return MORE;
}

/** Bytes of a character in UTF-8 if it stands at `text`, 0 otherwise. */
function compareCharacter(value: u32, text: usize): usize {
  const first = <u32>load<u8>(text);
  if (value < 0x80) return first == value ? 1 : 0;
  const second = <u32>load<u8>(text + 1);
  const last = 0x80 | (value & 0x3f);
  if (value < 0x800) return first == (0xc0 | (value >> 6)) && second == last ? 2 : 0;
  const middle = 0x80 | ((value >> 6) & 0x3f);
  return first == (0xe0 | (value >> 12)) && second == middle && <u32>load<u8>(text + 2) == last ? 3 : 0;
}

function hexOf(byte: u8): u32 {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 0x10000;
}

// ---------------------------------------------------------------- the order of positions

const DIGIT_BITS: u32 = 11;
const DIGIT_MASK: u32 = (1 << DIGIT_BITS) - 1;
/** By digit: how many keys have a smaller one. */
const BELOW: usize = memory.data(((1 << 11) + 1) << 2, 16);

/**
 * Puts rows in the order of their lines, then columns (both at least -1), and writes the lines and columns in that order.
 * Digit by digit from the last one, each pass stable: linear, where comparing is not. `rows` and `other`: room for
 * `count` numbers each. Returns which of the two has the rows.
 */
export function sortRows(
  lines: usize,
  columns: usize,
  count: u32,
  rows: usize,
  other: usize,
  outLines: usize,
  outColumns: usize,
): usize {
  for (let i: u32 = 0; i < count; i++) store<u32>(rows + (i << 2), i);
  let from = rows;
  if (!areSorted(lines, columns, count)) {
    from = sortBy(columns, count, rows, other);
    from = sortBy(lines, count, from, from == rows ? other : rows);
  }
  for (let i: u32 = 0; i < count; i++) {
    const row = load<u32>(from + (i << 2)) << 2;
    store<u32>(outLines + (i << 2), load<u32>(lines + row));
    store<u32>(outColumns + (i << 2), load<u32>(columns + row));
  }
  return from;
}

function areSorted(lines: usize, columns: usize, count: u32): bool {
  for (let i: u32 = 1; i < count; i++) {
    const line = at(lines, i);
    const before = at(lines, i - 1);
    if (line < before || (line == before && at(columns, i) < at(columns, i - 1))) return false;
  }
  return true;
}

function sortBy(values: usize, count: u32, rows: usize, other: usize): usize {
  let greatest: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u32>(values + (i << 2)) + 1;
    if (key > greatest) greatest = key;
  }
  let from = rows;
  let to = other;
  for (let shift: u32 = 0; shift < 32 && greatest >> shift > 0; shift += DIGIT_BITS) {
    memory.fill(BELOW, 0, ((1 << DIGIT_BITS) + 1) << 2);
    for (let i: u32 = 0; i < count; i++) {
      const digit = ((load<u32>(values + (i << 2)) + 1) >> shift) & DIGIT_MASK;
      const at = BELOW + ((digit + 1) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
    for (let digit: u32 = 0; digit < DIGIT_MASK; digit++) {
      const at = BELOW + ((digit + 1) << 2);
      store<u32>(at, load<u32>(at) + load<u32>(BELOW + (digit << 2)));
    }
    for (let i: u32 = 0; i < count; i++) {
      const row = load<u32>(from + (i << 2));
      const digit = ((load<u32>(values + (row << 2)) + 1) >> shift) & DIGIT_MASK;
      const at = BELOW + (digit << 2);
      const index = load<u32>(at);
      store<u32>(at, index + 1);
      store<u32>(to + (index << 2), row);
    }
    const last = from;
    from = to;
    to = last;
  }
  return from;
}

// ---------------------------------------------------------------- answers

/** What a source of the map is to positions, where it is no row of the host's sources. As in kernel-rows.ts. */
const OWN_MAP: i32 = -2;

/** The first row whose segment begins behind the end of its line, -1 for none. `starts`: of the lines, and the text's end. */
export function findMisfit(lines: usize, segments: usize, count: i32, starts: usize, startCount: i32): i32 {
  for (let row = 0; row < count; row++) {
    const line = at(lines, row);
    const length = line < 1 || line >= startCount ? 0 : at(starts, line) - at(starts, line - 1);
    if (at(segments, row) > length + 1) return row;
  }
  return -1;
}

/** Writes the sources that rows have into `list`, each once, as they come. `isUsed`: zeros, a byte for each source. */
export function listSources(sources: usize, count: i32, isUsed: usize, list: usize): void {
  written = 0;
  for (let row = 0; row < count; row++) {
    const source = at(sources, row);
    if (source < 0 || load<u8>(isUsed + source) != 0) continue;
    store<u8>(isUsed + source, 1);
    put(list, written++, source);
  }
}

/** How many rows with names the last `placeRows` wrote. */
export let namesWritten: i32 = 0;

/**
 * Writes original places where their positions were asked: those whose source has a row of the host's (`targets`). Rows
 * that this cannot tell (without a column, or in a source with a map of its own) go into `rest`. Those asked from
 * `firstName` on that begin a segment with a name go into `named`, as they were asked, and their names into `names`.
 * `written` and `namesWritten` say how many.
 *
 * `answers`: columns of `count` numbers (source, line, column, name, segment, the column asked, where it was asked);
 * `placed`: such columns for the places (source, line, column).
 */
export function placeRows(
  answers: usize,
  count: i32,
  targets: usize,
  firstName: i32,
  placed: usize,
  rest: usize,
  named: usize,
  names: usize,
): void {
  const size = (<usize>count) << 2;
  written = 0;
  namesWritten = 0;
  for (let row = 0; row < count; row++) {
    const source = at(answers, row);
    const target = source < 0 ? -1 : at(targets, source);
    const asked = at(answers + size * 5, row);
    if (asked < 0 || target == OWN_MAP) put(rest, written++, row);
    if (target < 0) continue;
    const to = at(answers + size * 6, row);
    put(placed, to, target);
    put(placed + size, to, at(answers + size, row));
    put(placed + size * 2, to, at(answers + size * 2, row));
    const name = at(answers + size * 3, row);
    if (to < firstName || name < 0 || at(answers + size * 4, row) != asked) continue;
    put(named, namesWritten, to);
    put(names, namesWritten++, name);
  }
}

// ---------------------------------------------------------------- mappings

const DIGITS: usize = memory.data(256, 16);
const INVALID: u32 = 0xff;
const LIMIT: i32 = 0x7fffffff;
/** As MAX_RUNS in queries.ts. */
const MAX_RUNS: i32 = 512;

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

// The queries, and the columns of their answers: 32-bit numbers, one for each query.
let askedLine: usize = 0;
let askedColumn: usize = 0;
let total: i32 = 0;
let outSource: usize = 0;
let outLine: usize = 0;
let outColumn: usize = 0;
let outName: usize = 0;
let outSegment: usize = 0;
let outRunStart: usize = 0;
let outRunCount: usize = 0;
let outOverflow: usize = 0;
/** Runs: generated column, source, line, column. */
let runs: usize = 0;
let runRoom: i32 = 0;
let sourceLimit: i32 = 0;
let nameLimit: i32 = 0;

export let runsWritten: i32 = 0;
/** Runs that the host has taken away already. */
let runsBefore: i32 = 0;
export let lastLine: i32 = 0;
export let isOrdered: i32 = 1;

let next: i32 = 0;
let nextLine: i32 = LIMIT;
let line: i32 = 1;
let column: i32 = 0;
let source: i32 = 0;
let originalLine: i32 = 0;
let originalColumn: i32 = 0;
let name: i32 = 0;
let isAsked: bool = false;
let isEntering: bool = true;
/** The column of the first query of this line without an answer. */
let nextColumn: i32 = LIMIT;
let wholeRow: i32 = -1;
let wholeEnd: i32 = -1;
let wholeCount: i32 = 0;
let wholeDiffers: bool = false;
/** The segment that covers the column reached; column -1 before a line's first one. */
let heldColumn: i32 = -1;
let heldSource: i32 = -1;
let heldLine: i32 = 0;
let heldOriginalColumn: i32 = -1;
let heldName: i32 = -1;
let heldDiffers: bool = false;

/** `answers`: eight columns of `count` numbers one after the other, already filled with what unanswered means. */
export function beginScan(lines: usize, columns: usize, count: i32, answers: usize, runsAt: usize, room: i32): void {
  const size = (<usize>count) << 2;
  askedLine = lines;
  askedColumn = columns;
  total = count;
  outSource = answers;
  outLine = answers + size;
  outColumn = answers + size * 2;
  outName = answers + size * 3;
  outSegment = answers + size * 4;
  outRunStart = answers + size * 5;
  outRunCount = answers + size * 6;
  outOverflow = answers + size * 7;
  runs = runsAt;
  runRoom = room;
  runsWritten = 0;
  runsBefore = 0;
  lastLine = 0;
  isOrdered = 1;
  next = 0;
  while (next < total && at(askedLine, next) < 1) next++;
  nextLine = next < total ? at(askedLine, next) : LIMIT;
  line = 1;
  column = 0;
  source = 0;
  originalLine = 0;
  originalColumn = 0;
  name = 0;
  isAsked = false;
  isEntering = true;
  wholeRow = -1;
  heldColumn = -1;
  heldDiffers = false;
}

export function limitScan(sources: i32, names: i32): void {
  sourceLimit = sources;
  nameLimit = names;
}

/** After ROOM: the runs so far were taken away. */
export function takeRuns(): void {
  runsBefore += runsWritten;
  runsWritten = 0;
}

function at(column: usize, row: i32): i32 {
  return load<i32>(column + ((<usize>row) << 2));
}

function put(column: usize, row: i32, value: i32): void {
  store<i32>(column + ((<usize>row) << 2), value);
}

function answer(row: i32): void {
  if (heldColumn < 0) return;
  if (heldDiffers && at(askedColumn, row) == heldColumn) isOrdered = 0;
  put(outSegment, row, heldColumn);
  put(outSource, row, heldSource);
  if (heldSource < 0) return;
  put(outLine, row, heldLine + 1);
  put(outColumn, row, heldOriginalColumn);
  put(outName, row, heldName);
}

/** False where there is no room for the runs of one more line. */
function enterLine(): bool {
  if (at(askedColumn, next) < 0) {
    if (runsWritten + MAX_RUNS > runRoom) return false;
    wholeRow = next;
    wholeCount = 0;
    wholeDiffers = false;
    put(outRunStart, wholeRow, runsBefore + runsWritten);
    while (next < total && at(askedLine, next) == line && at(askedColumn, next) < 0) next++;
    wholeEnd = next;
  }
  isAsked = true;
  lookAhead();
  return true;
}

function lookAhead(): void {
  nextLine = next < total ? at(askedLine, next) : LIMIT;
  nextColumn = nextLine == line ? at(askedColumn, next) : LIMIT;
}

/** Answers what was asked of this line up to before `column`. */
function answerBefore(column: i32): void {
  while (next < total && at(askedColumn, next) < column && at(askedLine, next) == line) answer(next++);
  lookAhead();
}

function leaveLine(): void {
  while (next < total && at(askedLine, next) == line) answer(next++);
  nextLine = next < total ? at(askedLine, next) : LIMIT;
  if (wholeRow >= 0) {
    for (let row = wholeRow; row < wholeEnd; row++) {
      put(outRunStart, row, at(outRunStart, wholeRow));
      put(outRunCount, row, wholeCount);
      put(outOverflow, row, at(outOverflow, wholeRow));
      put(outSegment, row, heldColumn);
    }
  }
  wholeRow = -1;
  isAsked = false;
}

function collect(column: i32, segmentSource: i32, originalLine: i32, originalColumn: i32): void {
  if (at(outOverflow, wholeRow) != 0) return;
  if (wholeCount > 0) {
    const first = runs + ((<usize>(runsWritten - wholeCount)) << 4);
    if (load<i32>(first + 4) != segmentSource || load<i32>(first + 8) != originalLine + 1) wholeDiffers = true;
  }
  if (wholeCount >= MAX_RUNS) {
    if (wholeDiffers) put(outOverflow, wholeRow, 1);
    return;
  }
  const run = runs + ((<usize>runsWritten) << 4);
  store<i32>(run, column);
  store<i32>(run + 4, segmentSource);
  store<i32>(run + 8, originalLine + 1);
  store<i32>(run + 12, originalColumn);
  runsWritten++;
  wholeCount++;
}

/** Whether a segment stands after the held one in an index that sorts by original too; one without an original is last. */
function orderAtColumn(segmentSource: i32, originalLine: i32, originalColumn: i32, segmentName: i32): i32 {
  if (segmentSource < 0 || heldSource < 0) return i32(segmentSource < 0) - i32(heldSource < 0);
  if (segmentSource != heldSource) return segmentSource - heldSource;
  if (originalLine != heldLine) return originalLine - heldLine;
  if (originalColumn != heldOriginalColumn) return originalColumn - heldOriginalColumn;
  return segmentName - heldName;
}

/** Behind a number of more than two digits; -1 where it is too large or is none. */
let behindNumber: usize = 0;

/** The number whose first digit is `digit`, of which more follow at `p`. */
function longNumber(digit: u32, p: usize): u32 {
  let value = digit & 31;
  let shift: u32 = 5;
  behindNumber = 0;
  if (digit == INVALID) return 0;
  do {
    digit = <u32>load<u8>(DIGITS + load<u8>(p++));
    if (digit == INVALID || shift > 30 || (shift == 30 && (digit & 31) > 3)) return 0;
    value |= (digit & 31) << shift;
    shift += 5;
  } while ((digit & 32) != 0);
  behindNumber = p;
  return value;
}

/** What a number means: its last bit is its sign. */
function signed(value: u32): i32 {
  const sign = -(<i32>(value & 1));
  return ((<i32>(value >>> 1)) ^ sign) - sign;
}

/**
 * Reads mappings from `from` to `end`, which cuts no segment and behind which a zero stands or another segment's
 * separator before. ROOM: take the runs, go on at `stoppedAt`. One long function: the hot loop lives in locals.
 */
export function scan(from: usize, end: usize): i32 {
  let p = from;
  let atColumn = column;
  let atSource = source;
  let atLine = originalLine;
  let atOriginalColumn = originalColumn;
  let atName = name;
  let held = heldColumn;
  let status = MORE;
  while (true) {
    if (isEntering) {
      if (nextLine == line && !enterLine()) {
        status = ROOM;
        break;
      }
      isEntering = false;
    }
    if (p >= end) break;
    let digit = <u32>load<u8>(DIGITS + load<u8>(p));
    let value = digit;
    if ((digit & 32) != 0) {
      if (digit == INVALID) {
        const byte = load<u8>(p++);
        if (byte == COMMA) continue;
        if (byte != SEMICOLON) return FAILED;
        if (isAsked) leaveLine();
        held = heldColumn = -1;
        heldDiffers = false;
        atColumn = 0;
        line++;
        isEntering = nextLine == line;
        continue;
      }
      value = longNumber(digit, p + 1);
      if (behindNumber == 0) return FAILED;
      p = behindNumber;
    } else p++;
    atColumn += signed(value);
    let segmentSource = -1;
    let segmentName = -1;

    digit = <u32>load<u8>(DIGITS + load<u8>(p));
    if (digit != INVALID) {
      p++;
      value = digit;
      if ((digit & 32) != 0) {
        value = longNumber(digit, p);
        if (behindNumber == 0) return FAILED;
        p = behindNumber;
      }
      atSource += signed(value);

      digit = <u32>load<u8>(DIGITS + load<u8>(p++));
      value = digit;
      if ((digit & 32) != 0) {
        value = longNumber(digit, p);
        if (behindNumber == 0) return FAILED;
        p = behindNumber;
      }
      atLine += signed(value);

      digit = <u32>load<u8>(DIGITS + load<u8>(p++));
      value = digit;
      if ((digit & 32) != 0) {
        const second = <u32>load<u8>(DIGITS + load<u8>(p));
        if (digit != INVALID && (second & 32) == 0) {
          value = (digit & 31) | (second << 5);
          p++;
        } else {
          value = longNumber(digit, p);
          if (behindNumber == 0) return FAILED;
          p = behindNumber;
        }
      }
      atOriginalColumn += signed(value);
      if (atSource >= sourceLimit) return FAILED;
      segmentSource = atSource;

      digit = <u32>load<u8>(DIGITS + load<u8>(p));
      if (digit != INVALID) {
        p++;
        value = digit;
        if ((digit & 32) != 0) {
          value = longNumber(digit, p);
          if (behindNumber == 0) return FAILED;
          p = behindNumber;
        }
        atName += signed(value);
        if (atName >= nameLimit || load<u8>(DIGITS + load<u8>(p)) != INVALID) return FAILED;
        segmentName = atName;
      }
    }
    if ((atColumn | atSource | atLine | atOriginalColumn | atName) < 0 || atLine == LIMIT) return FAILED;
    lastLine = line;
    if (!isAsked) continue;
    if (wholeRow >= 0) collect(atColumn, segmentSource, atLine, atOriginalColumn);
    if (atColumn > nextColumn) answerBefore(atColumn);
    if (atColumn <= held) {
      if (atColumn < held) isOrdered = 0;
      else {
        const order = orderAtColumn(segmentSource, atLine, atOriginalColumn, segmentName);
        if (order != 0) heldDiffers = true;
        if (order < 0) continue;
      }
    } else heldDiffers = false;
    held = atColumn;
    heldColumn = atColumn;
    heldSource = segmentSource;
    heldLine = atLine;
    heldOriginalColumn = atOriginalColumn;
    heldName = segmentName;
  }
  column = atColumn;
  source = atSource;
  originalLine = atLine;
  originalColumn = atOriginalColumn;
  name = atName;
  stoppedAt = p;
  return status;
}

/** After the last window. */
export function endScan(): void {
  if (isAsked) leaveLine();
}
