import { Limit } from '../../src/kernels/source-maps/kernel.generated.ts';
import type { Answers, Queries } from '../../src/source-maps/decode/queries.ts';

/** The mappings are not what the format allows; the message says what is wrong, and where. */
export class CorruptMappingsError extends Error {
  constructor(what: string, offset: number) {
    super(`${what} at character ${offset} of its mappings`);
    this.name = 'CorruptMappingsError';
  }
}

/** What a pass over the mappings found besides the answers. */
export interface Scan {
  /** The last generated line (1-based) that has a segment; 0 for none. */
  readonly lastLine: number;
  /**
   * False where a line that was asked for has segments out of order, or several originals for exactly the column asked:
   * the answers are then incomplete and an index is needed.
   */
  readonly isOrdered: boolean;
}

const SEMICOLON = 0x3b;
const COMMA = 0x2c;
const INVALID = 0xff;
const CONTINUES = 32;
const LIMIT = 0x7fffffff;

/** The value of each base64 digit by its byte; `INVALID` for every other byte. */
function buildDigits(): Uint8Array {
  const digits = new Uint8Array(256).fill(INVALID);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let i = 0; i < alphabet.length; i++) digits[alphabet.charCodeAt(i)] = i;
  return digits;
}
const DIGITS = buildDigits();

/**
 * The plain loop over mappings that the kernel is compared with: answers sorted queries in one pass, from `start` to `end`.
 * A column is looked up as the greatest lower bound within its line. Throws `CorruptMappingsError`.
 */
