import { Category } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { DepthFirst } from './depth-first.ts';
import type { NodeTimes } from './measure-tree.ts';

export interface FunctionTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

/**
 * Self and total of each function; however often it stands on a stack, it counts once. Native code that a script calls
 * (built-ins, regular expressions) counts as self time of the calling function, whatever the sampler tells of it.
 * `functionOf`: the function of each node.
 */
export function buildFunctionTimes(
  parent: Int32Array,
  functionOf: Int32Array,
  walk: DepthFirst,
  times: NodeTimes,
  functions: FunctionIdentities,
): FunctionTimes {
  const count = functions.name.length;
  const selfTime = new Float64Array(count);
  const totalTime = new Float64Array(count);
  const selfSamples = new Uint32Array(count);
  const totalSamples = new Uint32Array(count);
  // Where the subtree of the outermost node of each function ends.
  const openUntil = new Int32Array(count);
  const { order, end } = walk;
  for (let place = 0; place < end.length; place++) {
    const node = order ? order[place] : place;
    const row = functionOf[node];
    if (times.selfSamples[node] > 0 || times.selfTime[node] > 0) {
      const owner = functions.category[row] === Category.native ? callerOf(node) : row;
      selfTime[owner] += times.selfTime[node];
      selfSamples[owner] += times.selfSamples[node];
    }
    if (place < openUntil[row]) continue;
    openUntil[row] = end[node];
    totalTime[row] += times.totalTime[node];
    totalSamples[row] += times.totalSamples[node];
  }
  return { selfTime, totalTime, selfSamples, totalSamples };

  /** The script's function below which native code ran, the native one itself where the runtime called it. */
  function callerOf(node: number): number {
    let caller = parent[node];
    while (caller >= 0 && functions.category[functionOf[caller]] === Category.native) caller = parent[caller];
    const isCalled = caller >= 0 && functions.category[functionOf[caller]] <= Category.node;
    return functionOf[isCalled ? caller : node];
  }
}
