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
  const order = yield* breadthFirst(grown, totals.time);
  const newIndex = new Int32Array(count);
  for (let i = 0; i < count; i++) newIndex[order[i]] = i;
  yield;
  const tree = allocateNodes(count, totals.time);
  for (let from = 0; from < count; from += STEP, yield) {
    for (let i = from, end = Math.min(count, from + STEP); i < end; i++) {
      const old = order[i];
      tree.function[i] = grown.function[old];
      tree.parent[i] = i > 0 ? newIndex[grown.parent[old]] : -1;
      tree.totalTime[i] = totals.time[old];
      tree.totalSamples[i] = totals.samples[old];
    }
  }
  const firstChild = childRanges(tree.parent);
  yield;
  setLeftEdges(tree, firstChild);
  return { ...tree, firstChild, rowStart: rowRanges(firstChild) };
}

function sumUp(grown: GrowingTree): { readonly time: Float64Array; readonly samples: Uint32Array } {
  const time = grown.selfTime.slice(0, grown.count);
  const samples = grown.selfSamples.slice(0, grown.count);
  for (let i = grown.count - 1; i > 0; i--) {
    time[grown.parent[i]] += time[i];
    samples[grown.parent[i]] += samples[i];
  }
  return { time, samples };
}

/** Grown nodes in breadth-first order, each node's children by descending total. */
function* breadthFirst(grown: GrowingTree, totalTime: Float64Array): Steps<Int32Array> {
  const { count, parent } = grown;
  const next = new Int32Array(count + 1);
  for (let i = 1; i < count; i++) next[parent[i] + 1]++;
  for (let i = 0; i < count; i++) next[i + 1] += next[i];
  const first = next.slice();
  yield;
  const children = new Int32Array(Math.max(0, count - 1));
  for (let i = 1; i < count; i++) children[next[parent[i]]++] = i;
  yield;
  const order = new Int32Array(count);
  let filled = 1;
  for (let i = 0; i < count; i++) {
    const from = first[order[i]];
    const to = first[order[i] + 1];
    sortDescending(children, from, to, totalTime);
    for (let k = from; k < to; k++) order[filled++] = children[k];
    if (i % STEP === 0) yield;
  }
  return order;
}

function childRanges(parent: Int32Array): Int32Array {
  const firstChild = new Int32Array(parent.length + 1);
  for (let i = 1; i < parent.length; i++) firstChild[parent[i] + 1]++;
  firstChild[0] = 1;
  for (let i = 0; i < parent.length; i++) firstChild[i + 1] += firstChild[i];
  return firstChild;
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
