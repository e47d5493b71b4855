import { type MergedIndex, type MergedTree, selfSamplesOf, selfTimeOf } from './merged-tree.ts';
import { type Stages, STEP, type Steps } from './steps.ts';
import { TreeMaker } from './tree-maker.ts';

/** Share of the whole below which a function's callers are left out: far less than a pixel. */
const LEAST_SHARE = 5e-5;
/** Nodes after which the tree does not grow any further, to stay quick and small. */
const NODE_LIMIT = 400_000;
/** Trees of more nodes than `AT_ONCE` are first shown with this many levels of callers. */
const FIRST_LEVELS = 2;
const AT_ONCE = 40_000;

/** A callers tree, and which callers it leaves out: thin ones or, when there are too many, the outermost ones. */
export interface InvertedTree {
  readonly tree: MergedTree;
  readonly cut?: 'thin' | 'outermost';
}

/**
 * The callers view: below the root are the functions with self time, below each its callers, and so on up to the entry
 * point. A box is as wide as the self time that was reached through it. What is too thin to be seen, and what would make the
 * tree too large, is left out. Of big trees a few levels are shown first. `rootIsFrame`: the root of `tree` is a function (a
 * focus), not everything.
 */
export function* invertTree(tree: MergedTree, rootIsFrame: boolean, atOnce = AT_ONCE): Stages<InvertedTree> {
  if (tree.function.length > atOnce) yield yield* findCallers(tree, rootIsFrame, FIRST_LEVELS);
  return yield* findCallers(tree, rootIsFrame, Infinity);
}

function* findCallers(tree: MergedTree, rootIsFrame: boolean, levels: number): Steps<InvertedTree> {
  const inversion = new Inversion(tree, rootIsFrame, levels);
  for (let from = 0; from < tree.function.length; from += STEP, yield) {
    const end = Math.min(tree.function.length, from + STEP);
    for (let node = from; node < end; node++) inversion.addLeaf(node);
  }
  const inverted = yield* inversion.make();
  return { tree: inverted, ...(inversion.cut && { cut: inversion.cut }) };
}

/** Its items are the nodes with self time, of each of which the stack is climbed. */
class Inversion extends TreeMaker {
  cut: InvertedTree['cut'];
  /** The caller that comes next in the stack of each item. */
  readonly #next: Int32Array;
  readonly #topmost: MergedIndex;

  constructor(
    private readonly tree: MergedTree,
    rootIsFrame: boolean,
    private readonly levels: number,
  ) {
    const items = tree.function.length;
    const functions = tree.function.reduce((most, fn) => Math.max(most, fn), -1) + 1;
    const nodes = NODE_LIMIT + functions + 1;
    super({ root: -1, leastShare: LEAST_SHARE, functions, items, nodes, times: tree.totalTime });
    this.#next = new Int32Array(items);
    this.#topmost = rootIsFrame ? 0 : 1;
  }

  addLeaf(leaf: MergedIndex): void {
    const time = selfTimeOf(this.tree, leaf);
    if (!(time > 0)) return;
    this.#next[leaf] = leaf;
    this.addTo(0, leaf, time, selfSamplesOf(this.tree, leaf));
  }

  protected expand(leaf: MergedIndex): void {
    const { tree } = this;
    const caller = this.#next[leaf];
    if ((this.at > 0 && caller < this.#topmost) || this.depth >= this.levels) return;
    if (this.isNarrow()) this.cut ??= 'thin';
    else if (this.base > NODE_LIMIT) this.cut = 'outermost';
    else {
      this.#next[leaf] = tree.parent[caller];
      this.addChild(tree.function[caller], leaf, selfTimeOf(tree, leaf), selfSamplesOf(tree, leaf));
    }
  }
}
