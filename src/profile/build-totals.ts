import { type CallTable, Category } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { NodeTimes } from './measure-tree.ts';
import type { CallTree } from './profile.ts';
import { type TreeLinks, walkStacks } from './walk-tree.ts';

export interface FunctionTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

/**
 * Self and total of each function; however often it stands on a stack, it counts once. Native code that a script calls
 * (built-ins, regular expressions) counts as self time of the calling function, whatever the sampler tells of it.
 */
export function buildFunctionTimes(
  tree: CallTree,
  links: TreeLinks,
  times: NodeTimes,
  functions: FunctionIdentities,
): FunctionTimes {
  const count = functions.name.length;
  const selfTime = new Float64Array(count);
  const totalTime = new Float64Array(count);
  const selfSamples = new Uint32Array(count);
  const totalSamples = new Uint32Array(count);
  const onStack = new Uint32Array(count);
  const owner = selfOwners(tree, functions);
  walkStacks(
    tree,
    links,
    (node) => {
      const row = functions.ofFrame[tree.frame[node]];
      selfTime[owner[node]] += times.selfTime[node];
      selfSamples[owner[node]] += times.selfSamples[node];
      if (onStack[row]++ > 0) return;
      totalTime[row] += times.totalTime[node];
      totalSamples[row] += times.totalSamples[node];
    },
    (node) => {
      onStack[functions.ofFrame[tree.frame[node]]]--;
    },
  );
  return { selfTime, totalTime, selfSamples, totalSamples };
}

/** The function that each node's self time counts for: the script that called it where the node is native. */
function selfOwners(tree: CallTree, functions: FunctionIdentities): Int32Array {
  const owner = new Int32Array(tree.frame.length);
  for (let node = 0; node < owner.length; node++) {
    const row = functions.ofFrame[tree.frame[node]];
    const caller = node > 0 ? owner[tree.parent[node]] : row;
    const isCalled = functions.category[row] === Category.native && functions.category[caller] <= Category.node;
    owner[node] = isCalled ? caller : row;
  }
  return owner;
}

/** Who calls whom and how much time that took; a pair counts once per stack. */
export function buildCalls(
  tree: CallTree,
  links: TreeLinks,
  times: NodeTimes,
  functions: FunctionIdentities,
): CallTable {
  const width = functions.name.length;
  const pairOfNode = new Int32Array(tree.frame.length).fill(-1);
  const rows = new Map<number, number>();
  for (let node = 1; node < tree.frame.length; node++) {
    const caller = functions.ofFrame[tree.frame[tree.parent[node]]];
    const key = caller * width + functions.ofFrame[tree.frame[node]];
    let row = rows.get(key);
    if (row === undefined) rows.set(key, (row = rows.size));
    pairOfNode[node] = row;
  }
  const time = new Float64Array(rows.size);
  const onStack = new Uint32Array(rows.size);
  walkStacks(
    tree,
    links,
    (node) => {
      if (node > 0 && onStack[pairOfNode[node]]++ === 0) time[pairOfNode[node]] += times.totalTime[node];
    },
    (node) => {
      if (node > 0) onStack[pairOfNode[node]]--;
    },
  );
  const keys = [...rows.keys()];
  const order = keys.map((_, row) => row);
  const callerOf = (row: number): number => Math.floor(keys[row] / width);
  order.sort((a, b) => callerOf(a) - callerOf(b) || time[b] - time[a]);
  return {
    caller: Int32Array.from(order, callerOf),
    callee: Int32Array.from(order, (row) => keys[row] % width),
    time: Float64Array.from(order, (row) => time[row]),
  };
}
