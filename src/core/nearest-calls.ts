import { type IndexColumn, type NodeIndex, NONE } from './units.ts';

/** For each node, the node on the way to it that the nearest caller of a kind called; -1 where no such caller is on its stack. */
export function nearestCalls(parent: IndexColumn<NodeIndex>, isCaller: (node: NodeIndex) => boolean) {
  const calls = new Int32Array(parent.length).fill(NONE);
  for (let node = 1; node < calls.length; node++) calls[node] = isCaller(parent[node]) ? node : calls[parent[node]];
  return calls;
}
