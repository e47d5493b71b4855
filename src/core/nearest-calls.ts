import { Category, type MeasuredTree } from './analysis.ts';
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
 * Tells, for a node, the node on the way to it that the nearest own function on its stack called or, where none is, the nearest
 * dependency; -1 for neither. `category`: of each function.
 */
export function callsThatAsked(
  { parent, function: functionOf }: Pick<MeasuredTree, 'parent' | 'function'>,
  category: ArrayLike<number>,
): (node: NodeIndex) => NodeIndex {
  const kindAbove = (node: NodeIndex): number => category[functionOf[parent[node]]];
  /** The answers that are known, plus two: of callers of what was asked about, since a stack may be deep, and others go through them. */
  const known = new Int32Array(parent.length);
  const walk = (from: NodeIndex): NodeIndex => {
    let ofDependency = NONE;
    for (let call = from; call > 0; call = parent[call]) {
      const above = known[call] - 2;
      if (above >= NONE)
        return ofDependency < 0 || (above >= 0 && kindAbove(above) === Category.own) ? above : ofDependency;
      const kind = kindAbove(call);
      if (kind === Category.own) return call;
      if (kind === Category.dependency && ofDependency < 0) ofDependency = call;
    }
    return ofDependency;
  };
  return (node) => {
    const caller = parent[node];
    if (caller > 0) known[caller] = walk(caller) + 2;
    return walk(node);
  };
}
