import type { GrowingTree } from './grow-tree.ts';
import { allocateNodes, type MergedTree, type NodeColumns, rowRanges } from './merged-tree.ts';
import { sortFalling } from './sort-falling.ts';

/**
 * Puts a grown tree into drawing order: breadth first, the heaviest child first (the earlier one of equals), with
 * totals, depths and left edges. `ofNode` (nodes of some other tree → grown nodes) is renumbered along.
 */
export function layoutTree(grown: GrowingTree, ofNode: Int32Array): MergedTree {
  const count = grown.count;
  const { totalTime, totalSamples } = sumUp(grown);
  const order = breadthFirst(grown, totalTime);
  const newIndex = new Int32Array(count);
  for (let i = 0; i < count; i++) newIndex[order[i]] = i;
  const tree = allocateNodes(count);
  for (let i = 0; i < count; i++) {
    const old = order[i];
    tree.function[i] = grown.function[old];
    if (i > 0) tree.parent[i] = newIndex[grown.parent[old]];
    if (i > 0) tree.depth[i] = tree.depth[tree.parent[i]] + 1;
    tree.selfTime[i] = grown.selfTime[old];
    tree.totalTime[i] = totalTime[old];
    tree.selfSamples[i] = grown.selfSamples[old];
    tree.totalSamples[i] = totalSamples[old];
  }
  const firstChild = childRanges(tree.parent);
  setLeftEdges(tree, firstChild);
  return {
    ...tree,
    firstChild,
    rowStart: rowRanges(tree.depth),
    ofNode: ofNode.map((node) => (node < 0 ? -1 : newIndex[node])),
  };
}

function sumUp(grown: GrowingTree): { totalTime: Float64Array; totalSamples: Uint32Array } {
  const totalTime = grown.selfTime.slice(0, grown.count);
  const totalSamples = grown.selfSamples.slice(0, grown.count);
  for (let i = grown.count - 1; i > 0; i--) {
    totalTime[grown.parent[i]] += totalTime[i];
    totalSamples[grown.parent[i]] += totalSamples[i];
  }
  return { totalTime, totalSamples };
}

/** Grown nodes in breadth-first order, each node's children by falling total. */
function breadthFirst(grown: GrowingTree, totalTime: Float64Array): Int32Array {
  const count = grown.count;
  const next = new Int32Array(count + 1);
  for (let i = 1; i < count; i++) next[grown.parent[i] + 1]++;
  for (let i = 0; i < count; i++) next[i + 1] += next[i];
  const first = next.slice();
  const children = new Int32Array(Math.max(0, count - 1));
  for (let i = 1; i < count; i++) children[next[grown.parent[i]]++] = i;
  const order = new Int32Array(count);
  let filled = 1;
  for (let i = 0; i < count; i++) {
    const from = first[order[i]];
    const to = first[order[i] + 1];
    sortFalling(children, from, to, totalTime);
    for (let k = from; k < to; k++) order[filled++] = children[k];
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

function setLeftEdges({ start, totalTime }: NodeColumns, firstChild: Int32Array): void {
  for (let i = 0; i < totalTime.length; i++) {
    let x = start[i];
    for (let child = firstChild[i]; child < firstChild[i + 1]; child++) {
      start[child] = x;
      x += totalTime[child];
    }
  }
}
