/**
 * What is asked of one source map: generated positions in order of line, then column. Lines 1-based, columns 0-based;
 * column -1 asks for every original of the line and stands before the line's other queries.
 */
export interface Queries {
  readonly line: Int32Array;
  readonly column: Int32Array;
}

/**
 * The answers, row by row. With a known column: source (index, -1 unmapped), original line (1-based) and column
 * (0-based), name (index, -1 none) and the generated column at which the segment begins. Without: `runs` from
 * `runStart` on, `runCount` of them.
 */
export interface Answers {
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  readonly name: Int32Array;
  readonly segment: Int32Array;
  readonly runStart: Int32Array;
  readonly runCount: Int32Array;
  /** 1 where a line has more than `MAX_RUNS` segments, of more than one original line. */
  readonly overflow: Uint8Array;
  readonly runs: Run[];
}

/** One segment of a generated line that was asked for as a whole. `source` -1: it has no original. */
export interface Run {
  readonly generatedColumn: number;
  readonly source: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** No more segments than this are looked at to tell whether a generated line has one original line. */
export const MAX_RUNS = 512;

/** Answers for `count` queries, all still unmapped. */
export function emptyAnswers(count: number): Answers {
  return {
    source: new Int32Array(count).fill(-1),
    line: new Int32Array(count),
    column: new Int32Array(count).fill(-1),
    name: new Int32Array(count).fill(-1),
    segment: new Int32Array(count).fill(-1),
    runStart: new Int32Array(count),
    runCount: new Int32Array(count),
    overflow: new Uint8Array(count),
    runs: [],
  };
}

/** Rows in order of line, then column; equal ones stay as they were. Neither may be below -1. */
export function sortedRows(line: ArrayLike<number>, column: ArrayLike<number>): Uint32Array {
  const rows = new Uint32Array(line.length).map((_, i) => i);
  return isSorted(line, column) ? rows : sortBy(line, sortBy(column, rows));
}

function isSorted(line: ArrayLike<number>, column: ArrayLike<number>): boolean {
  for (let i = 1; i < line.length; i++)
    if (line[i] < line[i - 1] || (line[i] === line[i - 1] && column[i] < column[i - 1])) return false;
  return true;
}

const DIGIT_BITS = 11;

/** Digit by digit from the last one, each pass stable: linear, where a comparison for each step is not. */
function sortBy(values: ArrayLike<number>, from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const count = from.length;
  const keys = new Uint32Array(count);
  let greatest = 0;
  for (let i = 0; i < count; i++) {
    keys[i] = values[i] + 1;
    if (keys[i] > greatest) greatest = keys[i];
  }
  let rows = from;
  let other = new Uint32Array(count);
  const starts = new Uint32Array(2 ** DIGIT_BITS + 1);
  const mask = 2 ** DIGIT_BITS - 1;
  for (let shift = 0; shift < 32 && greatest >>> shift > 0; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[((keys[i] >>> shift) & mask) + 1]++;
    for (let digit = 0; digit < mask; digit++) starts[digit + 1] += starts[digit];
    for (let i = 0; i < count; i++) other[starts[(keys[rows[i]] >>> shift) & mask]++] = rows[i];
    [rows, other] = [other, rows];
  }
  return rows;
}
