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

/** Samplers end stacks at some hundred frames. In a deeper one nobody looks further, so that a file of the deepest stacks opens in time. */
const MOST_CALLERS = 1024;

/**
 * The node on the way to `node` that the nearest own function on its stack called or, where none is, the nearest dependency; -1 for
 * neither. `category`: of each function.
 */
export function callThatAsked(
  { parent, function: functionOf }: Pick<MeasuredTree, 'parent' | 'function'>,
  category: ArrayLike<number>,
  node: NodeIndex,
): NodeIndex {
  let ofDependency = NONE;
  for (let call = node, callers = 0; call > 0 && callers < MOST_CALLERS; call = parent[call], callers++) {
    const kind = category[functionOf[parent[call]]];
    if (kind === Category.own) return call;
    if (kind === Category.dependency && ofDependency < 0) ofDependency = call;
  }
  return ofDependency;
}
