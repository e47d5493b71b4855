import { lastAtOrBelow, type Microseconds, type SampleIndex, type SampleTable } from '../../core/index.ts';
import { ancestorAt, depthOf, type MergedIndex, type MergedTree, rowCount } from './merged-tree.ts';
import { type Box, type FlameWindow, nextAtOrBelow, type SpanBuffer } from './spans.ts';

/** What a flame chart is drawn from. */
export interface ChartInput {
  readonly tree: MergedTree;
  readonly samples: SampleTable;
  /** The samples' time that is the zero of the chart's axis; that of the first sample where absent. */
  readonly origin?: Microseconds;
  /** The tree's node for each node of the samples; -1 where it is left out. Absent: they are the tree's own nodes. */
  readonly nodeMap?: Int32Array;
  /** Depth of the tree's first visible row (1 leaves out the root). */
  readonly topDepth: number;
  /**
   * The garbage collector's node, which V8 hangs below the root. It is drawn on top of the stack that it interrupted:
   * at the root it would cut the stacks into strips. -1 or absent: there is none.
   */
  readonly collector?: MergedIndex;
}

/** Rows of a span buffer that a chart fills: `count` of them from row `at` on, the first with the chart's row `top`. */
export interface SpanRows {
  readonly at: number;
  readonly count: number;
  readonly top: number;
}

/**
 * Stacks of one thread over time. A box is a run of neighbouring samples with the same node at that depth. Nothing is laid
 * out beforehand: each pixel column asks for its sample and walks up from there.
 */
export class Chart {
  /** When the last sample ends. */
  readonly end: Microseconds;
  /** The longest stack. */
  readonly rows: number;
  private readonly tree: MergedTree;
  private readonly start: Float64Array;
  private readonly origin: number;
  private readonly topDepth: number;
  private readonly count: number;
  private readonly collector: MergedIndex;
  /**
   * The node on top of each sample's stack, below the collector: while garbage is collected the one before, the root where
   * nothing ran before; -1 for idle and for what is out of focus.
   */
  private readonly leaf: Int32Array;
  /** 1 for each sample in which garbage is collected. */
  private readonly collecting: Uint8Array;
  /** The box found last: a pointer rests on one for many frames, and finding a box of a million samples takes time. */
  private lastBox: Box | undefined;

  constructor({ tree, samples, origin, nodeMap, topDepth, collector = -1 }: ChartInput) {
    const { node: nodes, start } = samples;
    this.tree = tree;
    this.start = start;
    this.topDepth = topDepth;
    this.collector = collector;
    this.count = nodes.length;
    this.origin = this.count > 0 ? (origin ?? start[0]) : 0;
    this.end = this.count > 0 ? start[this.count] - this.origin : 0;
    this.leaf = new Int32Array(this.count);
    this.collecting = new Uint8Array(this.count);
    let deepest = -1;
    for (let sample = 0, before = 0; sample < this.count; sample++) {
      const node = nodes[sample] >= 0 && nodeMap ? nodeMap[nodes[sample]] : nodes[sample];
      const isCollecting = node >= 0 && node === collector;
      if (isCollecting) this.collecting[sample] = 1;
      else before = node;
      this.leaf[sample] = isCollecting ? Math.max(0, before) : node;
      // Rows come in order of depth, so that the largest node is one of the deepest.
      deepest = Math.max(deepest, this.leaf[sample]);
    }
    const rows = deepest < 0 ? 0 : depthOf(tree, deepest) + 1 - topDepth;
    this.rows = Math.max(0, rows) + (collector < 0 ? 0 : 1);
  }

  fill(
    spans: SpanBuffer,
    { left, right }: Pick<FlameWindow, 'left' | 'right'>,
    { at, count: rows, top }: SpanRows,
  ): void {
    const { tree, topDepth } = this;
    const { width } = spans;
    const open = new Int32Array(rows).fill(-1);
    const openFrom = new Int32Array(rows);
    const perPixel = (right - left) / width;
    let deepest = -1;
    let sample = -1;
    for (let x = 0; x < width; x++) {
      const next = this.sampleAfter(left + (x + 0.5) * perPixel, sample);
      if (next === sample && x > 0) continue;
      sample = next;
      const leaf = next < 0 ? -1 : this.leaf[next];
      const leafRow = leaf < 0 ? -1 : depthOf(tree, leaf) - topDepth - top;
      const lastRow = Math.min(rows - 1, this.isCollecting(next) ? leafRow + 1 : leafRow);
      for (let row = deepest; row > lastRow; row--) {
        if (open[row] >= 0) spans.add(at + row, open[row], openFrom[row], x);
        open[row] = -1;
      }
      deepest = lastRow;
      const bottom = Math.min(lastRow, leafRow);
      let node = lastRow > leafRow ? this.collector : bottom < 0 ? -1 : ancestorAt(tree, leaf, bottom + topDepth + top);
      for (let row = lastRow; row >= 0 && open[row] !== node; row--) {
        if (open[row] >= 0) spans.add(at + row, open[row], openFrom[row], x);
        open[row] = node;
        openFrom[row] = x;
        node = row > bottom ? leaf : tree.parent[node];
      }
    }
    for (let row = 0; row < rows; row++) if (open[row] >= 0) spans.add(at + row, open[row], openFrom[row], width);
  }

