import { GrowingTree } from './grow-tree.ts';
import { layoutTree } from './layout-tree.ts';
import type { MergedTree } from './merged-tree.ts';

/** Share of the whole below which callers are not followed further: far less than a pixel. */
const LEAST_SHARE = 5e-5;
/** Nodes after which nothing is followed further, to stay quick and small. */
const NODE_LIMIT = 400_000;

/** A callers tree, and which callers it leaves out: thin ones, or because there are too many the outermost ones. */
export interface InvertedTree {
  readonly tree: MergedTree;
  readonly cut?: 'thin' | 'outermost';
}

/**
 * The callers view: below the root stand the functions with self time, below each its callers, and so on up to the
 * entry. Widths are the self time that arrives from there. Grown level by level; of what is too thin to be seen, and
 * of stacks so deep that the whole would not fit, the last callers are left out. `ofNode` says where each node of
 * `tree` stands as a leaf. `rootIsFrame`: the root of `tree` is a function (a focus), not everything.
 */
export function invertTree(tree: MergedTree, rootIsFrame: boolean): InvertedTree {
  const inversion = new TreeInversion(tree, rootIsFrame);
  while (!inversion.advance(tree.function.length + 1)) continue;
  return inversion.finish();
}

/** The same in parts, for trees that take long: first the functions and their first callers, then a bit at a time. */
export class TreeInversion {
  private readonly tree: MergedTree;
  private readonly topmost: number;
  private readonly least: number;
  private readonly grown = new GrowingTree(-1, 1 << 12);
  private readonly ofNode: Int32Array;
  /** Of each stack that is still followed: its leaf, the caller that comes next, and the node that it has reached. */
  private readonly leaf: Int32Array;
  private readonly stack: Int32Array;
  private readonly at: Int32Array;
  private open: number;
  private level = 0;
  /** How many of the open stacks this level has taken in. */
  private taken = 0;
  private thin = 0;

  constructor(tree: MergedTree, rootIsFrame: boolean) {
    this.tree = tree;
    this.topmost = rootIsFrame ? 0 : 1;
    this.least = tree.totalTime[0] * LEAST_SHARE;
    this.ofNode = new Int32Array(tree.function.length).fill(-1);
    this.leaf = nodesWithSelfTime(tree);
    this.stack = this.leaf.slice();
    this.at = new Int32Array(this.leaf.length);
    this.open = this.leaf.length;
  }

  /** So many levels at once: the functions themselves, then their callers. */
  outline(levels: number): InvertedTree {
    while (this.level < levels && !this.advance(this.open)) continue;
    return this.build();
  }

  /** Goes on with up to so many callers; whether all are done. */
  advance(callers: number): boolean {
    const end = Math.min(this.open, this.taken + callers);
    for (; this.taken < end; this.taken++) this.takeIn(this.taken);
    if (this.taken === this.open) this.endLevel();
    return this.isDone();
  }

  /** The whole, once `advance` is done. */
  finish(): InvertedTree {
    return this.build();
  }

  private build(): InvertedTree {
    const cut = !this.isDone() ? undefined : this.open > 0 ? 'outermost' : this.thin > 0 ? 'thin' : undefined;
    return { tree: layoutTree(this.grown, this.ofNode), ...(cut && { cut }) };
  }

  private isDone(): boolean {
    return this.open === 0 || (this.taken === 0 && this.grown.count >= NODE_LIMIT);
  }

  private takeIn(k: number): void {
    const { tree, grown, leaf, at } = this;
    const node = grown.child(at[k], tree.function[this.stack[k]]);
    moveSelf(grown, at[k], node, tree.selfTime[leaf[k]], tree.selfSamples[leaf[k]]);
    if (this.level === 0) this.ofNode[leaf[k]] = node;
    at[k] = node;
  }

  /** All of this level has arrived: now the time of its nodes is known, and which of them go on. */
  private endLevel(): void {
    const { tree, grown, leaf, stack, at } = this;
    let kept = 0;
    for (let k = 0; k < this.open; k++) {
      const caller = tree.parent[stack[k]];
      if (caller < this.topmost) continue;
      if (grown.selfTime[at[k]] < this.least) {
        this.thin++;
        continue;
      }
      stack[kept] = caller;
      leaf[kept] = leaf[k];
      at[kept++] = at[k];
    }
    this.open = kept;
    this.taken = 0;
    this.level++;
  }
}

function nodesWithSelfTime({ selfTime }: MergedTree): Int32Array {
  const found = new Int32Array(selfTime.length);
  let count = 0;
  for (let node = 0; node < selfTime.length; node++) if (selfTime[node] > 0) found[count++] = node;
  return found.slice(0, count);
}

/** The time of a stack rests on the last caller reached, so that totals add up wherever it stops. */
function moveSelf(grown: GrowingTree, from: number, to: number, time: number, samples: number): void {
  grown.selfTime[to] += time;
  grown.selfSamples[to] += samples;
  if (from === 0) return;
  grown.selfTime[from] -= time;
  grown.selfSamples[from] -= samples;
}
