import { Category, type FunctionIndex } from '../../core/index.ts';
import { type DerivedTree, isFolded, type MergeOptions } from './merged-tree.ts';
import type { MergeInput } from './prepare-tree.ts';
import type { Steps } from './steps.ts';
import { TreeMaker } from './tree-maker.ts';

/** What happens to the frames of a function: shown, merged into their callers, or left out. */
const Fate = { shown: 0, folded: 1, omitted: 2 } as const;

/** What is merged into what. */
export interface MergePlan extends Pick<MergeOptions, 'category'>, Partial<Pick<MergeOptions, 'hideDependencies'>> {
  /** The nodes that become the root, and the function that it is a frame of; where absent, those of the tree that is merged. */
  readonly entries?: Int32Array;
  readonly root?: FunctionIndex;
  /** Children are only made for nodes of at least this share of the whole; 0: for all. */
  readonly leastShare?: number;
  /** Whether `nodeMap` is needed. */
  readonly mapsNodes: boolean;
}

/** Merges the callees of a node that are calls of one function, from the top down. */
export function* mergeNodes(input: MergeInput, plan: MergePlan): Steps<DerivedTree> {
  const merger = new Merger(input, plan);
  return { ...(yield* merger.make()), nodeMap: merger.nodeMap };
}

/** Its items are the nodes of the tree that is merged. */
class Merger extends TreeMaker {
  readonly nodeMap: Int32Array;
  private readonly fate: Uint8Array;

  constructor(
    private readonly input: MergeInput,
    { category, hideDependencies = false, leastShare = 0, mapsNodes, ...plan }: MergePlan,
  ) {
    const nodes = input.function.length;
    const { entries = new Int32Array(Math.min(1, nodes)), root = nodes > 0 ? input.function[0] : -1 } = plan;
    super({ root, leastShare, functions: category.length, items: nodes, nodes: nodes + 1, times: input.totalTime });
    this.fate = category.map((kind) =>
      kind === Category.idle ? Fate.omitted : hideDependencies && isFolded(kind) ? Fate.folded : Fate.shown,
    );
    this.nodeMap = mapsNodes ? new Int32Array(nodes).fill(-1) : new Int32Array(0);
    for (const node of entries) this.addTo(0, node, input.totalTime[node], input.totalSamples[node]);
  }

  protected expand(node: number): void {
    const { input, fate, nodeMap } = this;
    const { firstChild, nextSibling, function: functionOf, totalTime, totalSamples } = input;
    const isNarrow = this.isNarrow();
    if (nodeMap.length > 0) nodeMap[node] = this.at;
    else if (isNarrow) return;
    const end = nextSibling ? 0 : firstChild[node + 1];
    for (let child = firstChild[node]; child !== end; child = nextSibling ? nextSibling[child] : child + 1) {
      const fn = functionOf[child];
      if (fate[fn] === Fate.omitted) continue;
      if (isNarrow || fate[fn] === Fate.folded) this.alsoExpand(child);
      else this.addChild(fn, child, totalTime[child], totalSamples[child]);
    }
  }
}
