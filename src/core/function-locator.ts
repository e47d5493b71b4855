import type { FunctionRanges } from './profile.ts';
import { lastAtOrBelow } from './last-at-or-below.ts';
import type { OneBasedLine, ZeroBasedColumn } from './units.ts';

/** The script's top level: no function of its own. */
export const TOP_LEVEL = -1;
/** Several functions share the line, none inside the other. */
export const AMBIGUOUS = -2;

/** Which function of a script stands at a line or position? Answers are rows of its `FunctionRanges`. */
export class FunctionLocator {
  /** The innermost function around each function, `TOP_LEVEL` for none. */
  readonly #outer: Int32Array;

  constructor(private readonly ranges: FunctionRanges) {
    this.#outer = outerFunctions(ranges);
  }

  /** The innermost function around a position. */
  at(line: OneBasedLine, column: ZeroBasedColumn): number {
    let row = this.#lastStart(line, column);
    while (row >= 0 && isBefore(this.ranges.endLine[row], this.ranges.endColumn[row], line, column))
      row = this.#outer[row];
    return row;
  }

  /** The one innermost function that touches a line; `AMBIGUOUS` where there are several. */
  ofLine(line: OneBasedLine): number {
    const row = this.#climbTo(line, this.#lastStart(line, Infinity));
    if (row < 0 || this.ranges.startLine[row] < line) return row;
    const outer = this.#outer[row];
    for (let other = row - 1; other > outer; other--) {
      const last = this.#climbTo(line, other);
      if (last !== row && last !== outer && last > outer) return AMBIGUOUS;
      if (this.ranges.startLine[other] < line) break;
    }
    return row;
  }

  /** Does the line touch the function? The top level touches every line. */
  touches(row: number, line: OneBasedLine): boolean {
    return row === TOP_LEVEL || (this.ranges.startLine[row] <= line && line <= this.ranges.endLine[row]);
  }

  /** Is the line inside the function without sharing it with what stands around? */
  isInside(row: number, line: OneBasedLine): boolean {
    return this.ranges.startLine[row] < line && line < this.ranges.endLine[row];
  }

  #climbTo(line: OneBasedLine, from: number): number {
    let row = from;
    while (row >= 0 && this.ranges.endLine[row] < line) row = this.#outer[row];
    return row;
  }

  #lastStart(line: OneBasedLine, column: number): number {
    const { startLine, startColumn } = this.ranges;
    const end = lastAtOrBelow(startLine, line) + 1;
    return lastAtOrBelow(startColumn, column, lastAtOrBelow(startLine, line - 1, 0, end) + 1, end);
  }
}

const isBefore = (line: number, column: number, thanLine: number, thanColumn: number): boolean =>
  line < thanLine || (line === thanLine && column < thanColumn);

function outerFunctions({ startLine, startColumn, endLine, endColumn }: FunctionRanges): Int32Array {
  const outer = new Int32Array(startLine.length).fill(TOP_LEVEL);
  for (let row = 1; row < outer.length; row++) {
    let candidate = row - 1;
    while (candidate >= 0 && !isBefore(startLine[row], startColumn[row], endLine[candidate], endColumn[candidate]))
      candidate = outer[candidate];
    outer[row] = candidate;
  }
  return outer;
}
