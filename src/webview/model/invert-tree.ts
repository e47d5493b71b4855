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
  const grown = new GrowingTree(-1, 1 << 12);
  const topmost = rootIsFrame ? 0 : 1;
  const least = tree.totalTime[0] * LEAST_SHARE;
  const leaf = nodesWithSelfTime(tree);
  const stack = leaf.slice();
  const at = new Int32Array(leaf.length);
  const ofNode = new Int32Array(tree.function.length).fill(-1);
  let open = leaf.length;
  let thin = 0;
  for (let level = 0; open > 0 && grown.count < NODE_LIMIT; level++) {
    for (let k = 0; k < open; k++) {
      const node = grown.child(at[k], tree.function[stack[k]]);
      moveSelf(grown, at[k], node, tree.selfTime[leaf[k]], tree.selfSamples[leaf[k]]);
      if (level === 0) ofNode[leaf[k]] = node;
      at[k] = node;
    }
    // All of this level has arrived: now the time of its nodes is known.
    let kept = 0;
    for (let k = 0; k < open; k++) {
      const caller = tree.parent[stack[k]];
      if (caller < topmost) continue;
      if (grown.selfTime[at[k]] < least) {
        thin++;
        continue;
      }
      stack[kept] = caller;
      leaf[kept] = leaf[k];
      at[kept++] = at[k];
    }
    open = kept;
  }
  const cut = open > 0 ? 'outermost' : thin > 0 ? 'thin' : undefined;
  return { tree: layoutTree(grown, ofNode), ...(cut && { cut }) };
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
