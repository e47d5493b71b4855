import { Category, type FunctionTable, type Microseconds } from '../../core/index.ts';
import { type MergedIndex, type MergedTree, rowCount, selfSamplesOf, selfTimeOf } from './merged-tree.ts';
import { STEP, type Steps } from './steps.ts';

/** One row for each function, in microseconds; a function counts once per stack. */
export type FunctionTimes = Pick<FunctionTable, 'selfTime' | 'totalTime' | 'selfSamples' | 'totalSamples'>;

/**
 * Self and total of every function in what a flame graph shows. As everywhere, native code that a script calls counts
 * as self time of the calling function.
 */
export function* addUpFunctions(tree: MergedTree, category: Uint8Array): Steps<FunctionTimes> {
  const sums = new FunctionSums(tree, category);
  while (!sums.advance(STEP)) yield;
  return sums.times;
}

/** Walks depth first and counts how often each function is on the stack: only its outermost call adds to its total. */
class FunctionSums {
  readonly times: FunctionTimes;
  private readonly onStack: Int32Array;
  /** The function whose self time the frame at each depth of the stack adds to. */
  private readonly owner: Int32Array;
  private depth = 0;
  private node: number;

  constructor(
    private readonly tree: MergedTree,
    private readonly category: Uint8Array,
  ) {
    const functions = category.length;
    this.times = {
      selfTime: new Float64Array(functions),
      totalTime: new Float64Array(functions),
      selfSamples: new Uint32Array(functions),
      totalSamples: new Uint32Array(functions),
    };
    this.onStack = new Int32Array(functions);
    this.owner = new Int32Array(rowCount(tree) + 1);
    this.node = tree.function.length > 0 ? 0 : -1;
  }

  /** Visits up to this many more nodes; true when all are done. */
  advance(nodes: number): boolean {
    const { firstChild } = this.tree;
    for (let left = nodes; left > 0 && this.node >= 0; left--) {
      this.enter(this.node);
      if (firstChild[this.node] < firstChild[this.node + 1]) {
        this.node = firstChild[this.node];
        this.depth++;
      } else this.node = this.leave(this.node);
    }
    return this.node < 0;
  }

  private enter(node: number): void {
    const { tree, category, owner, onStack, times, depth } = this;
    const fn = tree.function[node];
    const caller = depth > 0 ? owner[depth - 1] : -1;
    const isCalled = caller >= 0 && category[fn] === Category.native && category[caller] <= Category.node;
    owner[depth] = isCalled ? caller : fn;
    if (fn < 0) return;
    times.selfTime[owner[depth]] += selfTimeOf(tree, node);
    times.selfSamples[owner[depth]] += selfSamplesOf(tree, node);
    if (onStack[fn]++ > 0) return;
    times.totalTime[fn] += tree.totalTime[node];
    times.totalSamples[fn] += tree.totalSamples[node];
  }

  /** The next node depth first after one whose children are done; -1 at the end. */
  private leave(from: number): number {
    const { function: functionOf, parent, firstChild } = this.tree;
    for (let node = from; node >= 0; node = parent[node]) {
      if (functionOf[node] >= 0) this.onStack[functionOf[node]]--;
      if (node > 0 && node + 1 < firstChild[parent[node] + 1]) return node + 1;
      this.depth--;
    }
    return -1;
  }
}

/**
 * Self time of a box, counted as in the tables: with the native code that it calls. Undefined for native code that a
 * script calls, whose time is the script's.
 */
export function selfOf(
  tree: MergedTree,
  category: Uint8Array,
  node: MergedIndex,
): { readonly time: Microseconds; readonly samples: number } | undefined {
  const isNative = (at: MergedIndex): boolean =>
    tree.function[at] >= 0 && category[tree.function[at]] === Category.native;
  const isScript = (at: MergedIndex): boolean => tree.function[at] >= 0 && category[tree.function[at]] <= Category.node;
  let caller = node;
  while (caller > 0 && isNative(caller)) caller = tree.parent[caller];
  if (caller !== node && isScript(caller)) return undefined;
  let time = selfTimeOf(tree, node);
  let samples = selfSamplesOf(tree, node);
  const open = isScript(node) ? [node] : [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (let callee = tree.firstChild[at]; callee < tree.firstChild[at + 1]; callee++) {
      if (!isNative(callee)) continue;
      time += selfTimeOf(tree, callee);
      samples += selfSamplesOf(tree, callee);
      open.push(callee);
    }
  }
  return { time, samples };
}
