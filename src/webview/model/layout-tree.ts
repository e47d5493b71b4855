import { groupRows } from '../../core/index.ts';
import type { GrowingTree } from './grow-tree.ts';
import { allocateNodes, type MergedTree, type NodeColumns } from './merged-tree.ts';
import { sortDescending } from './sort-descending.ts';
import { STEP, type Steps } from './steps.ts';

/**
 * Puts a grown tree into drawing order (breadth first, the heaviest child first, the earlier one of equals) and adds
 * totals and left edges.
 */
export function* layoutTree(grown: GrowingTree): Steps<MergedTree> {
  const { count } = grown;
  const totals = sumUp(grown);
  yield;
  const { order, firstChild } = yield* breadthFirst(grown, totals.time);
  const newIndex = new Int32Array(count);
  for (let i = 0; i < count; i++) newIndex[order[i]] = i;
  yield;
  const tree = allocateNodes(count, totals.time);
  for (let from = 0; from < count; from += STEP, yield) {
    for (let i = from, end = Math.min(count, from + STEP); i < end; i++) {
      const old = order[i];
      tree.function[i] = grown.function.values[old];
      tree.parent[i] = i > 0 ? newIndex[grown.parent.values[old]] : -1;
      tree.totalTime[i] = totals.time[old];
      tree.totalSamples[i] = totals.samples[old];
    }
  }
  setLeftEdges(tree, firstChild);
  return { ...tree, firstChild, rowStart: rowRanges(firstChild) };
}

function sumUp(grown: GrowingTree): { readonly time: Float64Array; readonly samples: Uint32Array } {
  const time = grown.selfTime.toArray();
  const samples = grown.selfSamples.toArray();
  const parent = grown.parent.values;
  for (let i = grown.count - 1; i > 0; i--) {
    time[parent[i]] += time[i];
    samples[parent[i]] += samples[i];
  }
  return { time, samples };
}

/** Grown nodes in breadth-first order, each node's children by descending total; and where these begin in that order. */
function* breadthFirst(
  { count, parent }: GrowingTree,
  totalTime: Float64Array,
): Steps<Pick<MergedTree, 'firstChild'> & { readonly order: Int32Array }> {
  const { first, rows: children } = groupRows(parent.toArray(), count);
  yield;
  const order = new Int32Array(count);
  const firstChild = new Int32Array(count + 1).fill(count, count);
  let filled = 1;
  for (let i = 0; i < count; i++) {
    firstChild[i] = filled;
    const from = first[order[i]];
    const to = first[order[i] + 1];
    sortDescending(children, from, to, totalTime);
    for (let k = from; k < to; k++) order[filled++] = children[k];
    if (i % STEP === 0) yield;
  }
  return { order, firstChild };
}

/** Where each row begins: with the first child of the one above. */
function rowRanges(firstChild: Int32Array): Int32Array {
  const rowStart = [0];
  for (let from = 0, end = 1; from < end; [from, end] = [firstChild[from], firstChild[end]]) rowStart.push(end);
  return Int32Array.from(rowStart);
}

function setLeftEdges({ start, totalTime }: NodeColumns, firstChild: Int32Array): void {
  for (let i = 0; i < totalTime.length; i++) {
    let x = start[i];
    for (let child = firstChild[i]; child < firstChild[i + 1]; child++) {
      start[child] = x;
      x += totalTime[child];
    }
  }
}
