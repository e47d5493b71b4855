import { Category } from '../../core/index.ts';
import { type MergedTree, release, type Times, type TreeColumns } from './merged-tree.ts';
import { STEP, type Steps } from './steps.ts';

/** What is merged: a tree with child links and totals. A merged tree is one, too. */
export interface MergeInput extends Pick<MergedTree, 'function' | 'totalTime' | 'totalSamples'> {
  readonly firstChild: Int32Array;
  /**
   * The next child of the same parent; 0 after the last, as no child is the root. Absent: the children of node i are
   * those from `firstChild[i]` up to `firstChild[i + 1]`.
   */
  readonly nextSibling?: Int32Array;
}

/** Whole microseconds below this fit into four bytes. */
const SUM_LIMIT = 2 ** 32;

/**
 * Makes a recorded tree ready for merging: adds child links, and totals without idle time. The columns are taken over and
 * must not be used afterwards: each is reused, or its memory is freed at once.
 */
export function* prepareTree(tree: TreeColumns, category: Uint8Array): Steps<Required<MergeInput>> {
  const { function: functionOf, parent, selfSamples: totalSamples } = tree;
  const narrow = yield* narrowTimes(tree.selfTime);
  const totalTime = narrow ?? tree.selfTime;
  if (narrow) release(tree.selfTime);
  const isIdle = category.map((kind) => (kind === Category.idle ? 1 : 0));
  const firstChild = new Int32Array(parent.length);
  const nextSibling = new Int32Array(parent.length);
  for (let end = parent.length; end > 1; yield) {
    const from = Math.max(1, end - STEP);
    for (let node = end - 1; node >= from; node--) {
      const above = parent[node];
      nextSibling[node] = firstChild[above];
      firstChild[above] = node;
      if (isIdle[functionOf[node]] === 1) continue;
      totalTime[above] += totalTime[node];
      totalSamples[above] += totalSamples[node];
    }
    end = from;
  }
  release(parent);
  return { function: functionOf, totalTime, totalSamples, firstChild, nextSibling };
}

/** The times in four bytes each; undefined when they or their sum do not fit. */
function* narrowTimes(times: Float64Array): Steps<Times | undefined> {
  const narrow = new Uint32Array(times.length);
  let sum = 0;
  for (let from = 0; from < times.length; from += STEP, yield) {
    let isExact = true;
    for (let i = from, end = Math.min(times.length, from + STEP); i < end; i++) {
      const time = times[i];
      narrow[i] = time;
      isExact &&= narrow[i] === time;
      sum += time;
    }
    if (!isExact || sum >= SUM_LIMIT) return undefined;
  }
  return narrow;
}
