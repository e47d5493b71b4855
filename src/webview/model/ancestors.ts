import type { Index } from '../../profile/index.ts';
import type { MergedTree } from './merged-tree.ts';

/** What the ancestor questions need of a tree. */
export type AncestorTree = Pick<MergedTree, 'parent' | 'depth'>;

/**
 * Jump pointers: with them the ancestor at any depth is found in logarithmic steps, with one number for each node
 * (Myers, "An applicative random-access stack", 1983).
 */
export function buildJumps({ parent, depth }: AncestorTree): Int32Array {
  const jump = new Int32Array(parent.length);
  for (let i = 1; i < parent.length; i++) {
    const p = parent[i];
    const far = jump[p];
    jump[i] = depth[p] - depth[far] === depth[far] - depth[jump[far]] ? jump[far] : p;
  }
  return jump;
}

/** The ancestor of `node` (or itself) at `depth`, which must not be below the node's own. */
export function ancestorAt(tree: AncestorTree, jump: Int32Array, node: Index, depth: number): Index {
  let at = node;
  while (tree.depth[at] > depth) at = tree.depth[jump[at]] >= depth ? jump[at] : tree.parent[at];
  return at;
}

/** The depth down to which two stacks are the same. */
export function sharedDepth(tree: AncestorTree, jump: Int32Array, a: Index, b: Index): number {
  const depth = Math.min(tree.depth[a], tree.depth[b]);
  let left = ancestorAt(tree, jump, a, depth);
  let right = ancestorAt(tree, jump, b, depth);
  while (left !== right) {
    const far = jump[left] !== jump[right];
    left = far ? jump[left] : tree.parent[left];
    right = far ? jump[right] : tree.parent[right];
  }
  return tree.depth[left];
}
