import { type CallTable, Category } from './analysis.ts';
import { CallSums } from './build-calls.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { TreeMeasures } from './measure-tree.ts';
import type { CallTree } from './profile.ts';

export interface FunctionTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

export interface FunctionTotals {
  readonly times: FunctionTimes;
  readonly calls: CallTable;
  /** The function of each node. */
  readonly functionOf: Int32Array;
}

/** Self and total of each function and call; however often one stands on a stack, it counts once. */
export function buildTotals(tree: CallTree, measures: TreeMeasures, functions: FunctionIdentities): FunctionTotals {
  const { parent, frame } = tree;
  const { order, size } = measures.walk;
  const { ofFrame } = functions;
  const count = functions.name.length;
  const functionOf = new Int32Array(frame.length);
  const totalTime = new Float64Array(count);
  const totalSamples = new Uint32Array(count);
  const calls = new CallSums();
  // Where the subtree of the outermost node of each function ends.
  const openUntil = new Int32Array(count);
  for (let place = 0; place < frame.length; place++) {
    const node = order === undefined ? place : order[place];
    const row = ofFrame[frame[node]];
    const end = place + size[node];
    const time = measures.times.totalTime[node];
    functionOf[node] = row;
    if (place > 0) calls.add(functionOf[parent[node]], row, time, place, end);
    if (place < openUntil[row]) continue;
    openUntil[row] = end;
    totalTime[row] += time;
    totalSamples[row] += measures.times.totalSamples[node];
  }
  const self = selfOfFunctions(parent, functionOf, measures, functions);
  return { times: { ...self, totalTime, totalSamples }, calls: calls.finish(), functionOf };
}

/**
 * Native code that a script calls (built-ins, regular expressions) counts as self time of the calling function, whatever
 * the sampler tells of it.
 */
function selfOfFunctions(
  parent: Int32Array,
  functionOf: Int32Array,
  { times, walk }: TreeMeasures,
  { category, name }: FunctionIdentities,
): Pick<FunctionTimes, 'selfTime' | 'selfSamples'> {
  const selfTime = new Float64Array(name.length);
  const selfSamples = new Uint32Array(name.length);
  for (let place = 0; place < functionOf.length; place++) {
    const node = walk.order === undefined ? place : walk.order[place];
    if (times.selfSamples[node] === 0 && times.selfTime[node] === 0) continue;
    const row = functionOf[node];
    const owner = category[row] === Category.native ? callerOf(node) : row;
    selfTime[owner] += times.selfTime[node];
    selfSamples[owner] += times.selfSamples[node];
  }
  return { selfTime, selfSamples };

  /** The script's function below which native code ran, the native one itself where the runtime called it. */
  function callerOf(node: number): number {
    let caller = parent[node];
    while (caller >= 0 && category[functionOf[caller]] === Category.native) caller = parent[caller];
    const isCalled = caller >= 0 && category[functionOf[caller]] <= Category.node;
    return functionOf[isCalled ? caller : node];
  }
}
