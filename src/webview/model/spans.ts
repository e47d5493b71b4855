import { lastAtOrBelow, type ThreadId } from '../../core/index.ts';
import type { MergedIndex } from './merged-tree.ts';

/**
 * What is visible of the boxes in some rows: for each row, from left to right, the whole pixels that a box covers (`right`
 * exclusive). Created once for a canvas size and filled again for each frame.
 */
export class SpanBuffer {
  /** Spans in each row; those of row r begin at `r * width`. */
  readonly count: Int32Array;
  readonly node: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;

  constructor(
    readonly width: number,
    readonly rows: number,
  ) {
    this.count = new Int32Array(rows);
    this.node = new Int32Array(rows * width);
    this.left = new Int32Array(rows * width);
    this.right = new Int32Array(rows * width);
  }

  add(row: number, node: MergedIndex, left: number, right: number): void {
    const at = row * this.width + this.count[row]++;
    this.node[at] = node;
    this.left[at] = left;
    this.right[at] = right;
  }
}

/** The part of a flame graph on screen: microseconds from `left` to `right`, rows from `top` on. */
export interface FlameWindow {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** One box of a flame graph or chart; times in microseconds on its axis. */
export interface Box {
  readonly node: MergedIndex;
  readonly row: number;
  readonly start: number;
  readonly end: number;
  /** Whose stack it is, in a chart. */
  readonly thread?: ThreadId;
}

/**
 * As `lastAtOrBelow`, but quick where the answer is near `from`: doubles its steps, then halves them. `from` itself must
 * not be behind the answer.
 */
export function nextAtOrBelow(ascending: ArrayLike<number>, limit: number, from: number, end: number): number {
  let step = 1;
  let low = from;
  while (low + step < end && ascending[low + step] <= limit) {
    low += step;
    step *= 2;
  }
  return lastAtOrBelow(ascending, limit, low, Math.min(end, low + step));
}
