import type { CallPairTable, FunctionTable, MeasuredTree } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { longestStretch, type ProfileKernel, stretchesOf } from './profile-kernel.ts';
import type { CallTree } from './profile.ts';

/** Self and total time of each function. A function counts once for each stack, however often it is on it. */
export type FunctionTimes = Omit<FunctionTable, keyof FunctionIdentities | 'code'>;

/**
 * The nodes depth first, as places: a node's subtree takes `size` places from its own on. Whether a line is on the stack
 * already is then one comparison with the end of its outermost node, and no stack is kept.
 */
export interface DepthFirst {
  /** The node at each place. */
  readonly order: Int32Array;
  /** How many nodes each node's subtree has, itself included. */
  readonly size: Int32Array;
}

/** One row for each node. */
export type NodeTimes = Omit<MeasuredTree, 'parent' | 'callLine'>;
type OwnTimes = Omit<NodeTimes, 'totalTime'>;

/** All sums over a call tree. */
export interface TreeSums {
  readonly nodes: NodeTimes;
  readonly functions: FunctionTimes;
  readonly callPairs: CallPairTable;
  /** A way through the tree; undefined where no call sites are known, for which alone it is needed. */
  readonly walk: DepthFirst | undefined;
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
  const nodes = createNodeTimes(tree, ofFrame, functions, knowsBlocked);
  const byRow = tree.callPosition === undefined ? walkRows(kernel, tree, functions, nodes) : undefined;
  const { times, walk } = byRow ?? walkOrdered(kernel, tree, functions, nodes);
  const withTotals = { ...nodes, totalTime: withCallees(nodes.selfTime, tree) };
  return {
    nodes: withTotals,
    functions: readFunctions(kernel, functions, times),
    callPairs: readCallPairs(kernel),
    walk,
  };
}

function createNodeTimes(
  { frame }: CallTree,
  ofFrame: FunctionIdentities['ofFrame'],
  functions: number,
  knowsBlocked: boolean,
): OwnTimes {
  const nodes = frame.length;
  return {
    // Functions are numbered as their frames come: where each frame is one of its own, both have the same numbers.
    function: functions === ofFrame.length ? frame : frame.map((row) => ofFrame[row]),
    selfTime: new Float64Array(nodes),
    selfSamples: new Uint32Array(nodes),
    ...(knowsBlocked && { blockedTime: new Float64Array(nodes) }),
  };
}

interface Walked {
  readonly times: FunctionColumns;
  readonly walk?: DepthFirst;
}

/** The usual way: rows stand depth first, and the kernel sees a stretch of them at a time. Undefined where they do not. */
function walkRows(kernel: ProfileKernel, tree: CallTree, functions: number, nodes: OwnTimes): Walked | undefined {
  const { parent } = tree;
  const { exports } = kernel;
  const columns = new NodeColumns(kernel, longestStretch(parent.length), nodes.blockedTime !== undefined);
  const times = beginWalk(kernel, functions, 0, nodes.blockedTime !== undefined);
  for (const [from, to] of stretchesOf(parent.length)) {
    kernel.write(columns.parent, parent.subarray(from, to));
    columns.place(from);
    if (!exports.walk(from, to)) return undefined;
    columns.read(nodes, from, to);
  }
  exports.endWalk();
  return { times };
}

/** Times of nodes, with those of all that they call. */
export function withCallees(ofNodes: Float64Array, { parent }: CallTree): Float64Array {
  const sums = ofNodes.slice();
  for (let node = sums.length - 1; node > 0; node--) sums[parent[node]] += sums[node];
  return sums;
}

/** Any order of rows: the kernel has all of them at once. */
function walkOrdered(kernel: ProfileKernel, tree: CallTree, functions: number, nodes: OwnTimes): Required<Walked> {
  const { parent } = tree;
  const { exports } = kernel;
  const columns = new NodeColumns(kernel, parent.length, nodes.blockedTime !== undefined);
  kernel.write(columns.parent, parent);
  const size = kernel.allocate(4 * parent.length);
  const order = exports.orderDepthFirst(parent.length, columns.parent, size) >>> 0;
  const times = beginWalk(kernel, functions, order, nodes.blockedTime !== undefined);
  columns.place(0);
  for (const [from, to] of stretchesOf(parent.length)) exports.walk(from, to);
  exports.endWalk();
  columns.read(nodes, 0, parent.length);
  const walk = { order: kernel.int32(order, parent.length).slice(), size: kernel.int32(size, parent.length).slice() };
  return { times, walk };
}

/** Addresses of columns with a row for each function. Those of blocked time are zero where it is unknown. */
type FunctionColumns = Readonly<ReturnType<typeof beginWalk>>;

function beginWalk(kernel: ProfileKernel, functions: number, order: number, knowsBlocked: boolean) {
  const [selfTime, totalTime] = [kernel.allocate(8 * functions), kernel.allocate(8 * functions)];
  const [selfSamples, totalSamples] = [kernel.allocate(4 * functions), kernel.allocate(4 * functions)];
  kernel.exports.setOpenCounts(kernel.allocate(4 * functions));
  const [blocked, totalBlocked] = knowsBlocked
    ? [kernel.allocate(8 * functions), kernel.allocate(8 * functions)]
    : [0, 0];
  kernel.exports.setBlockedTimes(blocked, totalBlocked);
  kernel.exports.beginWalk(order, selfTime, totalTime, selfSamples, totalSamples);
  return { selfTime, totalTime, selfSamples, totalSamples, blocked, totalBlocked };
}

function readFunctions(kernel: ProfileKernel, functions: number, columns: FunctionColumns): FunctionTimes {
  return {
    selfTime: kernel.float64(columns.selfTime, functions).slice(),
    totalTime: kernel.float64(columns.totalTime, functions).slice(),
    selfSamples: kernel.uint32(columns.selfSamples, functions).slice(),
    totalSamples: kernel.uint32(columns.totalSamples, functions).slice(),
    ...(columns.blocked > 0 && {
      blockedTime: kernel.float64(columns.blocked, functions).slice(),
      totalBlockedTime: kernel.float64(columns.totalBlocked, functions).slice(),
    }),
  };
}

function readCallPairs(kernel: ProfileKernel): CallPairTable {
  const { first: caller, second: callee, time } = kernel.pairs(() => kernel.exports.writeCalls());
  return { caller, callee, time };
}

/** The kernel's columns for some nodes. */
class NodeColumns {
  readonly parent: number;
  readonly #selfTime: number;
  readonly #selfSamples: number;
  /** Zero where blocked time is unknown. */
  readonly #blocked: number;

  constructor(
    private readonly kernel: ProfileKernel,
    rows: number,
    knowsBlocked: boolean,
  ) {
    this.parent = kernel.allocate(4 * rows);
    this.#selfSamples = kernel.allocate(4 * rows);
    this.#selfTime = kernel.allocate(8 * rows);
    this.#blocked = knowsBlocked ? kernel.allocate(8 * rows) : 0;
  }

  /** Their first row is for the node `from`. */
  place(from: number): void {
    const { exports } = this.kernel;
    exports.setNodeColumns(from, this.parent, this.#selfTime, this.#selfSamples);
    exports.setBlockedColumn(this.#blocked);
  }

  /** Takes the rows of the nodes from one to before another over. */
  read(nodes: OwnTimes, from: number, to: number): void {
    const count = to - from;
    nodes.selfTime.set(this.kernel.float64(this.#selfTime, count), from);
    nodes.selfSamples.set(this.kernel.uint32(this.#selfSamples, count), from);
    nodes.blockedTime?.set(this.kernel.float64(this.#blocked, count), from);
  }
}
