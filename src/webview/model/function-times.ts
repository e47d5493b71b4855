import { Category, type Index, type Microseconds } from '../../profile/index.ts';
import type { MergedTree } from './merged-tree.ts';

/** One row for each function, in microseconds; a function counts once per stack. */
export interface FunctionTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

/**
 * Self and total of every function in what a flame graph shows. As everywhere, native code that a script calls counts
 * as self time of the calling function.
 */
export function sumFunctions(tree: MergedTree, category: Uint8Array): FunctionTimes {
  const functions = category.length;
  const sums: FunctionTimes = {
    selfTime: new Float64Array(functions),
    totalTime: new Float64Array(functions),
    selfSamples: new Uint32Array(functions),
    totalSamples: new Uint32Array(functions),
  };
  const owner = new Int32Array(tree.function.length);
  for (let i = 0; i < owner.length; i++) {
    const fn = tree.function[i];
    const caller = i > 0 ? owner[tree.parent[i]] : -1;
    const isCalled = caller >= 0 && category[fn] === Category.native && category[caller] <= Category.node;
    owner[i] = isCalled ? caller : fn;
    if (fn < 0) continue;
    sums.selfTime[owner[i]] += tree.selfTime[i];
    sums.selfSamples[owner[i]] += tree.selfSamples[i];
  }
  sumTotals(tree, sums);
  return sums;
}

/** Self time of one box. */
export interface SelfTimes {
  readonly time: Microseconds;
  readonly samples: number;
}

/**
 * Self time of a box, counted as in the tables: with the native code that it calls. Undefined for native code that a
 * script calls, whose time is the script's.
 */
export function selfOf(tree: MergedTree, category: Uint8Array, node: Index): SelfTimes | undefined {
  const isNative = (at: Index): boolean => tree.function[at] >= 0 && category[tree.function[at]] === Category.native;
  const isScript = (at: Index): boolean => tree.function[at] >= 0 && category[tree.function[at]] <= Category.node;
  let caller = node;
  while (caller > 0 && isNative(caller)) caller = tree.parent[caller];
  if (caller !== node && isScript(caller)) return undefined;
  let time = tree.selfTime[node];
  let samples = tree.selfSamples[node];
  const open = isScript(node) ? [node] : [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (let callee = tree.firstChild[at]; callee < tree.firstChild[at + 1]; callee++) {
      if (!isNative(callee)) continue;
      time += tree.selfTime[callee];
      samples += tree.selfSamples[callee];
      open.push(callee);
    }
  }
  return { time, samples };
}

/** Walks depth first and counts how often each function is on the stack: only its outermost call adds to its total. */
function sumTotals(tree: MergedTree, sums: FunctionTimes): void {
  const onStack = new Int32Array(sums.selfTime.length);
  const next = tree.firstChild.slice();
  const { function: functionOf, parent, firstChild } = tree;
  const enter = (node: number): void => {
    const fn = functionOf[node];
    if (fn < 0 || onStack[fn]++ > 0) return;
    sums.totalTime[fn] += tree.totalTime[node];
    sums.totalSamples[fn] += tree.totalSamples[node];
  };
  if (functionOf.length > 0) enter(0);
  for (let node = functionOf.length > 0 ? 0 : -1; node >= 0;) {
    if (next[node] < firstChild[node + 1]) {
      node = next[node]++;
      enter(node);
    } else {
      if (functionOf[node] >= 0) onStack[functionOf[node]]--;
      node = parent[node];
    }
  }
}
