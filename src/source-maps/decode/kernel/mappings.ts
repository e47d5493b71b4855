/** Answers positions in one pass over the mappings. */
import { at, COMMA, put, SEMICOLON } from './bytes';
import { ends, numberAt, numberCount, NUMBERS, readSegment, separators, windowStart } from './digits';
import { FAILED, MORE, ROOM, stopAt } from './status';

const LIMIT: i32 = 0x7fffffff;
/** As MAX_RUNS in queries.ts. */
const MAX_RUNS: i32 = 512;

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

/**
 * Reads mappings that `decode` took apart from `from` to `end`, which cuts no segment: a separator stands before it, or
 * something that is no digit behind it. ROOM: take the runs, go on at `stoppedAt`. One long function: the hot loop lives
 * in locals.
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
    const offset = p - windowStart;
    const length = <u32>ctz(load<u32>(separators + (offset >> 3)) >>> ((<u32>offset) & 7));
    if (length == 0) {
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
    const inside = ((<u32>1) << length) - 1;
    let lasts = (load<u32>(ends + (offset >> 3)) >>> ((<u32>offset) & 7)) & inside;
    const unfinished = lasts ^ inside;
    const fields = <u32>popcnt(lasts);
    let hasSource: bool = true;
    let hasName: bool = fields == 5;
    if (fields - 4 <= 1 && (unfinished & (unfinished >>> 1) & (unfinished >>> 2)) == 0 && lasts >> (length - 1) == 1) {
      atColumn += numberAt(offset);
      atSource += numberAt(offset + 1 + <usize>ctz(lasts));
      lasts &= lasts - 1;
      atLine += numberAt(offset + 1 + <usize>ctz(lasts));
      lasts &= lasts - 1;
      atOriginalColumn += numberAt(offset + 1 + <usize>ctz(lasts));
      lasts &= lasts - 1;
      atName += numberAt(offset + 1 + <usize>ctz(lasts)) & -i32(hasName);
      p += length;
    } else {
      p = readSegment(p);
      if (p == 0) return FAILED;
      hasSource = numberCount > 1;
      hasName = numberCount == 5;
      atColumn += load<i32>(NUMBERS);
      atSource += load<i32>(NUMBERS, 4);
      atLine += load<i32>(NUMBERS, 8);
      atOriginalColumn += load<i32>(NUMBERS, 12);
      atName += load<i32>(NUMBERS, 16);
    }
    p += usize(load<u8>(p) == COMMA);
    if (hasSource && atSource >= sourceLimit) return FAILED;
    if (hasName && atName >= nameLimit) return FAILED;
    if ((atColumn | atSource | atLine | atOriginalColumn | atName) < 0 || atLine == LIMIT) return FAILED;
    lastLine = line;
    if (!isAsked) continue;
    const segmentSource = hasSource ? atSource : -1;
    const segmentName = hasName ? atName : -1;
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
  stopAt(p);
  return status;
}

/** After the last window. */
export function endScan(): void {
  if (isAsked) leaveLine();
}
