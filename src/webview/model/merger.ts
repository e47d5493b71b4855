import { Category, int32Column } from '../../core/index.ts';
import {
  allocateNodes,
  isFolded,
  type DerivedTree,
  type MergeOptions,
  type NodeColumns,
  shrink,
  shrinkNodes,
} from './merged-tree.ts';
import { ChildOrder } from './order-children.ts';
import type { MergeInput } from './prepare-tree.ts';
import { STEP, type Steps } from './steps.ts';

/** What happens to the frames of a function: shown, merged into their callers, or left out. */
const Fate = { shown: 0, folded: 1, omitted: 2 } as const;

/** The plan that merges a whole recording. */
export function wholePlan(input: MergeInput): Pick<MergePlan, 'entries' | 'root' | 'hideDependencies'> {
  const isEmpty = input.function.length === 0;
  const entries = new Int32Array(isEmpty ? 0 : 1);
  return { entries, root: isEmpty ? -1 : input.function[0], hideDependencies: false };
}

/** What is merged into what. */
export interface MergePlan extends Pick<MergeOptions, 'category' | 'hideDependencies'> {
  /** The nodes that become the root, and the function that it is a frame of. */
  readonly entries: Int32Array;
  readonly root: number;
  /** Children are only made for nodes of at least this share of the whole; 0: for all. */
  readonly leastShare?: number;
  /** Whether `nodeMap` is needed. */
  readonly mapsNodes: boolean;
}

/**
 * Merges breadth first, so that nodes are created in the order in which they are drawn. A stamp per function says
 * whether the current node already has a child for it. That takes no hashing: real trees have millions of nodes, and
 * nearly all of them are distinct. Which input nodes a merged one consists of is only kept for two rows at a time.
 */
export function* mergeNodes(input: MergeInput, plan: MergePlan): Steps<DerivedTree> {
  const merger = new Merger(input, plan);
  while (!merger.advance(STEP)) yield;
  return merger.build();
}

/** The input nodes that each merged node of a row consists of: those of the k-th one end at `ends[k]`. */
class Row {
  readonly nodes = int32Column(1 << 10);
  readonly ends = int32Column(1 << 10);
}

class Merger {
  private readonly fate: Uint8Array;
  private readonly least: number;
  private readonly nodeMap: Int32Array;
  private readonly out: NodeColumns;
  private readonly firstChild: Int32Array;
  private readonly rowStart = int32Column();
  private count = 1;

  /** The merged node whose children are being created, and the first of these. */
  private at = 0;
  private base = 1;
  private row = new Row();
  private nextRow = new Row();
  /** Its next input node in `row`, the end of these, and folded nodes whose children are still to be visited. */
  private taken = 0;
  private takenEnd: number;
  private readonly open = int32Column();

  /** Per function: the last merged node that got a child for it, and that child. */
  private readonly stamp: Int32Array;
  private readonly childOf: Int32Array;
  /** Input nodes of the new children in the order found: the child, counted from `base`, and the node. */
  private readonly foundChild = int32Column();
  private readonly foundNode = int32Column();
  private readonly order: ChildOrder;

  constructor(
    private readonly input: MergeInput,
    { category, hideDependencies, entries, root, leastShare = 0, mapsNodes }: MergePlan,
  ) {
    const nodes = input.function.length;
    this.fate = category.map((kind) =>
      kind === Category.idle ? Fate.omitted : hideDependencies && isFolded(kind) ? Fate.folded : Fate.shown,
    );
    this.nodeMap = mapsNodes ? new Int32Array(nodes).fill(-1) : new Int32Array(0);
    this.out = allocateNodes(nodes + 1, input.totalTime); // pages that are never written cost no memory
    this.firstChild = new Int32Array(nodes + 2);
    this.stamp = new Int32Array(category.length).fill(-1);
    this.childOf = new Int32Array(category.length);
    this.order = new ChildOrder(this.out);
    this.out.function[0] = root;
    this.out.parent[0] = -1;
    for (const node of entries) this.add(0, node);
    this.row.nodes.reserve(entries.length);
    this.row.nodes.values.set(entries);
    this.row.nodes.length = this.takenEnd = entries.length;
    this.row.ends.push(entries.length);
    this.rowStart.push(0);
    this.rowStart.push(1);
    this.least = this.out.totalTime[0] * leastShare;
  }

