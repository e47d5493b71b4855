import { float64Column, type FunctionIndex, int32Column, mapColumns } from '../../core/index.ts';
import { type MergedIndex, type MergedTree, release, shrink, type Times } from './merged-tree.ts';
import { STEP, type Steps } from './steps.ts';

interface Making {
  /** The function of the root; -1 for one that stands for everything. */
  readonly root: FunctionIndex;
  /** How many functions there are, and at most items and nodes. */
  readonly functions: number;
  readonly items: number;
  readonly nodes: number;
  /** Nodes of a smaller share of the whole are narrow. */
  readonly leastShare: number;
  /** Times as long as those of the nodes. */
  readonly times: Times;
}

/**
 * Makes a tree breadth first, so that nodes are created in the order in which they are drawn. Each node has a list of items, and
 * `expand` adds those of its children. A stamp for each function says whether the current node already has a child for it. That
 * takes no hashing: real trees have millions of nodes, and nearly all of them are distinct.
 */
export abstract class TreeMaker {
  /** The node whose children are being added, and the first of these. */
  protected at: MergedIndex = 0;
  protected base: MergedIndex = 1;
  #count = 1;
  /** Columns with a row for each node, all but where its children begin. Pages that are never written cost no memory. */
  readonly #nodes: Omit<MergedTree, 'firstChild' | 'rowStart'>;
  readonly #firstChild: Int32Array;
  readonly #rowStart = int32Column();
  /** The first item of each node, and of each item the next one of its node; -1 for none. */
  readonly #firstItem: Int32Array;
  readonly #nextItem: Int32Array;
  /** The item of the current node that comes next. */
  #rest = -1;
  /** For each function: the last node that got a child for it, and that child. */
  readonly #stamp: Int32Array;
  readonly #childOf: Int32Array;
  readonly #order = int32Column();
  readonly #values = float64Column();

  constructor(private readonly making: Making) {
    const { root, functions, items, nodes, times } = making;
    const zeros = (): Times => (times instanceof Uint32Array ? new Uint32Array(nodes) : new Float64Array(nodes));
    this.#nodes = {
      function: new Int32Array(nodes),
      parent: new Int32Array(nodes),
      totalTime: zeros(),
      totalSamples: new Uint32Array(nodes),
      start: zeros(),
    };
    this.#firstChild = new Int32Array(nodes + 1);
    this.#firstItem = new Int32Array(nodes);
    this.#nextItem = new Int32Array(items);
    this.#stamp = new Int32Array(functions).fill(-1);
    this.#childOf = new Int32Array(functions);
    this.#nodes.function[0] = root;
    this.#nodes.parent[0] = this.#firstItem[0] = -1;
  }

  /** Makes the tree of the items that were added to the root. */
  *make(): Steps<MergedTree> {
    const rowStart = this.#rowStart;
    rowStart.push(0);
    for (let rowEnd = 1, done = 0; this.at < this.#count; this.at++) {
      if (this.at === rowEnd) {
        rowStart.push(this.at);
        rowEnd = this.#count;
      }
      this.base = this.#count;
      for (let item = this.#firstItem[this.at]; item >= 0; item = this.#rest) {
        this.#rest = this.#nextItem[item];
        this.expand(item);
        if (++done % STEP === 0) yield;
      }
      this.#placeChildren();
    }
    rowStart.push(this.#count);
    this.#firstChild[this.#count] = this.#count;
    release(this.#firstItem, this.#nextItem);
    return {
      ...mapColumns(this.#nodes, (column) => shrink(column, this.#count)),
      firstChild: shrink(this.#firstChild, this.#count + 1),
      rowStart: rowStart.toArray(),
    };
  }

  /** Adds the children that follow from an item of the current node. */
  protected abstract expand(item: number): void;

  /** How deep the current node is; the root has 0. */
  protected get depth(): number {
    return this.#rowStart.length - 1;
  }

  protected isNarrow(): boolean {
    const { totalTime } = this.#nodes;
    return totalTime[this.at] < totalTime[0] * this.making.leastShare;
  }

  /** Adds an item, its time and its samples to the current node's child for a function. */
  protected addChild(fn: FunctionIndex, item: number, time: number, samples: number): void {
    if (this.#stamp[fn] !== this.at) {
      this.#stamp[fn] = this.at;
      this.#childOf[fn] = this.#count;
      this.#nodes.function[this.#count] = fn;
      this.#nodes.parent[this.#count] = this.at;
      this.#firstItem[this.#count++] = -1;
    }
    this.addTo(this.#childOf[fn], item, time, samples);
  }

  protected addTo(node: MergedIndex, item: number, time: number, samples: number): void {
    this.#nodes.totalTime[node] += time;
    this.#nodes.totalSamples[node] += samples;
    this.#nextItem[item] = this.#firstItem[node];
    this.#firstItem[node] = item;
  }

  /** Has another item expanded for the current node, too. */
  protected alsoExpand(item: number): void {
    this.#nextItem[item] = this.#rest;
    this.#rest = item;
  }

  /** Sorts the children of the current node, and lays them out from left to right. */
  #placeChildren(): void {
    const { totalTime, start } = this.#nodes;
    const { base } = this;
    this.#firstChild[this.at] = base;
    let isSorted = true;
    for (let child = base + 1; child < this.#count; child++) isSorted &&= totalTime[child] <= totalTime[child - 1];
    if (!isSorted) this.#sortChildren();
    let x = start[this.at];
    for (let child = base; child < this.#count; child++) {
      start[child] = x;
      x += totalTime[child];
    }
  }

  /** The heaviest first, equal ones as they are. */
  #sortChildren(): void {
    const { base } = this;
    const size = this.#count - base;
    this.#order.reserve(size);
    this.#values.reserve(size);
    const [order, values] = [this.#order.values, this.#values.values];
    for (let k = 0; k < size; k++) {
      order[k] = k;
      values[k] = this.#nodes.totalTime[base + k];
    }
    order.subarray(0, size).sort((a, b) => values[b] - values[a]);
    const { totalTime, totalSamples, function: functionOf } = this.#nodes;
    for (const column of [totalTime, totalSamples, functionOf, this.#firstItem]) {
      for (let k = 0; k < size; k++) values[k] = column[base + k];
      for (let k = 0; k < size; k++) column[base + k] = values[order[k]];
    }
  }
}
