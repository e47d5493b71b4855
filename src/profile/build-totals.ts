import { type CallTable, Category } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { NodeTimes } from './measure-tree.ts';
import { PairIndex } from './pair-index.ts';
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
  const pairs = new PairIndex();
  const pairOfNode = new Int32Array(tree.frame.length);
  for (let node = 1; node < tree.frame.length; node++) {
    const caller = functions.ofFrame[tree.frame[tree.parent[node]]];
    pairOfNode[node] = pairs.rowOf(caller, functions.ofFrame[tree.frame[node]]);
  }
  const time = new Float64Array(pairs.size);
  const onStack = new Uint32Array(pairs.size);
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
  const order = Int32Array.from(time.keys()).sort((a, b) => pairs.first(a) - pairs.first(b) || time[b] - time[a]);
  return {
    caller: order.map((row) => pairs.first(row)),
    callee: order.map((row) => pairs.second(row)),
    time: Float64Array.from(order, (row) => time[row]),
  };
}
