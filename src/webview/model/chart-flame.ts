import type { SampleTable } from '../../profile/index.ts';
import { ancestorAt, buildJumps, sharedDepth } from './ancestors.ts';
import type { Flame } from './flame.ts';
import { type MergedTree, rowCount } from './merged-tree.ts';
import { type Box, type FlameWindow, lastAtMost, nextAtMost, type RunBuffer } from './runs.ts';

/**
 * The flame chart: stacks over time. A box is a run of neighbouring samples with the same node at that depth. Nothing
 * is laid out beforehand: each pixel column asks for its sample and walks up from there.
 * `topDepth` is the depth of the tree that the first row shows (1 leaves out the root).
 */
export function buildChartFlame(tree: MergedTree, samples: SampleTable, topDepth: number): Flame {
  const chart = new Chart(tree, samples, topDepth);
  return {
    tree,
    extent: chart.extent,
    rows: Math.max(0, rowCount(tree) - topDepth),
    fill: (runs, window) => chart.fill(runs, window),
    boxAt: (row, time) => chart.boxAt(row, time),
    boxOf: (node, from = 0) => chart.boxOf(node, from),
    beside: (box, direction) => chart.beside(box, direction),
    above: (box) => (box.row > 0 ? chart.boxAt(box.row - 1, box.start) : undefined),
    below: (box) => chart.below(box),
  };
}

class Chart {
  readonly extent: number;
  private readonly tree: MergedTree;
  private readonly start: Float64Array;
  private readonly origin: number;
  private readonly topDepth: number;
  /** Merged node of each sample; -1 for idle and for what is out of focus. */
  private readonly node: Int32Array;
  private readonly jump: Int32Array;
  private sharedDepths: Int32Array | undefined;

  constructor(tree: MergedTree, samples: SampleTable, topDepth: number) {
    this.tree = tree;
    this.start = samples.start;
    this.topDepth = topDepth;
    this.node = new Int32Array(samples.node.length);
    for (let i = 0; i < this.node.length; i++) this.node[i] = tree.ofNode[samples.node[i]];
    this.jump = buildJumps(tree);
    this.origin = this.node.length > 0 ? samples.start[0] : 0;
    this.extent = this.node.length > 0 ? samples.start[this.node.length] - this.origin : 0;
  }

  fill(runs: RunBuffer, { left, right, top }: FlameWindow): void {
    const { width, rows } = runs;
    const open = new Int32Array(rows).fill(-1);
    const openFrom = new Int32Array(rows);
    const perPixel = (right - left) / width;
    const topDepth = top + this.topDepth;
    let deepest = -1;
    let sample = -1;
    runs.count.fill(0);
    for (let x = 0; x < width; x++) {
      const next = this.sampleAfter(left + (x + 0.5) * perPixel, sample);
      if (next === sample && x > 0) continue;
      sample = next;
      const leaf = next < 0 ? -1 : this.node[next];
      const bottom = leaf < 0 ? -1 : Math.min(rows - 1, this.tree.depth[leaf] - topDepth);
      for (let row = deepest; row > bottom; row--) {
        if (open[row] >= 0) runs.add(row, open[row], openFrom[row], x);
        open[row] = -1;
      }
      deepest = bottom;
      if (bottom < 0) continue;
      let node = ancestorAt(this.tree, this.jump, leaf, bottom + topDepth);
      for (let row = bottom; row >= 0 && open[row] !== node; row--, node = this.tree.parent[node]) {
        if (open[row] >= 0) runs.add(row, open[row], openFrom[row], x);
        open[row] = node;
        openFrom[row] = x;
      }
    }
    for (let row = 0; row < rows; row++) if (open[row] >= 0) runs.add(row, open[row], openFrom[row], width);
  }

  boxAt(row: number, time: number): Box | undefined {
    const sample = this.sampleAt(time, 0);
    return sample < 0 ? undefined : this.boxAround(row, sample);
  }

  boxOf(node: number, from: number): Box | undefined {
    const row = this.tree.depth[node] - this.topDepth;
    if (row < 0) return undefined;
    const first = Math.max(0, this.sampleAt(from, 0));
    const found = this.findSample(node, first, this.node.length) ?? this.findSample(node, 0, first);
    return found === undefined ? undefined : this.boxAround(row, found);
  }

  beside(box: Box, direction: -1 | 1): Box | undefined {
    const inside = this.sampleAt(direction < 0 ? box.start : box.end, 0);
    const depth = box.row + this.topDepth;
    const first = direction < 0 ? inside - 1 : box.end >= this.extent ? this.node.length : inside;
    for (let sample = first; sample >= 0 && sample < this.node.length; sample += direction) {
      const leaf = this.node[sample];
      if (leaf >= 0 && this.tree.depth[leaf] >= depth) return this.boxAround(box.row, sample);
    }
    return undefined;
  }

  below(box: Box): Box | undefined {
    const depth = box.row + 1 + this.topDepth;
    for (let sample = Math.max(0, this.sampleAt(box.start, 0)); sample < this.node.length; sample++) {
      if (this.start[sample] - this.origin >= box.end) return undefined;
      if (this.node[sample] >= 0 && this.tree.depth[this.node[sample]] >= depth)
        return this.boxAround(box.row + 1, sample);
    }
    return undefined;
  }

  private findSample(node: number, from: number, to: number): number | undefined {
    const depth = this.tree.depth[node];
    let previous = -2;
    for (let sample = from; sample < to; sample++) {
      const leaf = this.node[sample];
      if (leaf === previous || leaf < node) continue;
      previous = leaf;
      if (this.tree.depth[leaf] >= depth && ancestorAt(this.tree, this.jump, leaf, depth) === node) return sample;
    }
    return undefined;
  }

  private boxAround(row: number, sample: number): Box | undefined {
    const depth = row + this.topDepth;
    const leaf = this.node[sample];
    if (leaf < 0 || row < 0 || this.tree.depth[leaf] < depth) return undefined;
    const shared = (this.sharedDepths ??= this.buildSharedDepths());
    let first = sample;
    while (shared[first] >= depth) first--;
    let end = sample + 1;
    while (shared[end] >= depth) end++;
    const node = ancestorAt(this.tree, this.jump, leaf, depth);
    return { node, row, start: this.start[first] - this.origin, end: this.start[end] - this.origin };
  }

  /** For each sample, how deep its stack is the same as the one before; -1 where either is out of the picture. */
  private buildSharedDepths(): Int32Array {
    const shared = new Int32Array(this.node.length + 1).fill(-1);
    for (let i = 1; i < this.node.length; i++) {
      const before = this.node[i - 1];
      const now = this.node[i];
      if (before < 0 || now < 0) continue;
      shared[i] = before === now ? this.tree.depth[now] : sharedDepth(this.tree, this.jump, before, now);
    }
    return shared;
  }

  /** The sample at a time that is not before `sample`, which is likely near it. */
  private sampleAfter(time: number, sample: number): number {
    if (sample < 0 || time >= this.extent) return this.sampleAt(time, 0);
    return nextAtMost(this.start, sample, this.node.length, time + this.origin);
  }

  private sampleAt(time: number, from: number): number {
    if (time < 0 || time >= this.extent) return -1;
    return lastAtMost(this.start, from, this.node.length, time + this.origin);
  }
}
