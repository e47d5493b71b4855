import { Category } from '../../profile/index.ts';
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
