import type { Microseconds } from '../../core/index.ts';
import type { MergedIndex, MergedTree } from './merged-tree.ts';
import type { Box, FlameWindow, SpanBuffer } from './spans.ts';

/** Something drawn as rows of boxes: the merged flame graph, the callers view, or the flame chart over time. */
export interface Flame {
  readonly tree: MergedTree;
  /** Length of the axis, which begins at 0. */
  readonly extent: Microseconds;
  readonly rows: number;
  /** Fills `spans` with what is visible of a window. The cost depends on pixels only, not on the number of boxes. */
  fill(spans: SpanBuffer, window: FlameWindow): void;
  boxAt(row: number, time: Microseconds): Box | undefined;
  /** The box of a node; where it has several (flame chart), the first that ends after `from`, else the first. */
  boxOf(node: MergedIndex, from?: Microseconds): Box | undefined;
  /** The box beside another one in the same row. */
  beside(box: Box, direction: -1 | 1): Box | undefined;
  above(box: Box): Box | undefined;
  /** The first or heaviest box below. */
  below(box: Box): Box | undefined;
}
