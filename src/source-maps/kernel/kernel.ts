/**
 * The loops over whole source maps, in AssemblyScript (not TypeScript: `build.mjs` beside it compiles it). The host
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
      const chunk = v128.load(p);
      const special = v128.or(i8x16.eq(chunk, i8x16.splat(QUOTE)), i8x16.eq(chunk, i8x16.splat(BACKSLASH)));
      const mask = i8x16.bitmask(special);
      if (mask == 0) {
        p += 16;
        continue;
      }
      p += ctz(mask);
      if (p >= end) break;
      if (load<u8>(p) == QUOTE) {
        place = BEHIND_VALUE;
        p += 1;
      } else {
        p += 2;
        if (p > end) carried = 1;
      }
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
    else if (letter == 0x75 && load<u16>(json + 2) == 0x3030) {
      const value = (hexOf(load<u8>(json + 4)) << 4) | hexOf(load<u8>(json + 5));
      if (value > 0x7f) return FAILED;
      meant = <u8>value;
      json += 4;
    }
    if (meant == 0 || meant != load<u8>(text)) return FAILED;
    json += 2;
    text += 1;
  }
  stoppedAt = json;
  comparedTo = text;
  return MORE;
}

function hexOf(byte: u8): u32 {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 0x100;
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
let wholeRow: i32 = -1;
let wholeEnd: i32 = -1;
let wholeCount: i32 = 0;
let wholeDiffers: bool = false;
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

function answer(row: i32, segment: i32): void {
  if (segment < 0) return;
  if (heldDiffers && at(askedColumn, row) == segment) isOrdered = 0;
  put(outSegment, row, segment);
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
    nextLine = next < total ? at(askedLine, next) : LIMIT;
  }
  isAsked = true;
  return true;
}

function leaveLine(): void {
  while (next < total && at(askedLine, next) == line) answer(next++, heldColumn);
  nextLine = next < total ? at(askedLine, next) : LIMIT;
  if (wholeRow >= 0) {
    for (let row = wholeRow; row < wholeEnd; row++) {
      put(outRunStart, row, at(outRunStart, wholeRow));
      put(outRunCount, row, wholeCount);
      put(outOverflow, row, at(outOverflow, wholeRow));
    }
  }
  wholeRow = -1;
  isAsked = false;
}

function collect(segmentSource: i32): void {
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

/** A segment on a line that was asked for. */
function meet(segmentSource: i32, segmentName: i32): void {
  if (wholeRow >= 0) collect(segmentSource);
  if (column < heldColumn) isOrdered = 0;
  if (column == heldColumn) {
    let order: i32 = 0;
    if (segmentSource < 0 || heldSource < 0) order = i32(segmentSource < 0) - i32(heldSource < 0);
    else {
      order = segmentSource - heldSource;
      if (order == 0) order = originalLine - heldLine;
      if (order == 0) order = originalColumn - heldOriginalColumn;
      if (order == 0) order = segmentName - heldName;
    }
    if (order != 0) heldDiffers = true;
    if (order < 0) return;
  } else {
    while (next < total && at(askedColumn, next) < column && at(askedLine, next) == line) answer(next++, heldColumn);
    nextLine = next < total ? at(askedLine, next) : LIMIT;
    heldDiffers = false;
  }
  heldColumn = column;
  heldSource = segmentSource;
  heldLine = originalLine;
  heldOriginalColumn = originalColumn;
  heldName = segmentName;
}

/** Reads mappings from `from` to `end`, which cuts no segment. ROOM: take the runs, go on at `stoppedAt`. */
export function scan(from: usize, end: usize): i32 {
  let p = from;
  // The state of the hot loop in locals; what is written for lines that were asked for stays in globals.
  let atColumn = column;
  let atSource = source;
  let atOriginalLine = originalLine;
  let atOriginalColumn = originalColumn;
  let atName = name;
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
    let byte = load<u8>(p);
    if (byte == COMMA) {
      p++;
      continue;
    }
    if (byte == SEMICOLON) {
      p++;
      if (isAsked) leaveLine();
      heldColumn = -1;
      heldDiffers = false;
      atColumn = 0;
      line++;
      isEntering = nextLine == line;
      continue;
    }
    let fields = 0;
    do {
      let digit = <u32>load<u8>(DIGITS + byte);
      p++;
      let value = digit & 31;
      if ((digit & 32) != 0) {
        if (digit == INVALID) return FAILED;
        let shift: u32 = 5;
        do {
          if (p >= end) return FAILED;
          digit = <u32>load<u8>(DIGITS + load<u8>(p));
          p++;
          if (digit == INVALID || shift > 30 || (shift == 30 && (digit & 31) > 3)) return FAILED;
          value |= (digit & 31) << shift;
          shift += 5;
        } while ((digit & 32) != 0);
      }
      const half = <i32>(value >>> 1);
      const delta = (value & 1) == 0 ? half : -half;
      if (fields == 0) atColumn += delta;
      else if (fields == 1) atSource += delta;
      else if (fields == 2) atOriginalLine += delta;
      else if (fields == 3) atOriginalColumn += delta;
      else atName += delta;
      fields++;
      byte = p < end ? load<u8>(p) : COMMA;
    } while (byte != COMMA && byte != SEMICOLON);

    if (fields != 4 && fields != 1 && fields != 5) return FAILED;
    if ((atColumn | atSource | atOriginalLine | atOriginalColumn | atName) < 0 || atOriginalLine == LIMIT)
      return FAILED;
    if (fields >= 4 && atSource >= sourceLimit) return FAILED;
    if (fields == 5 && atName >= nameLimit) return FAILED;
    lastLine = line;
    if (!isAsked) continue;
    column = atColumn;
    originalLine = atOriginalLine;
    originalColumn = atOriginalColumn;
    meet(fields == 1 ? -1 : atSource, fields == 5 ? atName : -1);
  }
  column = atColumn;
  source = atSource;
  originalLine = atOriginalLine;
  originalColumn = atOriginalColumn;
  name = atName;
  stoppedAt = p;
  return status;
}

/** After the last window. */
export function endScan(): void {
  if (isAsked) leaveLine();
}
