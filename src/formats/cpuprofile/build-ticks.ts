import type { Index, SampleTable, TickTable } from '../../profile/index.ts';
import type { PositionBuilder } from './build-positions.ts';
import { selfTimes } from './build-samples.ts';
import { int32Column, uint32Column } from './columns.ts';

/** Collects `positionTicks`: one row for each node and line, in the order of the nodes. */
export class TickBuilder {
  readonly #positions: PositionBuilder;
  readonly #node = int32Column();
  readonly #position = int32Column();
  readonly #count = uint32Column();
  /** The last row of each position: it belongs to the node at hand if it is not before the node's first row. */
  #lastRow = new Int32Array(1024).fill(-1);

  constructor(positions: PositionBuilder) {
    this.#positions = positions;
  }

  /**
   * Adds the lines of one node, `from` to `to` being pairs of line and unsigned count in `ticks`. Node 26 writes several
   * entries for one line (one for each column, without the column): they are summed. False when a sum is too large.
   */
  add(node: Index, script: Index, ticks: Int32Array, from: number, to: number): boolean {
    const firstRow = this.#node.length;
    for (let i = from; i < to; i += 2) {
      const count = ticks[i + 1] >>> 0;
      if (count === 0) continue;
      const position = this.#positions.row(script, ticks[i], -1);
      if (position >= this.#lastRow.length) this.#grow();
      const row = this.#lastRow[position];
      if (row >= firstRow) {
        const sum = this.#count.at(row) + count;
        if (sum > 0xffffffff) return false;
        this.#count.set(row, sum);
        continue;
      }
      this.#lastRow[position] = this.#node.length;
      this.#node.push(node);
      this.#position.push(position);
      this.#count.push(count);
    }
    return true;
  }

  /** The rows with their share of their node's self time. `moved`: new rows of the nodes, where they were reordered. */
  finish(nodeCount: number, samples: SampleTable, moved: Int32Array | undefined): TickTable {
    const rows = { node: this.#node.finish(), position: this.#position.finish(), count: this.#count.finish() };
    if (moved !== undefined) renumber(rows, moved, nodeCount);
    const counts = new Float64Array(nodeCount);
    for (let row = 0; row < rows.node.length; row++) counts[rows.node[row]] += rows.count[row];
    const shareOut = (self: Float64Array): Float64Array => {
      const times = new Float64Array(rows.node.length);
      for (let row = 0; row < times.length; row++) {
        times[row] = (self[rows.node[row]] * rows.count[row]) / counts[rows.node[row]];
      }
      return times;
    };
    const time = shareOut(selfTimes(nodeCount, samples));
    if (samples.cpu === undefined) return { ...rows, time };
    return { ...rows, time, cpu: shareOut(selfTimes(nodeCount, samples, samples.cpu)) };
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#positions.length).fill(-1);
    larger.set(this.#lastRow);
    this.#lastRow = larger;
  }
}

type TickRows = Pick<TickTable, 'node' | 'position' | 'count'>;

/** Puts rows in the order of their nodes' new rows, in place. */
function renumber(rows: TickRows, moved: Int32Array, nodeCount: number): void {
  const next = new Int32Array(nodeCount + 1);
  for (const node of rows.node) next[moved[node] + 1]++;
  for (let node = 0; node < nodeCount; node++) next[node + 1] += next[node];
  const old = { node: rows.node.slice(), position: rows.position.slice(), count: rows.count.slice() };
  for (let from = 0; from < old.node.length; from++) {
    const node = moved[old.node[from]];
    const to = next[node]++;
    rows.node[to] = node;
    rows.position[to] = old.position[from];
    rows.count[to] = old.count[from];
  }
}
