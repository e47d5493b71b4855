import type { CallTree } from './profile.ts';

/**
 * The nodes depth first, as places: a node's subtree takes the places from its own up to `end`. Whether a function, a
 * call or a line is on the stack already is then one comparison with the end of its outermost node, and no stack is kept.
 */
export interface DepthFirst {
  /** The node at each place; undefined where the rows stand depth first already, so that each node is its own place. */
  readonly order: Int32Array | undefined;
  /** For each node, the first place behind its subtree. */
  readonly end: Int32Array;
}

/** Brings the nodes into depth-first order, children in the order of their rows. */
export function orderDepthFirst({ parent }: Pick<CallTree, 'parent'>): DepthFirst {
  const count = parent.length;
  const size = new Int32Array(count);
  for (let node = count - 1; node > 0; node--) size[parent[node]] += ++size[node];
  const place = new Int32Array(count);
  // The next free place below each node: behind its subtree once all of that has its places.
  const end = new Int32Array(count);
  let isInOrder = true;
  if (count > 0) end[0] = 1;
  for (let node = 1; node < count; node++) {
    const at = end[parent[node]];
    if (at !== node) isInOrder = false;
    place[node] = at;
    end[node] = at + 1;
    end[parent[node]] = at + size[node];
  }
  return { order: isInOrder ? undefined : nodesByPlace(place), end };
}

function nodesByPlace(place: Int32Array): Int32Array {
  const order = new Int32Array(place.length);
  for (let node = 0; node < place.length; node++) order[place[node]] = node;
  return order;
}
