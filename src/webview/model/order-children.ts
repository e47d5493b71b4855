import type { NodeColumns } from './merged-tree.ts';
import { sortDescending } from './sort-descending.ts';

/** Puts the new children of a node in order. Reused for all nodes of a tree, so that nothing is allocated for each. */
export class ChildOrder {
  private readonly columns: NodeColumns;
  private order = new Int32Array(64);
  private places = new Int32Array(64);
  private values = new Float64Array(64);

  constructor(columns: NodeColumns) {
    this.columns = columns;
  }

  /**
   * Sorts the nodes from `base` to `count` by falling total; what came first stays first among equals. What was k-th
   * before is at which place now: `order[place] = k`, until the next call.
   */
  sort(base: number, count: number): Int32Array {
    const { columns } = this;
    const size = count - base;
    if (size > this.order.length) this.grow(size);
    const { order, values } = this;
    let isFalling = true;
    for (let k = 0; k < size; k++) {
      order[k] = k;
      values[k] = columns.totalTime[base + k];
      isFalling &&= k === 0 || values[k] <= values[k - 1];
    }
    if (isFalling) return order;
    sortDescending(order, 0, size, values);
    for (const column of [columns.totalTime, columns.function, columns.totalSamples]) {
      for (let k = 0; k < size; k++) values[k] = column[base + k];
      for (let k = 0; k < size; k++) column[base + k] = values[order[k]];
    }
    return order;
  }

  /** Where the things of each child begin, as many as it occurs in `of`, when the children stand as last sorted. */
  placesOf(of: Int32Array, things: number, children: number): Int32Array {
    const { order, places } = this;
    places.fill(0, 0, children);
    for (let k = 0; k < things; k++) places[of[k]]++;
    let end = 0;
    for (let k = 0; k < children; k++) {
      const size = places[order[k]];
      places[order[k]] = end;
      end += size;
    }
    return places;
  }

  private grow(size: number): void {
    this.order = new Int32Array(size * 2);
    this.places = new Int32Array(size * 2);
    this.values = new Float64Array(size * 2);
  }
}
