import { lastAtOrBelow } from '../../core/index.ts';
import type { Flame } from './flame.ts';
import { depthOf, type MergedTree, rowCount } from './merged-tree.ts';
import { type Box, type FlameWindow, nextAtOrBelow, type SpanBuffer } from './spans.ts';

/** The merged flame graph: a box for each node, the root above all. */
export function buildMergedFlame(tree: MergedTree): Flame {
  const box = (node: number): Box => ({
    node,
    row: depthOf(tree, node),
    start: tree.start[node],
    end: tree.start[node] + tree.totalTime[node],
  });
  const beside = (from: Box, direction: -1 | 1): Box | undefined => {
    const node = from.node + direction;
    const isInRow = node >= tree.rowStart[from.row] && node < tree.rowStart[from.row + 1];
    return isInRow && tree.totalTime[node] > 0 ? box(node) : undefined;
  };
  return {
    tree,
    extent: tree.totalTime[0],
    rows: rowsWithTime(tree),
    fill: (spans, window) => fillSpans(tree, spans, window),
    boxAt: (row, time) => {
      if (row < 0 || row >= rowCount(tree)) return undefined;
      const node = lastAtOrBelow(tree.start, time, tree.rowStart[row], tree.rowStart[row + 1]);
      if (node < tree.rowStart[row]) return undefined;
      return time < tree.start[node] + tree.totalTime[node] ? box(node) : undefined;
    },
    boxOf: (node) => (tree.totalTime[node] > 0 ? box(node) : undefined),
    beside,
    above: ({ node }) => (node > 0 ? box(tree.parent[node]) : undefined),
    below: ({ node }) => {
      const child = tree.firstChild[node];
      return child < tree.firstChild[node + 1] && tree.totalTime[child] > 0 ? box(child) : undefined;
    },
  };
}

/** Of a part of the time the deepest stacks may have none. */
function rowsWithTime({ rowStart, totalTime }: MergedTree): number {
  let rows = rowStart.length - 1;
  for (; rows > 1; rows--)
    for (let node = rowStart[rows - 1]; node < rowStart[rows]; node++) if (totalTime[node] > 0) return rows;
  return rows;
}

/** In each row, looks up the box under a pixel's middle, draws it to its end, and goes on with the next free pixel. */
function fillSpans(tree: MergedTree, spans: SpanBuffer, { left, right, top }: FlameWindow): void {
  const { start, totalTime, rowStart } = tree;
  const perPixel = (right - left) / spans.width;
  const rows = Math.min(spans.rows, rowCount(tree) - top);
  spans.count.fill(0);
  for (let row = 0; row < rows; row++) {
    const [rowFirst, rowEnd] = [rowStart[top + row], rowStart[top + row + 1]];
    let from = Math.max(rowFirst, lastAtOrBelow(start, left, rowFirst, rowEnd));
    for (let x = 0; x < spans.width;) {
      const time = left + (x + 0.5) * perPixel;
      const node = nextAtOrBelow(start, time, from, rowEnd);
      const end = node < from ? -1 : start[node] + totalTime[node];
      if (end > time) {
        const next = Math.max(x + 1, Math.min(spans.width, Math.ceil((end - left) / perPixel - 0.5)));
        spans.add(row, node, x, next);
        x = next;
      } else if (node + 1 < rowEnd) {
        x = Math.max(x + 1, Math.ceil((start[node + 1] - left) / perPixel - 0.5));
      } else break;
      from = Math.max(from, node);
    }
  }
}
