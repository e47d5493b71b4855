import { findEntries } from './focus.ts';
import {
  allocateNodes,
  focusedFunction,
  type DerivedTree,
  type MergedTree,
  type MergeOptions,
  nodeAt,
} from './merged-tree.ts';
import { mergeNodes } from './merger.ts';
import { STEP, type Steps } from './steps.ts';

/**
 * A part of a merged tree: with dependencies folded into their callers, and only what is in focus. A focus that is not in
 * the tree gives a tree of one node without time.
 */
export function* narrowTree(tree: MergedTree, options: MergeOptions): Steps<DerivedTree> {
  const { category, hideDependencies, focus } = options;
  if (focus?.kind === 'path' && !hideDependencies) {
    const node = nodeAt(tree, focus.path);
    if (node >= 0) return yield* extractSubtree(tree, node);
  }
  const entries = focus ? yield* findEntries(tree, options) : new Int32Array(1);
  const root = focus ? focusedFunction(focus) : tree.function[0];
  return yield* mergeNodes(tree, { category, hideDependencies, entries, root, mapsNodes: true });
}

/** A node and everything below it: one range of nodes in each row. */
function* extractSubtree(tree: MergedTree, node: number): Steps<DerivedTree> {
  const ranges = rangesBelow(tree, node);
  const { rowStart } = ranges;
  const count = rowStart[rowStart.length - 1];
  const part: DerivedTree = {
    ...allocateNodes(count, tree.totalTime),
    firstChild: new Int32Array(count + 1).fill(count, count),
    rowStart: Int32Array.from(rowStart),
    nodeMap: new Int32Array(tree.function.length).fill(-1),
  };
  for (let row = 0; row + 1 < rowStart.length; row++) {
    for (let from = rowStart[row]; from < rowStart[row + 1]; from += STEP, yield)
      copyRow(tree, part, ranges, row, from, Math.min(from + STEP, rowStart[row + 1]));
  }
  return part;
}

/** Rows of a part of a tree: where they begin in the part, and how much further right they stood in the whole. */
interface Ranges {
  readonly rowStart: readonly number[];
  readonly shift: readonly number[];
}

function rangesBelow({ firstChild }: MergedTree, node: number): Ranges {
  const rowStart = [0];
  const shift: number[] = [];
  let from = node;
  for (let end = node + 1; from < end; end = firstChild[end]) {
    shift.push(from - rowStart[rowStart.length - 1]);
    rowStart.push(end - shift[shift.length - 1]);
    from = firstChild[from];
  }
  shift.push(from - rowStart[rowStart.length - 1]);
  return { rowStart, shift };
}

/** Copies nodes of a row, `from` and `to` as in the part. */
function copyRow(tree: MergedTree, part: DerivedTree, { shift }: Ranges, row: number, from: number, to: number): void {
  const right = shift[row];
  part.function.set(tree.function.subarray(from + right, to + right), from);
  part.totalTime.set(tree.totalTime.subarray(from + right, to + right), from);
  part.totalSamples.set(tree.totalSamples.subarray(from + right, to + right), from);
  const before = tree.start[shift[0]];
  for (let node = from; node < to; node++) {
    part.start[node] = tree.start[node + right] - before;
    part.parent[node] = row > 0 ? tree.parent[node + right] - shift[row - 1] : -1;
    part.firstChild[node] = tree.firstChild[node + right] - shift[row + 1];
    part.nodeMap[node + right] = node;
  }
}
