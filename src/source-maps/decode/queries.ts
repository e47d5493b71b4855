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
 * `runStart` on, `runCount` of them, and the column of the line's last segment.
 */
export interface Answers {
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  readonly name: Int32Array;
  readonly segment: Int32Array;
  readonly runStart: Int32Array;
  readonly runCount: Int32Array;
  /** 1 where a line has more than `Limit.runs` segments, of more than one original line. */
  readonly overflow: Int32Array;
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