  /** Merges about this many more input nodes; true when all are done. */
  advance(nodes: number): boolean {
    for (let left = nodes; left > 0 && this.at < this.count;) {
      left -= this.gather(left);
      if (this.open.length > 0 || this.taken < this.takenEnd) continue;
      left -= this.foundNode.length;
      this.placeChildren();
      this.advanceNode();
    }
    return this.at === this.count;
  }

  build(): DerivedTree {
    const { count } = this;
    this.firstChild[count] = count;
    return {
      ...shrinkNodes(this.out, count),
      firstChild: shrink(this.firstChild, count + 1),
      rowStart: this.rowStart.toArray(),
      nodeMap: this.nodeMap,
    };
  }

  /** Finds the children of the current node in up to `most` of its input nodes; how many it visited. */
  private gather(most: number): number {
    const { input, at, open, fate, nodeMap } = this;
    const { firstChild, nextSibling, function: functionOf } = input;
    const isNarrow = this.out.totalTime[at] < this.least;
    if (isNarrow && nodeMap.length === 0) this.taken = this.takenEnd;
    const nodes = this.row.nodes.values;
    let gathered = 0;
    for (; gathered < most && (open.length > 0 || this.taken < this.takenEnd); gathered++) {
      const node = open.length > 0 ? open.values[--open.length] : nodes[this.taken++];
      if (nodeMap.length > 0) nodeMap[node] = at;
      const end = nextSibling ? 0 : firstChild[node + 1];
      for (let child = firstChild[node]; child !== end; child = nextSibling ? nextSibling[child] : child + 1) {
        const fn = functionOf[child];
        if (fate[fn] === Fate.omitted) continue;
        if (isNarrow || fate[fn] === Fate.folded) open.push(child);
        else this.find(fn, child);
      }
    }
    return gathered;
  }

  /** Adds an input node to the current node's child for a function. */
  private find(fn: number, node: number): void {
    const { at, base } = this;
    if (this.stamp[fn] !== at) {
      this.stamp[fn] = at;
      this.childOf[fn] = this.count;
      this.out.function[this.count] = fn;
      this.out.parent[this.count++] = at;
    }
    this.add(this.childOf[fn], node);
    this.foundChild.push(this.childOf[fn] - base);
    this.foundNode.push(node);
  }

  private add(merged: number, node: number): void {
    this.out.totalTime[merged] += this.input.totalTime[node];
    this.out.totalSamples[merged] += this.input.totalSamples[node];
  }

  /** Sorts the children of the current node, lays them out from left to right, and hands their nodes to the next row. */
  private placeChildren(): void {
    const { base, count, foundNode, foundChild, nextRow } = this;
    const { totalTime, start } = this.out;
    const children = count - base;
    this.firstChild[this.at] = base;
    if (children === 0) return;
    const order = this.order.sort(base, count);
    let x = start[this.at];
    for (let child = base; child < count; child++) {
      start[child] = x;
      x += totalTime[child];
    }
    const places = this.order.placesOf(foundChild.values, foundNode.length, children);
    const first = nextRow.nodes.length;
    nextRow.nodes.reserve(first + foundNode.length);
    for (let k = 0; k < foundNode.length; k++)
      nextRow.nodes.values[first + places[foundChild.values[k]]++] = foundNode.values[k];
    for (let k = 0; k < children; k++) nextRow.ends.push(first + places[order[k]]);
    nextRow.nodes.length += foundNode.length;
    foundNode.length = 0;
    foundChild.length = 0;
  }

  /** Goes to the next merged node, which may be in the next row. */
  private advanceNode(): void {
    const { rowStart, nextRow } = this;
    this.at++;
    this.base = this.count;
    this.taken = this.takenEnd;
    if (this.at === rowStart.values[rowStart.length - 1] && this.at < this.count) {
      this.nextRow = this.row;
      this.row = nextRow;
      this.nextRow.nodes.length = this.nextRow.ends.length = 0;
      rowStart.push(this.count);
      this.taken = 0;
    }
    const k = this.at - rowStart.values[rowStart.length - 2];
    this.takenEnd = k < this.row.ends.length ? this.row.ends.values[k] : this.taken;
  }
}