export function referenceMappings(
  bytes: Uint8Array,
  start: number,
  end: number,
  limits: { readonly sources: number; readonly names: number },
  queries: Queries,
  answers: Answers,
): Scan {
  const { line: askedLine, column: askedColumn } = queries;
  const total = askedLine.length;
  const sourceLimit = limits.sources;
  const nameLimit = limits.names;
  let next = 0; // the first query with a column that has no answer yet
  let line = 1;
  while (next < total && askedLine[next] < 1) next++;
  let nextLine = next < total ? askedLine[next] : LIMIT;
  let wholeRow = -1; // the query for all of this line, -1 for none
  let wholeEnd = -1;
  let isAsked = false;
  let isOrdered = true;
  let lastLine = 0;
  let column = 0;
  let source = 0;
  let originalLine = 0;
  let originalColumn = 0;
  let name = 0;
  // The segment that covers the column reached, -1 before a line's first one.
  let heldColumn = -1;
  let heldSource = -1;
  let heldLine = 0;
  let heldOriginalColumn = -1;
  let heldName = -1;
  let heldDiffers = false;
  let i = start;

  const answer = (row: number) => {
    if (heldColumn < 0) return;
    if (heldDiffers && askedColumn[row] === heldColumn) isOrdered = false;
    answers.segment[row] = heldColumn;
    answers.source[row] = heldSource;
    if (heldSource < 0) return;
    answers.line[row] = heldLine + 1;
    answers.column[row] = heldOriginalColumn;
    answers.name[row] = heldName;
  };

  const collect = (segmentSource: number) => {
    if (answers.overflow[wholeRow] !== 0) return;
    const count = answers.runCount[wholeRow];
    if (count >= Limit.runs) {
      if (!runsAgree(answers, wholeRow, segmentSource, originalLine + 1)) answers.overflow[wholeRow] = 1;
      return;
    }
    answers.runs.push({
      generatedColumn: column,
      source: segmentSource,
      line: originalLine + 1,
      column: originalColumn,
    });
    answers.runCount[wholeRow] = count + 1;
  };

  const enterLine = () => {
    isAsked = true;
    if (askedColumn[next] >= 0) return;
    wholeRow = next;
    answers.runStart[wholeRow] = answers.runs.length;
    while (next < total && askedLine[next] === line && askedColumn[next] < 0) next++;
    wholeEnd = next;
    nextLine = next < total ? askedLine[next] : LIMIT;
  };

  const leaveLine = () => {
    while (next < total && askedLine[next] === line) answer(next++);
    nextLine = next < total ? askedLine[next] : LIMIT;
    if (wholeRow >= 0) {
      for (let row = wholeRow; row < wholeEnd; row++) {
        copyRuns(answers, wholeRow, row);
        answers.segment[row] = heldColumn;
      }
    }
    wholeRow = -1;
    isAsked = false;
  };

  if (nextLine === line) enterLine();
  while (i < end) {
    const byte = bytes[i];
    if (byte === COMMA) {
      i++;
      continue;
    }
    if (byte === SEMICOLON) {
      i++;
      if (isAsked) leaveLine();
      heldColumn = -1;
      heldDiffers = false;
      column = 0;
      line++;
      if (nextLine === line) enterLine();
      continue;
    }
    const segmentStart = i;
    let field = 0;
    do {
      let digit = DIGITS[bytes[i++]];
      let value = digit & 31;
      if ((digit & CONTINUES) !== 0) {
        if (digit === INVALID) throw new CorruptMappingsError('an invalid character', i - 1 - start);
        let shift = 5;
        do {
          if (i >= end) throw new CorruptMappingsError('an unfinished number', i - start);
          digit = DIGITS[bytes[i++]];
          if (digit === INVALID) throw new CorruptMappingsError('an invalid character', i - 1 - start);
          if (shift === 30 && (digit & 31) > 3) throw new CorruptMappingsError('too large a number', i - start);
          if (shift > 30) throw new CorruptMappingsError('too large a number', i - start);
          value |= (digit & 31) << shift;
          shift += 5;
        } while ((digit & CONTINUES) !== 0);
      }
      const delta = (value & 1) === 0 ? value >>> 1 : -(value >>> 1);
      if (field === 0) column += delta;
      else if (field === 1) source += delta;
      else if (field === 2) originalLine += delta;
      else if (field === 3) originalColumn += delta;
      else name += delta;
      field++;
      if (field > 5) throw new CorruptMappingsError('a segment of more than 5 fields', segmentStart - start);
    } while (i < end && bytes[i] !== COMMA && bytes[i] !== SEMICOLON);

    if (field !== 4 && field !== 1 && field !== 5) {
      throw new CorruptMappingsError(`a segment of ${field} fields`, segmentStart - start);
    }
    if (
      (column | source | originalLine | originalColumn | name) < 0 ||
      column > LIMIT ||
      originalLine >= LIMIT ||
      originalColumn > LIMIT
    ) {
      throw new CorruptMappingsError('a line, column or index out of range', segmentStart - start);
    }
    if (field >= 4 && source >= sourceLimit) {
      throw new CorruptMappingsError('a source that is not listed', segmentStart - start);
    }
    if (field === 5 && name >= nameLimit) {
      throw new CorruptMappingsError('a name that is not listed', segmentStart - start);
    }
    lastLine = line;
    if (!isAsked) continue;

    const segmentSource = field === 1 ? -1 : source;
    if (wholeRow >= 0) collect(segmentSource);
    const segmentName = field === 5 ? name : -1;
    if (column < heldColumn) isOrdered = false;
    if (column === heldColumn) {
      // The index that we agree with sorts by original too; a segment without one comes last.
      const order =
        segmentSource < 0 || heldSource < 0
          ? (segmentSource < 0 ? 1 : 0) - (heldSource < 0 ? 1 : 0)
          : segmentSource - heldSource ||
            originalLine - heldLine ||
            originalColumn - heldOriginalColumn ||
            segmentName - heldName;
      if (order !== 0) heldDiffers = true;
      if (order < 0) continue;
    } else {
      while (next < total && askedColumn[next] < column && askedLine[next] === line) answer(next++);
      nextLine = next < total ? askedLine[next] : LIMIT;
      heldDiffers = false;
    }
    heldColumn = column;
    heldSource = segmentSource;
    heldLine = originalLine;
    heldOriginalColumn = originalColumn;
    heldName = segmentName;
  }
  if (isAsked) leaveLine();
  return { lastLine, isOrdered };
}

/** Whether all runs of a line so far, and one more, are of one original line. Only asked for very long lines. */
function runsAgree(answers: Answers, row: number, source: number, line: number): boolean {
  const first = answers.runs[answers.runStart[row]];
  if (first.source !== source || first.line !== line) return false;
  const runs = answers.runs.slice(answers.runStart[row], answers.runStart[row] + answers.runCount[row]);
  return runs.every((run) => run.source === source && run.line === line);
}

function copyRuns(answers: Answers, from: number, to: number): void {
  answers.runStart[to] = answers.runStart[from];
  answers.runCount[to] = answers.runCount[from];
  answers.overflow[to] = answers.overflow[from];
}
