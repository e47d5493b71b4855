import type { CallPairTable, FunctionTable, MeasuredTree } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { longestStretch, type ProfileKernel, stretchesOf } from './profile-kernel.ts';
import type { CallTree } from './profile.ts';

/** Self and total time of each function. A function counts once for each stack, however often it is on it. */
export type FunctionTimes = Omit<FunctionTable, keyof FunctionIdentities | 'code' | 'gcTime'>;

/** One row for each node. */
export type NodeTimes = Omit<MeasuredTree, 'parent' | 'callLine'>;

/** All sums over a call tree. */
export interface TreeSums {
  readonly nodes: NodeTimes;
  readonly functions: FunctionTimes;
  readonly callPairs: CallPairTable;
  /**
   * The nodes depth first: the one at each place (`order`), and how many places the subtree of each takes (`size`), itself included.
   * Whether a line is on the stack already is then one comparison with the end of its outermost node, and no stack is kept. Undefined
   * where no call sites are known, for which alone it is needed.
   */
  readonly walk: { readonly order: Int32Array; readonly size: Int32Array } | undefined;
}

/**
 * Sums the nodes' own times, which the kernel has, up the tree and over functions and calls. Native code that a script calls
 * (built-ins, regular expressions) is self time of the calling function, whatever the sampler says. `knowsBlocked`: the
 * samples tell their blocked time.
 */
export function sumTree(
  kernel: ProfileKernel,
  tree: CallTree,
  { name, ofFrame }: FunctionIdentities,
  knowsBlocked: boolean,
): TreeSums {
  const functions = name.length;
  const byRow = tree.callPosition === undefined ? walkRows(kernel, tree, functions, knowsBlocked) : undefined;
  const walked = byRow ?? walkOrdered(kernel, tree, functions, knowsBlocked);
  const { first: caller, second: callee, time } = kernel.pairs(() => kernel.exports.writeCalls());
  return {
    nodes: readNodes(kernel, tree, functions === ofFrame.length, knowsBlocked),
    callPairs: { caller, callee, time },
    ...walked,
  };
}

/** The functions of the nodes, and what the samples gave to the nodes themselves. */
function readNodes(kernel: ProfileKernel, { frame }: CallTree, areFunctionsFrames: boolean, knowsBlocked: boolean) {
  const nodes = frame.length;
  const [rows, time, blocked, samples] = [4, 8, 8, 4].map((width) => kernel.allocate(width * longestStretch(nodes)));
  // Functions are numbered as their frames come: where each frame is one of its own, both have the same numbers.
  const functionOf = areFunctionsFrames ? (frame as Int32Array) : new Int32Array(nodes);
  const selfTime = new Float64Array(nodes);
  const selfSamples = new Uint32Array(nodes);
  const blockedTime = knowsBlocked ? new Float64Array(nodes) : undefined;
  for (const [from, to] of stretchesOf(nodes)) {
    kernel.exports.writeNodes(from, to, rows, time, blocked, samples);
    if (!areFunctionsFrames) functionOf.set(kernel.int32(rows, to - from), from);
    selfTime.set(kernel.float64(time, to - from), from);
    selfSamples.set(kernel.uint32(samples, to - from), from);
    blockedTime?.set(kernel.float64(blocked, to - from), from);
  }
  return { function: functionOf, selfTime, selfSamples, ...(blockedTime && { blockedTime }) };
}

/** The usual way: rows stand depth first, and the kernel sees a stretch of them at a time. Undefined where they do not. */
function walkRows(kernel: ProfileKernel, { parent }: CallTree, functions: number, knowsBlocked: boolean) {
  const { exports } = kernel;
  const parents = kernel.allocate(4 * longestStretch(parent.length));
  const endWalk = beginWalk(kernel, functions, 0, knowsBlocked);
  for (const [from, to] of stretchesOf(parent.length)) {
    kernel.write(parents, parent.subarray(from, to));
    exports.setParents(from, parents);
    if (!exports.walk(from, to)) return undefined;
  }
  return { functions: endWalk(), walk: undefined };
}

/** Times of nodes, with those of all that they call. */
export function withCallees(ofNodes: Float64Array, { parent }: Pick<CallTree, 'parent'>): Float64Array {
  const sums = ofNodes.slice();
  for (let node = sums.length - 1; node > 0; node--) sums[parent[node]] += sums[node];
  return sums;
}

/** The time of each node with that of all that it calls. */
export const totalTimes = (tree: MeasuredTree): Float64Array => tree.totalTime ?? withCallees(tree.selfTime, tree);

/** Any order of rows: the kernel has all of them at once. */
function walkOrdered(kernel: ProfileKernel, { parent }: CallTree, functions: number, knowsBlocked: boolean) {
  const { exports } = kernel;
  const parents = kernel.copyIn(parent);
  const size = kernel.allocate(4 * parent.length);
  const order = exports.orderDepthFirst(parent.length, parents, size) >>> 0;
  const endWalk = beginWalk(kernel, functions, order, knowsBlocked);
  exports.setParents(0, parents);
  for (const [from, to] of stretchesOf(parent.length)) exports.walk(from, to);
  const times = endWalk();
  const walk = { order: kernel.int32(order, parent.length).slice(), size: kernel.int32(size, parent.length).slice() };
  return { functions: times, walk };
}

/** Begins a walk over the tree. Returns what ends it and reads the functions' times. */
function beginWalk(kernel: ProfileKernel, functions: number, order: number, knowsBlocked: boolean) {
  const [selfTime, totalTime] = [kernel.allocate(8 * functions), kernel.allocate(8 * functions)];
  const [selfSamples, totalSamples] = [kernel.allocate(4 * functions), kernel.allocate(4 * functions)];
  kernel.exports.setOpenCounts(kernel.allocate(4 * functions));
  const [blocked, totalBlocked] = knowsBlocked
    ? [kernel.allocate(8 * functions), kernel.allocate(8 * functions)]
    : [0, 0];
  kernel.exports.setBlockedTimes(blocked, totalBlocked);
  kernel.exports.beginWalk(order, selfTime, totalTime, selfSamples, totalSamples);
  const times = (address: number): Float64Array => kernel.float64(address, functions).slice();
  const counts = (address: number): Uint32Array => kernel.uint32(address, functions).slice();
  return (): FunctionTimes => {
    kernel.exports.endWalk();
    return {
      ...{ selfTime: times(selfTime), totalTime: times(totalTime) },
      ...{ selfSamples: counts(selfSamples), totalSamples: counts(totalSamples) },
      ...(knowsBlocked && { blockedTime: times(blocked), totalBlockedTime: times(totalBlocked) }),
    };
  };
}
