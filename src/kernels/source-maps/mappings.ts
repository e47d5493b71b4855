/** Answers positions in one pass over the mappings. */
import { i32At, setI32 } from '../shared/memory';
import { failAt, Status, stop } from '../shared/status';
import { COMMA, numberCount, NUMBERS, readSegment, SEMICOLON } from './digits';

const LIMIT: i32 = 0x7fffffff;
/** Bounds of what is looked at. */
export const enum Limit {
  /** No more segments than these are looked at to tell whether a generated line has one original line. */
  runs = 512,
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
/** How many sources and names the section has, and what its first ones are in the map. */
let sourceLimit: i32 = 0;
let nameLimit: i32 = 0;
let firstSource: i32 = 0;
let firstName: i32 = 0;
/** Where the next section begins, and whether what is left of this one stands behind that. */
let untilLine: i32 = LIMIT;
let untilColumn: i32 = 0;
let isBehind: bool = false;

export let runsWritten: i32 = 0;
/** Runs that the host has taken away already. */
let runsBefore: i32 = 0;
export let lastLine: i32 = 0;

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
/** The first query of this line, and whether its segments came in order of their columns so far. */
let firstRow: i32 = 0;
let isOrdered: bool = true;

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
  next = 0;
  while (next < total && i32At(askedLine, next) < 1) next++;
  nextLine = next < total ? i32At(askedLine, next) : LIMIT;
  line = 1;
  isAsked = false;
  isEntering = true;
  wholeRow = -1;
  heldColumn = -1;
  isOrdered = true;
}

/** The mappings that follow are of a section that begins at a line and column, and ends where the next one begins. */
export function beginSection(atLine: i32, atColumn: i32, toLine: i32, toColumn: i32): void {
  if (atLine > line) {
    if (isAsked) leaveLine();
    line = atLine;
    while (next < total && i32At(askedLine, next) < line) next++;
    nextLine = next < total ? i32At(askedLine, next) : LIMIT;
    isEntering = nextLine == line;
  } else if (isAsked) answerBefore(atColumn);
  heldColumn = -1;
  column = atColumn;
  source = 0;
  originalLine = 0;
  originalColumn = 0;
  name = 0;
  untilLine = toLine;
  untilColumn = toColumn;
  isBehind = false;
}

/** The section's sources and names: the rows of the first ones in those of the map, and how many there are. */
export function setLists(source: i32, sources: i32, name: i32, names: i32): void {
  firstSource = source;
  sourceLimit = sources;
  firstName = name;
  nameLimit = names;
}

/** The runs so far were taken away: there is room again. */
export function takeRuns(): void {
  runsBefore += runsWritten;
  runsWritten = 0;
}

function answer(row: i32): void {
  if (heldColumn < 0) return;
  setI32(outSegment, row, heldColumn);
  setI32(outSource, row, heldSource);
  if (heldSource < 0) return;
  setI32(outLine, row, heldLine + 1);
  setI32(outColumn, row, heldOriginalColumn);
  setI32(outName, row, heldName);
}

/** False where there is no room for the runs of one more line. */
function enterLine(): bool {
  firstRow = next;
  if (i32At(askedColumn, next) < 0) {
    if (runsWritten + Limit.runs > runRoom) return false;
    wholeRow = next;
    wholeCount = 0;
    wholeDiffers = false;
    setI32(outRunStart, wholeRow, runsBefore + runsWritten);
    while (next < total && i32At(askedLine, next) == line && i32At(askedColumn, next) < 0) next++;
    wholeEnd = next;
  }
  isAsked = true;
  isOrdered = true;
  lookAhead();
  return true;
}

function lookAhead(): void {
  nextLine = next < total ? i32At(askedLine, next) : LIMIT;
  nextColumn = nextLine == line ? i32At(askedColumn, next) : LIMIT;
}

/** Answers what was asked of this line up to before `column`. */
function answerBefore(column: i32): void {
  while (next < total && i32At(askedColumn, next) < column && i32At(askedLine, next) == line) answer(next++);
  lookAhead();
}

function leaveLine(): void {
  while (next < total && i32At(askedLine, next) == line) answer(next++);
  nextLine = next < total ? i32At(askedLine, next) : LIMIT;
  if (wholeRow >= 0) {
    for (let row = wholeRow; row < wholeEnd; row++) {
      setI32(outRunStart, row, i32At(outRunStart, wholeRow));
      setI32(outRunCount, row, wholeCount);
      setI32(outOverflow, row, i32At(outOverflow, wholeRow));
      setI32(outSegment, row, heldColumn);
    }
  }
  if (!isOrdered) forgetLine();
  wholeRow = -1;
  isAsked = false;
}

