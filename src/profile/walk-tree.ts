import type { CallTree } from './profile.ts';

export interface TreeLinks {
  /** First child of each node, -1 for none. */
  readonly firstChild: Int32Array;
  /** Next child of the same parent, -1 for none. */
  readonly nextSibling: Int32Array;
}

/** Children as linked lists in ascending order of rows. */
export function linkChildren(tree: Pick<CallTree, 'parent'>): TreeLinks {
  const count = tree.parent.length;
  const firstChild = new Int32Array(count).fill(-1);
  const nextSibling = new Int32Array(count).fill(-1);
  for (let node = count - 1; node > 0; node--) {
    const parent = tree.parent[node];
    nextSibling[node] = firstChild[parent];
    firstChild[parent] = node;
  }
  return { firstChild, nextSibling };
}

/**
 * Visits every node depth first, `enter` before its children and `leave` after them: what is entered and not yet left
 * is the stack. No recursion and no stack of its own, so any depth works.
 */
export function walkStacks(
  tree: Pick<CallTree, 'parent'>,
  links: TreeLinks,
  enter: (node: number) => void,
  leave: (node: number) => void,
): void {
  if (tree.parent.length === 0) return;
  let node = 0;
  for (;;) {
    enter(node);
    if (links.firstChild[node] >= 0) {
      node = links.firstChild[node];
      continue;
    }
    for (;;) {
      leave(node);
      if (node === 0) return;
      if (links.nextSibling[node] >= 0) break;
      node = tree.parent[node];
    }
    node = links.nextSibling[node];
  }
}
