import { lastAtOrBelow, type Microseconds, type ThreadId } from '../../core/index.ts';
import type { Chart } from './chart.ts';
import type { Flame, LaneRows } from './flame.ts';
import type { MergedIndex, MergedTree } from './merged-tree.ts';
import type { Box } from './spans.ts';

/** The chart of one thread among several. All have the same tree, zero and top row: that of the root. */
export interface LaneChart {
  readonly thread: ThreadId;
  readonly chart: Chart;
}

/** Rows of stacks that are open at first, the first thread's aside: about what a panel shows. */
const ROWS_AT_FIRST = 24;

/** Which threads are open as long as nobody says otherwise: the first, and those after it while there is room. */
export function openAtFirst(lanes: readonly { thread: ThreadId; chart: Pick<Chart, 'rows'> }[]): ReadonlySet<ThreadId> {
  let rows = 0;
  const open = lanes.filter(({ chart }, i) => (rows += chart.rows) <= ROWS_AT_FIRST || i === 0);
  return new Set(open.map(({ thread }) => thread));
}

/**
 * The flame charts of threads below each other on one axis. Each of several begins with a row for the root, its heading; `isOpen`:
 * whether its stacks are shown below that. A single one has no heading, and is open.
 */
export function buildChartFlame(
  tree: MergedTree,
  charts: readonly LaneChart[],
  extent: Microseconds,
  isOpen: (thread: ThreadId) => boolean,
): Flame {
  const isOne = charts.length === 1;
  const lanes = placeLanes(charts, isOne ? () => true : isOpen);
  const rows = lanes.reduce((sum, lane) => sum + lane.rows, 0);
  return {
    ...{ tree, extent, rows },
    ...(!isOne && { lanes }),
    fill: (spans, window) => {
      spans.count.fill(0);
      lanes.forEach((lane, i) => {
        const at = Math.max(0, lane.row - window.top);
        const top = Math.max(0, window.top - lane.row);
        const count = Math.min(lane.rows - top, spans.rows - at);
        if (count > 0) charts[i].chart.fill(spans, window, { at, count, top });
      });
    },
    ...findBoxes(charts, lanes),
  };
}

function placeLanes(charts: readonly LaneChart[], isOpen: (thread: ThreadId) => boolean): readonly LaneRows[] {
  let row = 0;
  return charts.map(({ thread, chart }) => {
    const lane = { thread, row, rows: isOpen(thread) ? Math.max(1, chart.rows) : 1, isOpen: isOpen(thread) };
    row += lane.rows;
    return lane;
  });
}

/** Boxes stand in the rows of their lane; up and down lead from lane to lane. */
function findBoxes(
  charts: readonly LaneChart[],
  lanes: readonly LaneRows[],
): Pick<Flame, 'boxAt' | 'boxOf' | 'beside' | 'above' | 'below'> {
  const firstRows = lanes.map(({ row }) => row);
  const laneOf = (row: number): number => lastAtOrBelow(firstRows, row);
  const into = (lane: number, box: Box): Box => ({ ...box, row: box.row - firstRows[lane] });
  const outOf = (lane: number, box: Box | undefined): Box | undefined =>
    box && box.row < lanes[lane].rows
      ? { ...box, row: box.row + firstRows[lane], thread: lanes[lane].thread }
      : undefined;
  /** The heading of a lane at a time, or the nearest before or after it. */
  const heading = (lane: number, time: Microseconds): Box | undefined => {
    const chart = charts.at(lane)?.chart;
    if (lane < 0 || chart === undefined) return undefined;
    return outOf(lane, chart.boxAt(0, time) ?? chart.boxOf(0, time));
  };
  const boxOfIn = (lane: number, node: MergedIndex, from?: Microseconds): Box | undefined =>
    outOf(lane, charts[lane]?.chart.boxOf(node, from));
  return {
    boxAt: (row, time) => {
      const lane = laneOf(row);
      return lane < 0 ? undefined : outOf(lane, charts[lane].chart.boxAt(row - firstRows[lane], time));
    },
    boxOf: (node, near) => {
      const lane = lanes.findIndex(({ thread }) => thread === near?.thread);
      const same = lane < 0 ? undefined : boxOfIn(lane, node, near?.start);
      if (same) return same;
      // What was closed is told by its heading, not by a box of another thread.
      if (near && lane >= 0 && !lanes[lane].isOpen) return heading(lane, near.start);
      return firstOf(0, 1, (other) => boxOfIn(other, node, near?.start), lanes.length);
    },
    beside: (box, direction) => {
      const lane = laneOf(box.row);
      return outOf(lane, charts[lane].chart.beside(into(lane, box), direction));
    },
    above: (box) => {
      const lane = laneOf(box.row);
      if (box.row > firstRows[lane]) return outOf(lane, charts[lane].chart.above(into(lane, box)));
      return firstOf(lane - 1, -1, (next) => heading(next, box.start), lanes.length);
    },
    below: (box) => {
      const lane = laneOf(box.row);
      const callee = outOf(lane, charts[lane].chart.below(into(lane, box)));
      return callee ?? firstOf(lane + 1, 1, (next) => heading(next, box.start), lanes.length);
    },
  };
}

/** The first lane's box from one on that has any: a thread that idled all the time has none. */
function firstOf(from: number, step: 1 | -1, boxIn: (lane: number) => Box | undefined, count: number): Box | undefined {
  for (let lane = from; lane >= 0 && lane < count; lane += step) {
    const box = boxIn(lane);
    if (box) return box;
  }
  return undefined;
}
