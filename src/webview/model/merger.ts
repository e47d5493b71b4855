import { Category } from '../../profile/index.ts';
import {
  allocateNodes,
  isFolded,
  type MergedTree,
  type MergeOptions,
  type NodeColumns,
  rowRanges,
  shrink,
  shrinkNodes,
  type TreeColumns,
} from './merged-tree.ts';
import { sortFalling } from './sort-falling.ts';

/** What becomes of a frame. */
const Fate = { shown: 0, folded: 1, left: 2 } as const;

function fateOf(category: number, { hideDependencies }: MergeOptions): number {
  if (category === Category.idle) return Fate.left;
  return hideDependencies && isFolded(category) ? Fate.folded : Fate.shown;
}

/** What every merge of one tree with the same options begins with. */
export interface PreparedTree {
  readonly category: Uint8Array;
  /** By category. */
  readonly fate: Uint8Array;
  /** The first child of each node and its next sibling, in the order of the nodes; 0 for none, as no child is the root. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Time and samples of a node and all below, without idle. */
  readonly nodeTime: Float64Array;
  readonly nodeSamples: Uint32Array;
}

export function prepareTree(tree: TreeColumns, options: MergeOptions): PreparedTree {
  const { category } = options;
  const fate = Uint8Array.from({ length: 256 }, (_, kind) => fateOf(kind, options));
  const nodeTime = tree.selfTime.slice();
  const nodeSamples = tree.selfSamples.slice();
  const { parent, function: functionOf } = tree;
  const firstChild = new Int32Array(parent.length);
  const nextSibling = new Int32Array(parent.length);
  for (let node = parent.length - 1; node > 0; node--) {
    const above = parent[node];
    nextSibling[node] = firstChild[above];
    firstChild[above] = node;
    if (category[functionOf[node]] === Category.idle) continue;
    nodeTime[above] += nodeTime[node];
    nodeSamples[above] += nodeSamples[node];
  }
  return { category, fate, firstChild, nextSibling, nodeTime, nodeSamples };
}

/**
 * Merges breadth first, so that nodes are made in the order in which they are drawn. Each merged node holds a linked
 * list of the nodes that it stands for; a stamp for each function says whether the node at hand has a child for it
 * already. No hashing: real trees have hundreds of thousands of nodes, nearly all of them distinct.
 */
export class Merger {
  count = 0;
  private readonly tree: TreeColumns;
  private readonly prepared: PreparedTree;
  // Links are nodes plus one, 0 for none: memory that nothing was written to takes no room.
  private readonly next: Int32Array;
  private readonly ofNode: Int32Array;
  private readonly open: Int32Array;
  /** Per function: the merged node that was expanded last with a child for it, and that child. */
  private readonly stamp: Int32Array;
  private readonly childOf: Int32Array;
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private readonly firstChild: Int32Array;
  private readonly out: NodeColumns;

  constructor(tree: TreeColumns, prepared: PreparedTree) {
    const nodes = tree.function.length;
    this.tree = tree;
    this.prepared = prepared;
    this.next = new Int32Array(nodes);
    this.ofNode = new Int32Array(nodes).fill(-1);
    this.open = new Int32Array(nodes);
    this.stamp = new Int32Array(prepared.category.length).fill(-1);
    this.childOf = new Int32Array(prepared.category.length);
    this.first = new Int32Array(nodes + 1);
    this.last = new Int32Array(nodes + 1);
    this.firstChild = new Int32Array(nodes + 2);
    this.out = allocateNodes(nodes + 1);
  }

  /** Makes the root, which stands for these nodes. */
  enter(entries: Int32Array, fn: number): void {
    this.out.function[0] = fn;
    this.count = 1;
    for (const node of entries) this.add(0, node);
  }

  rootTime(): number {
    return this.out.totalTime[0];
  }

  /** Makes the children of a merged node of at least this time, which are the last ones made so far. */
  expandFrom(merged: number, least: number): void {
    const base = this.count;
    this.firstChild[merged] = base;
    if (this.out.totalTime[merged] < least) {
      for (let link = this.first[merged]; link > 0; link = this.next[link - 1]) this.ofNode[link - 1] = merged;
      return;
    }
    for (let link = this.first[merged]; link > 0; link = this.next[link - 1]) this.gather(merged, link - 1);
    if (this.count - base > 1) this.sortChildren(base);
    let x = this.out.start[merged];
    for (let child = base; child < this.count; child++) {
      this.out.start[child] = x;
      x += this.out.totalTime[child];
    }
  }

  /** What was not gathered belongs to where its parent does. */
  passOn(): void {
    const { parent, function: functionOf } = this.tree;
    const { fate, category } = this.prepared;
    for (let node = 1; node < parent.length; node++) {
      if (this.ofNode[node] >= 0 || fate[category[functionOf[node]]] === Fate.left) continue;
      this.ofNode[node] = this.ofNode[parent[node]];
    }
  }

  /** The tree. Nothing else may be asked of the merger afterwards. */
  finish(): MergedTree {
    const { count } = this;
    this.firstChild[count] = count;
    const columns = shrinkNodes(this.out, count);
    return {
      ...columns,
      firstChild: shrink(this.firstChild, count + 1),
      rowStart: rowRanges(columns.depth),
      ofNode: this.ofNode,
    };
  }

  /** Takes in a node and what is folded into it; the children of all of these become children of `merged`. */
  private gather(merged: number, start: number): void {
    const { tree, open } = this;
    const { firstChild, nextSibling, fate: fates, category } = this.prepared;
    let height = 1;
    open[0] = start;
    while (height > 0) {
      const node = open[--height];
      this.ofNode[node] = merged;
      this.out.selfTime[merged] += tree.selfTime[node];
      this.out.selfSamples[merged] += tree.selfSamples[node];
      for (let child = firstChild[node]; child > 0; child = nextSibling[child]) {
        const fn = tree.function[child];
        const fate = fates[category[fn]];
        if (fate === Fate.folded) open[height++] = child;
        else if (fate === Fate.shown) this.add(this.childFor(merged, fn), child);
      }
    }
  }

  private childFor(merged: number, fn: number): number {
    if (this.stamp[fn] === merged) return this.childOf[fn];
    const child = this.count++;
    this.stamp[fn] = merged;
    this.childOf[fn] = child;
    this.out.function[child] = fn;
    this.out.parent[child] = merged;
    this.out.depth[child] = this.out.depth[merged] + 1;
    return child;
  }

  private add(merged: number, node: number): void {
    const link = node + 1;
    if (this.first[merged] === 0) this.first[merged] = link;
    else this.next[this.last[merged] - 1] = link;
    this.last[merged] = link;
    this.out.totalTime[merged] += this.prepared.nodeTime[node];
    this.out.totalSamples[merged] += this.prepared.nodeSamples[node];
  }

  /** By falling total; what came first stays first among equals. */
  private sortChildren(base: number): void {
    const { totalTime, totalSamples, function: functionOf } = this.out;
    const count = this.count - base;
    if (isFalling(totalTime, base, this.count)) return;
    const order = new Int32Array(count);
    for (let i = 0; i < count; i++) order[i] = base + i;
    sortFalling(order, 0, count, totalTime);
    for (const column of [functionOf, totalTime, totalSamples, this.first, this.last]) {
      const values = column.slice(base, this.count);
      for (let i = 0; i < count; i++) column[base + i] = values[order[i] - base];
    }
  }
}

function isFalling(time: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (time[i] > time[i - 1]) return false;
  return true;
}