/** A line with segments out of order, which no generator writes, has no answers. */
function forgetLine(): void {
  for (let row = firstRow; row < next; row++) {
    setI32(outSource, row, -1);
    setI32(outSegment, row, -1);
    setI32(outRunCount, row, 0);
  }
}

function collect(column: i32, segmentSource: i32, originalLine: i32, originalColumn: i32): void {
  if (i32At(outOverflow, wholeRow) != 0) return;
  if (wholeCount > 0) {
    const first = runs + ((<usize>(runsWritten - wholeCount)) << 4);
    if (load<i32>(first + 4) != segmentSource || load<i32>(first + 8) != originalLine + 1) wholeDiffers = true;
  }
  if (wholeCount >= Limit.runs) {
    if (wholeDiffers) setI32(outOverflow, wholeRow, 1);
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

/** Whether a segment that does not begin behind the held one takes its place. */
function replacesHeld(column: i32, source: i32, originalLine: i32, originalColumn: i32, name: i32): bool {
  if (column < heldColumn) {
    isOrdered = false;
    return true;
  }
  return orderAtColumn(source, originalLine, originalColumn, name) >= 0;
}

function hold(column: i32, source: i32, originalLine: i32, originalColumn: i32, name: i32): void {
  heldColumn = column;
  heldSource = source;
  heldLine = originalLine;
  heldOriginalColumn = originalColumn;
  heldName = name;
}

/** Goes over a line's semicolon. */
function endLine(): void {
  if (isAsked) leaveLine();
  heldColumn = -1;
  line++;
  isEntering = nextLine == line;
}

/** False where there is no room for the runs of the line that begins. */
function beginLine(): bool {
  if (nextLine == line && !enterLine()) return false;
  isEntering = false;
  return true;
}

/**
 * Reads mappings from `from` to `end`, which cuts no segment: a separator stands before it, or something that is no digit
 * behind it. Returns where to go on when it needs room: take the runs first. 0 after a problem.
 * The state of the hot loop lives in locals.
 */
export function scan(from: usize, end: usize): usize {
  stop(Status.more);
  let p = isBehind ? end : from;
  let atColumn = column;
  let atSource = source;
  let atLine = originalLine;
  let atOriginalColumn = originalColumn;
  let atName = name;
  while (true) {
    if (isEntering && !beginLine()) {
      stop(Status.room);
      break;
    }
    if (p >= end) break;
    const start = p;
    const byte = load<u8>(p);
    if (byte == COMMA) {
      p++;
      continue;
    }
    if (byte == SEMICOLON) {
      if (line >= untilLine) {
        isBehind = true;
        return end;
      }
      p++;
      endLine();
      atColumn = 0;
      continue;
    }
    p = readSegment(p, end);
    if (p == 0) return 0;
    const hasSource = numberCount > 1;
    const hasName = numberCount == 5;
    atColumn += i32At(NUMBERS, 0);
    atSource += i32At(NUMBERS, 1);
    atLine += i32At(NUMBERS, 2);
    atOriginalColumn += i32At(NUMBERS, 3);
    atName += i32At(NUMBERS, 4);
    p += usize(load<u8>(p) == COMMA);
    if ((atColumn | atSource | atLine | atOriginalColumn | atName) < 0 || atLine == LIMIT) return failAt(0, start);
    if ((hasSource && atSource >= sourceLimit) || (hasName && atName >= nameLimit)) return failAt(0, start);
    lastLine = line;
    if (!isAsked) continue;
    if (line == untilLine && atColumn >= untilColumn) {
      isBehind = true;
      return end;
    }
    const ownSource = hasSource ? atSource + firstSource : -1;
    const ownName = hasName ? atName + firstName : -1;
    if (wholeRow >= 0) collect(atColumn, ownSource, atLine, atOriginalColumn);
    if (atColumn > nextColumn) answerBefore(atColumn);
    if (atColumn <= heldColumn && !replacesHeld(atColumn, ownSource, atLine, atOriginalColumn, ownName)) continue;
    hold(atColumn, ownSource, atLine, atOriginalColumn, ownName);
  }
  column = atColumn;
  source = atSource;
  originalLine = atLine;
  originalColumn = atOriginalColumn;
  name = atName;
  return p;
}

/** After the last window. */
export function endScan(): void {
  if (isAsked) leaveLine();
}
