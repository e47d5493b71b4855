import { Category, type FunctionTable } from '../../core/index.ts';
import { type MergedIndex, type MergedTree, rowCount, selfSamplesOf, selfTimeOf } from './merged-tree.ts';
import { STEP, type Steps } from './steps.ts';

/** One row for each function, in microseconds; a function counts once per stack. */
export type FunctionTimes = Pick<FunctionTable, 'selfTime' | 'totalTime' | 'selfSamples' | 'totalSamples'>;

/**
 * Self and total of every function in what a flame graph shows. As everywhere, native code that a script calls counts
 * as self time of the calling function. Walks depth first and counts how often each function is on the stack: only its
 * outermost call adds to its total.
 */
export function* addUpFunctions(tree: MergedTree, category: Uint8Array): Steps<FunctionTimes> {
  const { function: functionOf, parent, firstChild } = tree;
  const times: FunctionTimes = {
    selfTime: new Float64Array(category.length),
    totalTime: new Float64Array(category.length),
    selfSamples: new Uint32Array(category.length),
    totalSamples: new Uint32Array(category.length),
  };
  const onStack = new Int32Array(category.length);
  /** The function whose self time the frame at each depth of the stack adds to. */
  const owner = new Int32Array(rowCount(tree));
  let depth = 0;
  let node = 0;
  for (let done = 1; node >= 0; done++) {
    const fn = functionOf[node];
    const caller = depth > 0 ? owner[depth - 1] : -1;
    const isCalled = caller >= 0 && category[fn] === Category.native && category[caller] <= Category.node;
    owner[depth] = isCalled ? caller : fn;
    if (fn >= 0) {
      times.selfTime[owner[depth]] += selfTimeOf(tree, node);
      times.selfSamples[owner[depth]] += selfSamplesOf(tree, node);
      if (onStack[fn]++ === 0) {
        times.totalTime[fn] += tree.totalTime[node];
        times.totalSamples[fn] += tree.totalSamples[node];
      }
    }
    if (done % STEP === 0) yield;
    if (firstChild[node] < firstChild[node + 1]) {
      node = firstChild[node];
      depth++;
      continue;
    }
    // Behind the last callee comes the next one of its nearest caller that has more.
    for (let isLast = true; node >= 0 && isLast;) {
      if (functionOf[node] >= 0) onStack[functionOf[node]]--;
      isLast = node === 0 || node + 1 === firstChild[parent[node] + 1];
      node = isLast ? parent[node] : node + 1;
      if (isLast) depth--;
    }
  }
  return times;
}

/**
 * Self time of a box, counted as in the tables: with the native code that it calls. Undefined for native code that a
 * script calls, whose time is the script's.
 */
export function selfOf(tree: MergedTree, category: Uint8Array, node: MergedIndex) {
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