  boxAt(row: number, time: number): Box | undefined {
    const box = this.lastBox;
    if (box?.row === row && time >= box.start && time < box.end) return box;
    const sample = this.sampleAt(time);
    return sample < 0 ? undefined : this.boxAround(row, sample);
  }

  boxOf(node: MergedIndex, from = 0): Box | undefined {
    const row = depthOf(this.tree, node) - this.topDepth;
    if (row < 0) return undefined;
    const first = Math.max(0, this.sampleAt(from));
    const found = this.findSample(node, first, this.count) ?? this.findSample(node, 0, first);
    if (found === undefined) return undefined;
    return this.boxAround(node === this.collector ? this.topRowOf(found) : row, found);
  }

  beside(box: Box, direction: -1 | 1): Box | undefined {
    const inside = this.sampleAt(direction < 0 ? box.start : box.end);
    const first = direction < 0 ? inside - 1 : box.end >= this.end ? this.count : inside;
    const reaches = this.reachTest(box.row);
    for (let sample = first; sample >= 0 && sample < this.count; sample += direction) {
      if (reaches(sample)) return this.boxAround(box.row, sample);
    }
    return undefined;
  }

  above(box: Box): Box | undefined {
    return box.row > 0 ? this.boxAt(box.row - 1, box.start) : undefined;
  }

  below(box: Box): Box | undefined {
    if (box.node === this.collector) return undefined;
    const reaches = this.reachTest(box.row + 1);
    for (let sample = Math.max(0, this.sampleAt(box.start)); sample < this.count; sample++) {
      if (this.start[sample] - this.origin >= box.end) return undefined;
      if (reaches(sample)) return this.boxAround(box.row + 1, sample);
    }
    return undefined;
  }

  private isCollecting(sample: SampleIndex): boolean {
    return this.collecting[sample] === 1;
  }

  /** The lowest row that a sample has a box in. */
  private topRowOf(sample: SampleIndex): number {
    return depthOf(this.tree, this.leaf[sample]) - this.topDepth + (this.isCollecting(sample) ? 1 : 0);
  }

  /** Tells whether a sample has a box in this row. Quick, as it is asked for each of a million samples. */
  private reachTest(row: number): (sample: SampleIndex) => boolean {
    const { rowStart } = this.tree;
    const depth = row + this.topDepth;
    const least = depth < rowCount(this.tree) ? rowStart[depth] : Infinity;
    return (sample) => this.leaf[sample] >= least || (this.isCollecting(sample) && this.topRowOf(sample) === row);
  }

  private findSample(node: MergedIndex, from: SampleIndex, to: SampleIndex): SampleIndex | undefined {
    const isIn = this.boxTest(node);
    for (let sample = from; sample < to; sample++) if (isIn(sample)) return sample;
    return undefined;
  }

  /** Tells whether a sample belongs to a box of this node. */
  private boxTest(node: MergedIndex): (sample: SampleIndex) => boolean {
    if (node === this.collector) return (sample) => this.isCollecting(sample);
    const isUnder = stackTest(this.tree, node);
    return (sample) => isUnder(this.leaf[sample]);
  }

  private boxAround(row: number, sample: SampleIndex): Box | undefined {
    if (row < 0 || !this.reachTest(row)(sample)) return undefined;
    const isOnTop = this.isCollecting(sample) && row === this.topRowOf(sample);
    const node = isOnTop ? this.collector : ancestorAt(this.tree, this.leaf[sample], row + this.topDepth);
    const isIn = this.boxTest(node);
    let first = sample;
    while (first > 0 && isIn(first - 1)) first--;
    let end = sample + 1;
    while (end < this.count && isIn(end)) end++;
    this.lastBox = { node, row, start: this.start[first] - this.origin, end: this.start[end] - this.origin };
    return this.lastBox;
  }

  /** The sample at a time that is not before `sample`, which is likely near it. */
  private sampleAfter(time: number, sample: SampleIndex): SampleIndex {
    if (sample < 0 || time >= this.end) return this.sampleAt(time);
    return nextAtOrBelow(this.start, time + this.origin, sample, this.count);
  }

  private sampleAt(time: number): SampleIndex {
    if (time >= this.end || time + this.origin < this.start[0]) return -1;
    return lastAtOrBelow(this.start, time + this.origin, 0, this.count);
  }
}

/** Tells whether the stack of a leaf goes through a node. Quick, as it is asked for each of a million samples. */
function stackTest(tree: MergedTree, node: MergedIndex): (leaf: MergedIndex) => boolean {
  const { rowStart, start, totalTime } = tree;
  const depth = depthOf(tree, node);
  const first = rowStart[depth];
  const left = start[node];
  const right = left + totalTime[node];
  return (leaf) => {
    if (leaf <= node || leaf < first) return leaf === node;
    if (totalTime[leaf] === 0) return ancestorAt(tree, leaf, depth) === node;
    return start[leaf] >= left && start[leaf] < right;
  };
}
