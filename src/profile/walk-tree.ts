import type { CallTree } from './profile.ts';

/** How to get from a node to the next one depth first: `in-order` where the rows already stand that way. */
export type TreeLinks = 'in-order' | ChildLinks;

interface ChildLinks {
  /** First child of each node, -1 for none. */
  readonly firstChild: Int32Array;
  /** Next child of the same parent, -1 for none. */
  readonly nextSibling: Int32Array;
}

/** Children as linked lists in ascending order of rows, where the rows do not stand depth first anyway. */
export function linkChildren(tree: Pick<CallTree, 'parent'>): TreeLinks {
  if (isDepthFirst(tree.parent)) return 'in-order';
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

/** Is each node's parent on the stack of the node before it? */
function isDepthFirst(parent: Int32Array): boolean {
  for (let node = 1; node < parent.length; node++) {
    let above = node - 1;
    while (above > parent[node]) above = parent[above];
    if (above !== parent[node]) return false;
  }
  return true;
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
  if (links === 'in-order') walkRows(tree.parent, enter, leave);
  else walkLinks(tree.parent, links, enter, leave);
}

function walkRows(parent: Int32Array, enter: (node: number) => void, leave: (node: number) => void): void {
  enter(0);
  for (let node = 1; node < parent.length; node++) {
    for (let done = node - 1; done !== parent[node]; done = parent[done]) leave(done);
    enter(node);
  }
  for (let done = parent.length - 1; done >= 0; done = parent[done]) leave(done);
}

function walkLinks(
  parent: Int32Array,
  { firstChild, nextSibling }: ChildLinks,
  enter: (node: number) => void,
  leave: (node: number) => void,
): void {
  let node = 0;
  for (;;) {
    enter(node);
    if (firstChild[node] >= 0) {
      node = firstChild[node];
      continue;
    }
    for (;;) {
      leave(node);
      if (node === 0) return;
      if (nextSibling[node] >= 0) break;
      node = parent[node];
    }
    node = nextSibling[node];
  }
}
