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

/** Rows in order of line, then column. Sorts packed numbers where they fit, which is several times faster. */
export function sortedRows(line: ArrayLike<number>, column: ArrayLike<number>): Uint32Array {
  const count = line.length;
  const rows = new Uint32Array(count).map((_, i) => i);
  let widest = 0;
  let lowest = 0;
  let isSorted = true;
  let isNatural = true;
  for (let i = 0; i < count; i++) {
    if (i > 0 && (line[i] < line[i - 1] || (line[i] === line[i - 1] && column[i] < column[i - 1]))) isSorted = false;
    if (line[i] < 0 || column[i] < -1) isNatural = false;
    if (column[i] > widest) widest = column[i];
    if (line[i] > lowest) lowest = line[i];
  }
  if (isSorted) return rows;
  const columns = widest + 2;
  if (isNatural && (lowest + 1) * columns < 2 ** 32) return radixSorted(line, column, columns);
  if ((lowest + 1) * columns * count > Number.MAX_SAFE_INTEGER) {
    return rows.sort((a, b) => line[a] - line[b] || column[a] - column[b]);
  }
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = (line[i] * columns + column[i] + 1) * count + i;
  keys.sort();
  for (let i = 0; i < count; i++) rows[i] = keys[i] % count;
  return rows;
}

const DIGIT_BITS = 11;

/** Digit by digit from the last one, each pass stable. Lines must not be negative. */
function radixSorted(line: ArrayLike<number>, column: ArrayLike<number>, columns: number): Uint32Array {
  const count = line.length;
  const keys = new Uint32Array(count);
  let rows = new Uint32Array(count);
  let greatest = 0;
  for (let i = 0; i < count; i++) {
    keys[i] = line[i] * columns + column[i] + 1;
    rows[i] = i;
    if (keys[i] > greatest) greatest = keys[i];
  }
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
