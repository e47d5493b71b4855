import { float64Column, int32Column } from '../../core/index.ts';
import type { NodeColumns } from './merged-tree.ts';
import { sortDescending } from './sort-descending.ts';

/** Sorts the new children of a node. One serves all nodes of a tree, so that nothing is allocated per node. */
export class ChildOrder {
  private readonly order = int32Column();
  private readonly places = int32Column();
  private readonly values = float64Column();

  constructor(private readonly columns: NodeColumns) {}

  /**
   * Sorts the nodes from `base` to `count` by descending total, stably. Returns the old place of each,
   * `order[newPlace] = oldPlace`, valid until the next call.
   */
  sort(base: number, count: number): Int32Array {
    const { columns } = this;
    const size = count - base;
    if (size > this.order.values.length)
      for (const column of [this.order, this.places, this.values]) column.reserve(size);
    const order = this.order.values;
    const values = this.values.values;
    let isSorted = true;
    for (let k = 0; k < size; k++) {
      order[k] = k;
      values[k] = columns.totalTime[base + k];
      isSorted &&= k === 0 || values[k] <= values[k - 1];
    }
    if (isSorted) return order;
    sortDescending(order, 0, size, values);
    for (const column of [columns.totalTime, columns.function, columns.totalSamples]) {
      for (let k = 0; k < size; k++) values[k] = column[base + k];
      for (let k = 0; k < size; k++) column[base + k] = values[order[k]];
    }
    return order;
  }

  /** Where the items of each child (by old place) begin when items are grouped by child in the order last sorted. */
  placesOf(childOfItem: Int32Array, items: number, children: number): Int32Array {
    const order = this.order.values;
    const places = this.places.values;
    places.fill(0, 0, children);
    for (let k = 0; k < items; k++) places[childOfItem[k]]++;
    let end = 0;
    for (let k = 0; k < children; k++) {
      const size = places[order[k]];
      places[order[k]] = end;
      end += size;
    }
    return places;
  }
}
