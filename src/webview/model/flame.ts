import type { Microseconds, ThreadId } from '../../core/index.ts';
import type { MergedIndex, MergedTree } from './merged-tree.ts';
import type { Box, FlameWindow, SpanBuffer } from './spans.ts';

/** Where the samples of a thread stand in a flame chart of several. */
export interface LaneRows {
  readonly thread: ThreadId;
  /** The row of its heading, in which a box is a time without idling. */
  readonly row: number;
  /** How many rows it takes, the heading included. */
  readonly rows: number;
  /** False where only its heading is shown. */
  readonly isOpen: boolean;
}

/** The thread whose heading a box is part of; undefined for boxes of stacks. */
export const headingOf = (flame: Pick<Flame, 'lanes'> | undefined, box: Box | undefined): LaneRows | undefined =>
  box && flame?.lanes?.find(({ row }) => row === box.row);

/** Something drawn as rows of boxes: the merged flame graph, the callers view, or the flame chart over time. */
export interface Flame {
  readonly tree: MergedTree;
  /** Length of the axis, which begins at 0. */
  readonly extent: Microseconds;
  readonly rows: number;
  /** Of a chart: the recording's time at the zero of its axis; see `PanelTimeline`. */
  readonly axisStart?: Microseconds;
  /** The threads of a chart of several, from top to bottom. */
  readonly lanes?: readonly LaneRows[];
  /** Fills `spans` with what is visible of a window. The cost depends on pixels only, not on the number of boxes. */
  fill(spans: SpanBuffer, window: FlameWindow): void;
  boxAt(row: number, time: Microseconds): Box | undefined;
  /** The box of a node; where it has several (flame chart), the first that ends after the start of `near`, else the first. */
  boxOf(node: MergedIndex, near?: Box): Box | undefined;
  beside(box: Box, direction: -1 | 1): Box | undefined;
  above(box: Box): Box | undefined;
  /** The first or heaviest box below. */
  below(box: Box): Box | undefined;
}
