/** Answers positions in one pass over the mappings. */
import { i32At, setI32 } from '../shared/memory';
import { failAt } from '../shared/status';
import { COMMA, numberCount, NUMBERS, readSegment, SEMICOLON } from './digits';

const LIMIT: i32 = 0x7fffffff;

// The queries, and the columns of their answers: 32-bit numbers, one for each query.
let askedLine: usize = 0;
let askedColumn: usize = 0;
let total: i32 = 0;
let outSource: usize = 0;
let outLine: usize = 0;
let outColumn: usize = 0;
let outName: usize = 0;
let outSegment: usize = 0;
/** How many sources and names the section has, and what its first ones are in the map. */
let sourceLimit: i32 = 0;
let nameLimit: i32 = 0;
let firstSource: i32 = 0;
let firstName: i32 = 0;
/** Where the next section begins, and whether what is left of this one stands behind that. */
let untilLine: i32 = LIMIT;
let untilColumn: i32 = 0;
let isBehind: bool = false;

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
/** The queries of this line as a whole: the first one, and the one behind the last. */
let wholeFirst: i32 = 0;
let wholeEnd: i32 = 0;
/** The one original line of all its segments; -1 before the first one, -2 where they have several. Column -1: of several columns. */
let wholeSource: i32 = -1;
let wholeLine: i32 = 0;
let wholeColumn: i32 = -1;
/** The segment that covers the column reached; column -1 before a line's first one. */
let heldColumn: i32 = -1;
let heldSource: i32 = -1;
let heldLine: i32 = 0;
let heldOriginalColumn: i32 = -1;
let heldName: i32 = -1;

/** `answers`: five columns of `count` numbers one after the other, already filled with what unanswered means. */
export function beginScan(lines: usize, columns: usize, count: i32, answers: usize): void {
  const size = (<usize>count) << 2;
  askedLine = lines;
  askedColumn = columns;
  total = count;
  outSource = answers;
  outLine = answers + size;
  outColumn = answers + size * 2;
  outName = answers + size * 3;
  outSegment = answers + size * 4;
  lastLine = 0;
  next = 0;
  line = 1;
  isAsked = false;
  heldColumn = -1;
  skipTo(1);
}

/** Passes over what is asked of the lines before one, at which the scan goes on. */
function skipTo(atLine: i32): void {
  line = atLine;
  while (next < total && i32At(askedLine, next) < line) next++;
  nextLine = next < total ? i32At(askedLine, next) : LIMIT;
  isEntering = nextLine == line;
}

/** The mappings that follow are of a section that begins at a line and column, and ends where the next one begins. */
export function beginSection(atLine: i32, atColumn: i32, toLine: i32, toColumn: i32): void {
  if (atLine > line) {
    if (isAsked) leaveLine();
    skipTo(atLine);
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

function answer(row: i32): void {
  if (heldColumn < 0) return;
  setI32(outSegment, row, heldColumn);
  setI32(outSource, row, heldSource);
  if (heldSource < 0) return;
  setI32(outLine, row, heldLine + 1);
  setI32(outColumn, row, heldOriginalColumn);
  setI32(outName, row, heldName);
}

function enterLine(): void {
  isEntering = false;
  isAsked = true;
  wholeFirst = next;
  while (next < total && i32At(askedLine, next) == line && i32At(askedColumn, next) < 0) next++;
  wholeEnd = next;
  wholeSource = -1;
  lookAhead();
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
  answerBefore(LIMIT);
  for (let row = wholeFirst; row < wholeEnd; row++) {
    setI32(outSegment, row, heldColumn);
    if (wholeSource < 0) continue;
    setI32(outSource, row, wholeSource);
    setI32(outLine, row, wholeLine + 1);
    setI32(outColumn, row, wholeColumn);
  }
  isAsked = false;
}

/** Adds a segment to the line as a whole. */
function addToWhole(segmentSource: i32, segmentLine: i32, segmentColumn: i32): void {
  if (segmentSource < 0 || wholeSource == -2) return;
  if (wholeSource == -1) {
    wholeSource = segmentSource;
    wholeLine = segmentLine;
    wholeColumn = segmentColumn;
  } else if (wholeSource != segmentSource || wholeLine != segmentLine) wholeSource = -2;
  else if (wholeColumn != segmentColumn) wholeColumn = -1;
}

/** Whether a segment stands after the held one in an index that sorts by original too; one without an original is last. */
function orderAtColumn(segmentSource: i32, originalLine: i32, originalColumn: i32, segmentName: i32): i32 {
  if (segmentSource < 0 || heldSource < 0) return i32(segmentSource < 0) - i32(heldSource < 0);
  if (segmentSource != heldSource) return segmentSource - heldSource;
  if (originalLine != heldLine) return originalLine - heldLine;
  if (originalColumn != heldOriginalColumn) return originalColumn - heldOriginalColumn;
  return segmentName - heldName;
}

/** Goes over a line's semicolon. */
function endLine(): void {
  if (isAsked) leaveLine();
  heldColumn = -1;
  line++;
  isEntering = nextLine == line;
}

/**
 * Reads mappings from `from` to `end`, which cuts no segment: a separator stands before it, or something that is no digit
 * behind it. Returns where it stopped; 0 after a problem. The state of the hot loop lives in locals.
 */
export function scan(from: usize, end: usize): usize {
  let p = isBehind ? end : from;
  let atColumn = column;
  let atSource = source;
  let atLine = originalLine;
  let atOriginalColumn = originalColumn;
  let atName = name;
  while (true) {
    if (isEntering) enterLine();
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
    // No generator writes segments out of order.
    if (atColumn < heldColumn) return failAt(0, start);
    const ownSource = hasSource ? atSource + firstSource : -1;
    const ownName = hasName ? atName + firstName : -1;
    if (wholeFirst < wholeEnd) addToWhole(ownSource, atLine, atOriginalColumn);
    if (atColumn > nextColumn) answerBefore(atColumn);
    if (atColumn == heldColumn && orderAtColumn(ownSource, atLine, atOriginalColumn, ownName) < 0) continue;
    heldColumn = atColumn;
    heldSource = ownSource;
    heldLine = atLine;
    heldOriginalColumn = atOriginalColumn;
    heldName = ownName;
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
