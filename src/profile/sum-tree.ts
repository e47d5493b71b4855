import type { CallTable } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { CallTree } from './profile.ts';
import { TreeKernel } from './tree-kernel.ts';

/** Nodes that the kernel goes over in one call. */
const STRETCH = 16_384;

/** Time and samples that had each node on top. Times in microseconds of the recording's clock. */
export interface NodeSelf {
  readonly selfTime: Float64Array;
  readonly selfSamples: Uint32Array;
}

/** Self and total of each function; however often it stands on a stack, it counts once. */
export interface FunctionTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

/**
 * The nodes depth first, as places: a node's subtree takes `size` places from its own on. Whether a function, a call or
 * a line is on the stack already is then one comparison with the end of its outermost node, and no stack is kept.
 */
export interface DepthFirst {
  /** The node at each place; undefined where the rows stand depth first already, so that each node is its own place. */
  readonly order: Int32Array | undefined;
  /** How many nodes each node's subtree has, itself included. */
  readonly size: Int32Array;
}

/** All sums over a call tree. */
export interface TreeSums {
  /** The function of each node. */
  readonly functionOf: Int32Array;
  /** Nodes with self time or samples, ascending. */
  readonly ownNodes: Int32Array;
  /** Time with each node at the top or below. */
  readonly totalTime: Float64Array;
  readonly functions: FunctionTimes;
  readonly calls: CallTable;
  /** A way through the tree; undefined where no call sites are known, for which alone it is needed. */
  readonly walk: DepthFirst | undefined;
}

/**
 * Sums self times up the tree, and over functions and calls. Native code that a script calls (built-ins, regular
 * expressions) is self time of the calling function, whatever the sampler tells of it.
 */
export function sumTree(tree: CallTree, self: NodeSelf, identities: FunctionIdentities): TreeSums {
  const nodes = tree.parent.length;
  const kernel = new TreeKernel();
  const columns = layOut(kernel, tree, self, identities);
  const order = runKernel(kernel, nodes, columns);
  const { own, ownCount } = kernel.exports;
  return {
    functionOf: kernel.int32(columns.functionOf, nodes).slice(),
    ownNodes: kernel.int32(own.value >>> 0, ownCount.value).slice(),
    totalTime: kernel.float64(columns.totalTime, nodes).slice(),
    functions: functionTimes(kernel, identities.name.length, columns),
    calls: callsOf(kernel),
    walk: tree.callPosition && {
      order: order === undefined ? undefined : kernel.int32(order, nodes).slice(),
      size: kernel.int32(columns.size, nodes).slice(),
    },
  };
}

/** Addresses of the kernel's columns: one row for each node, then one for each function. */
interface Columns {
  /** Frames of the nodes, and in the end their functions. */
  readonly functionOf: number;
  /** Self times of the nodes, and in the end total times. */
  readonly totalTime: number;
  readonly size: number;
  readonly ofFrame: number;
  readonly category: number;
  readonly selfTime: number;
  readonly selfSamples: number;
  readonly functionTotal: number;
  readonly functionSamples: number;
  readonly openUntil: number;
}

function layOut(kernel: TreeKernel, tree: CallTree, self: NodeSelf, identities: FunctionIdentities): Columns {
  const nodes = tree.parent.length;
  const parent = kernel.copyIn(tree.parent);
  const samples = kernel.copyIn(self.selfSamples);
  const functionOf = kernel.copyIn(tree.frame);
  const totalTime = kernel.copyIn(self.selfTime);
  const size = kernel.allocate(nodes, 4);
  kernel.exports.setNodes(nodes, parent, functionOf, totalTime, samples, size);
  const zeros = (bytesPerRow: number): number => kernel.allocate(identities.name.length, bytesPerRow);
  return {
    functionOf,
    totalTime,
    size,
    ofFrame: kernel.copyIn(identities.ofFrame),
    category: kernel.copyIn(identities.category),
    selfTime: zeros(8),
    selfSamples: zeros(4),
    functionTotal: zeros(8),
    functionSamples: zeros(4),
    openUntil: zeros(4),
  };
}

/** Does all sums. Address of the depth-first order; undefined where the rows stand in it already. */
function runKernel({ exports: kernel }: TreeKernel, nodes: number, columns: Columns): number | undefined {
  const { selfTime, selfSamples, functionTotal, functionSamples, openUntil } = columns;
  const stretches = stretchesOf(nodes);
  for (const [from, to] of stretches) kernel.findFunctions(from, to, columns.ofFrame);
  for (const [from, to] of stretches) kernel.sumSelf(from, to, columns.category, selfTime, selfSamples);
  for (const [from, to] of stretches.toReversed()) kernel.sumUp(from, to);
  const isDepthFirst = stretches.every(([from, to]) => kernel.isDepthFirst(from, to));
  const order = isDepthFirst ? undefined : kernel.orderDepthFirst() >>> 0;
  for (const [from, to] of stretches) kernel.sumFunctions(from, to, functionTotal, functionSamples, openUntil);
  return order;
}

function functionTimes(kernel: TreeKernel, functions: number, columns: Columns): FunctionTimes {
  return {
    selfTime: kernel.float64(columns.selfTime, functions).slice(),
    totalTime: kernel.float64(columns.functionTotal, functions).slice(),
    selfSamples: kernel.uint32(columns.selfSamples, functions).slice(),
    totalSamples: kernel.uint32(columns.functionSamples, functions).slice(),
  };
}

/** The nodes in stretches of some thousands, from each to before the other. */
function stretchesOf(nodes: number): readonly (readonly [number, number])[] {
  const count = Math.ceil(nodes / STRETCH);
  return Array.from({ length: count }, (_, i) => [i * STRETCH, Math.min(nodes, (i + 1) * STRETCH)]);
}

/** The calls by caller, the most time first. The kernel gives 24 bytes for each, in the order of their first sight. */
function callsOf(kernel: TreeKernel): CallTable {
  const { calls, callCount } = kernel.exports;
  const pairs = kernel.int32(calls.value >>> 0, callCount.value * 6);
  const times = kernel.float64(calls.value >>> 0, callCount.value * 3);
  const caller = Int32Array.from({ length: callCount.value }, (_, call) => pairs[6 * call]);
  const time = Float64Array.from({ length: callCount.value }, (_, call) => times[3 * call + 2]);
  const order = Int32Array.from(caller.keys()).sort((a, b) => caller[a] - caller[b] || time[b] - time[a] || a - b);
  return {
    caller: order.map((call) => caller[call]),
    callee: order.map((call) => pairs[6 * call + 1]),
    time: Float64Array.from(order, (call) => time[call]),
  };
}
