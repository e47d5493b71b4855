import { GrowingTree } from './grow-tree.ts';
import { layoutTree } from './layout-tree.ts';
import type { MergedTree } from './merged-tree.ts';

/** Steps (frame of a stack looked at) after which the callers view stops going deeper, to stay quick and small. */
const STEP_LIMIT = 8_000_000;

/**
 * The callers view: below the root stand the functions with self time, below each its callers, and so on up to the
 * entry. Widths are the self time that arrives from there. Grown level by level; stacks so deep that the whole would
 * not fit stay cut off, deepest callers first. `ofNode` says where each node of `tree` stands as a leaf. `rootIsFrame`: the
 * root of `tree` is a function (a focus), not everything.
 */
export function invertTree(tree: MergedTree, rootIsFrame: boolean): MergedTree {
  const grown = new GrowingTree(-1, 1 << 12);
  const leaves = tree.selfTime.reduce((count, time) => count + (time > 0 ? 1 : 0), 0);
  const topmost = rootIsFrame ? 0 : 1;
  const stack = new Int32Array(leaves);
  const leaf = new Int32Array(leaves);
  const at = new Int32Array(leaves);
  for (let i = 0, k = 0; i < tree.selfTime.length; i++) {
    if (tree.selfTime[i] > 0) ((stack[k] = i), (leaf[k++] = i));
  }
  const ofNode = new Int32Array(tree.function.length).fill(-1);
  for (let open = leaves, steps = 0, level = 0; open > 0 && steps < STEP_LIMIT; level++) {
    steps += open;
    let kept = 0;
    for (let k = 0; k < open; k++) {
      const from = leaf[k];
      const node = grown.child(at[k], tree.function[stack[k]]);
      moveSelf(grown, at[k], node, tree.selfTime[from], tree.selfSamples[from]);
      if (level === 0) ofNode[from] = node;
      const caller = tree.parent[stack[k]];
      if (caller >= topmost) ((stack[kept] = caller), (leaf[kept] = from), (at[kept++] = node));
    }
    open = kept;
  }
  grown.selfTime[0] = 0;
  grown.selfSamples[0] = 0;
  return layoutTree(grown, ofNode);
}

/** The time of a stack rests on the last caller reached, so that totals add up wherever it stops. */
function moveSelf(grown: GrowingTree, from: number, to: number, time: number, samples: number): void {
  grown.selfTime[to] += time;
  grown.selfSamples[to] += samples;
  if (from === 0) return;
  grown.selfTime[from] -= time;
  grown.selfSamples[from] -= samples;
}
