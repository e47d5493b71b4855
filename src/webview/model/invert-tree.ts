import { int32Column } from '../../core/index.ts';
import { GrowingTree } from './grow-tree.ts';
import { type MergedTree, selfSamplesOf, selfTimeOf } from './merged-tree.ts';
import { mergeNodes, wholePlan } from './merger.ts';
import { prepareTree } from './prepare-tree.ts';
import { type Stages, STEP, type Steps } from './steps.ts';

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
 * point. A box is as wide as the self time that was reached through it. Grown level by level: what is too thin to be
 * seen, and what would make the tree too large, is left out. Of big trees a few levels are shown first.
 * `rootIsFrame`: the root of `tree` is a function (a focus), not everything.
 */
export function* invertTree(tree: MergedTree, rootIsFrame: boolean, atOnce = AT_ONCE): Stages<InvertedTree> {
  const inversion = new Inversion(tree, rootIsFrame, yield* findLeaves(tree));
  for (let level = 0; !inversion.isDone(); level++) {
    if (level === FIRST_LEVELS && tree.function.length > atOnce) yield { tree: yield* layOut(inversion.grown) };
    while (!inversion.advance(STEP)) yield;
    yield* inversion.endLevel();
    yield;
  }
  const { cut } = inversion;
  return { tree: yield* layOut(inversion.grown), ...(cut && { cut }) };
}

/** A tree that grew, in the order in which it is drawn. All its functions are shown, of whatever category. */
function* layOut(grown: GrowingTree): Steps<MergedTree> {
  const [fn, parent] = [grown.function.toArray(), grown.parent.toArray()];
  const [selfTime, selfSamples] = [grown.selfTime.toArray(), grown.selfSamples.toArray()];
  const category = new Uint8Array(fn.reduce((most, each) => Math.max(most, each), -1) + 1);
  const input = yield* prepareTree({ function: fn, parent, selfTime, selfSamples }, category);
  return yield* mergeNodes(input, { ...wholePlan(input), category, mapsNodes: false });
}

class Inversion {
  readonly grown: GrowingTree;
  private readonly topmost: number;
  private readonly least: number;
  private readonly stack: Int32Array;
  private readonly at: Int32Array;
  private open: number;
  /** How many of the open stacks have been added to this level. */
  private taken = 0;
  private thin = 0;

  constructor(
    private readonly tree: MergedTree,
    rootIsFrame: boolean,
    /** Of each stack that is still climbed: its leaf, the caller that comes next, and the node that it has reached. */
    private readonly leaf: Int32Array,
  ) {
    this.topmost = rootIsFrame ? 0 : 1;
    this.least = tree.totalTime[0] * LEAST_SHARE;
    this.grown = new GrowingTree(-1);
    this.stack = leaf.slice();
    this.at = new Int32Array(leaf.length);
    this.open = leaf.length;
  }

  isDone(): boolean {
    return this.open === 0 || this.grown.count >= NODE_LIMIT;
  }

  get cut(): InvertedTree['cut'] {
    return this.open > 0 ? 'outermost' : this.thin > 0 ? 'thin' : undefined;
  }

  /** Adds up to this many more stacks to this level; true when all are added. */
  advance(stacks: number): boolean {
    const { tree, grown, leaf, at, stack } = this;
    const end = Math.min(this.open, this.taken + stacks);
    for (let k = this.taken; k < end; k++) {
      const node = grown.child(at[k], tree.function[stack[k]]);
      moveSelf(grown, at[k], node, selfTimeOf(tree, leaf[k]), selfSamplesOf(tree, leaf[k]));
      at[k] = node;
    }
    this.taken = end;
    return end === this.open;
  }

  /** Ends a level: the time of its nodes is known now, and with it which stacks are climbed further. */
  *endLevel(): Steps<void> {
    const { tree, grown, leaf, stack, at } = this;
    let kept = 0;
    for (let k = 0; k < this.open; k++) {
      if (k % STEP === STEP - 1) yield;
      const caller = tree.parent[stack[k]];
      if (caller < this.topmost) continue;
      if (grown.selfTime.values[at[k]] < this.least) {
        this.thin++;
        continue;
      }
      stack[kept] = caller;
      leaf[kept] = leaf[k];
      at[kept++] = at[k];
    }
    this.open = kept;
    this.taken = 0;
  }
}

function* findLeaves(tree: MergedTree): Steps<Int32Array> {
  const nodes = tree.function.length;
  const leaves = int32Column();
  for (let from = 0; from < nodes; from += STEP, yield) {
    for (let node = from, end = Math.min(nodes, from + STEP); node < end; node++)
      if (selfTimeOf(tree, node) > 0) leaves.push(node);
  }
  return leaves.toArray();
}

/** Keeps the time of a stack on the last caller reached, so that totals add up wherever the stack ends. */
function moveSelf(grown: GrowingTree, from: number, to: number, time: number, samples: number): void {
  const [times, counts] = [grown.selfTime.values, grown.selfSamples.values];
  times[to] += time;
  counts[to] += samples;
  if (from === 0) return;
  times[from] -= time;
  counts[from] -= samples;
}
