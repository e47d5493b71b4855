/**
 * The nodes depth first, as places: a node's subtree takes `size` places from its own on. Whether a function, a call or
 * a line is on the stack already is then one comparison with the end of its outermost node, and no stack is kept.
 */
export interface DepthFirst {
  /** The node at each place; undefined where the rows stand depth first already, so that each node is its own place. */
  readonly order: Int32Array | undefined;
  /** How many nodes each node's subtree has, itself included. */
  readonly size: Int32Array;
}

/** Depth-first order from the sizes of the subtrees, children in the order of their rows. */
export function orderDepthFirst(parent: Int32Array, size: Int32Array): DepthFirst {
  return { order: isDepthFirst(parent, size) ? undefined : nodesByPlace(parent, size), size };
}

/** Rows stand depth first where no subtree, as many rows as it has nodes from its root on, ends behind its parent's. */
function isDepthFirst(parent: Int32Array, size: Int32Array): boolean {
  for (let node = 1; node < parent.length; node++) {
    const above = parent[node];
    if (node + size[node] > above + size[above]) return false;
  }
  return true;
}

function nodesByPlace(parent: Int32Array, size: Int32Array): Int32Array {
  const order = new Int32Array(parent.length);
  // The next free place below each node.
  const next = new Int32Array(parent.length);
  if (next.length > 0) next[0] = 1;
  for (let node = 1; node < parent.length; node++) {
    const place = next[parent[node]];
    order[place] = node;
    next[node] = place + 1;
    next[parent[node]] = place + size[node];
  }
  return order;
}
