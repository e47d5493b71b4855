import { Category } from './analysis.ts';
import { type FunctionIndex, type IndexColumn, type NodeIndex, NONE } from './units.ts';

/**
 * For each node, the node on the way to it that the nearest caller of a kind called; -1 where no such caller is on its stack.
 * `isCaller`: 1 for each function of that kind.
 */
export function nearestCalls(
  parent: IndexColumn<NodeIndex>,
  functionOf: IndexColumn<FunctionIndex>,
  isCaller: ArrayLike<number>,
): IndexColumn<NodeIndex> {
  const calls = new Int32Array(parent.length).fill(NONE);
  for (let node = 1; node < calls.length; node++) {
    const above = parent[node];
    calls[node] = isCaller[functionOf[above]] === 1 ? node : calls[above];
  }
  return calls;
}

/**
 * For each node, the node on the way to it that the nearest own function on its stack called or, where none is, the nearest
 * dependency; -1 for neither. One column for both, since a large recording has millions of nodes. `category`: of each function.
 */
export function callsThatAsked(
  parent: IndexColumn<NodeIndex>,
  functionOf: IndexColumn<FunctionIndex>,
  category: ArrayLike<number>,
): IndexColumn<NodeIndex> {
  const calls = new Int32Array(parent.length).fill(NONE);
  for (let node = 1; node < calls.length; node++) {
    const above = parent[node];
    const call = calls[above];
    const kind = category[functionOf[above]];
    const isOfOwn = call >= 0 && category[functionOf[parent[call]]] === Category.own;
    calls[node] = kind === Category.own || (kind === Category.dependency && !isOfOwn) ? node : call;
  }
  return calls;
}
