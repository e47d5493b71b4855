import {
  type IndexColumn,
  LONGEST_RECORDING,
  type Microseconds,
  type NodeIndex,
  type SampleTable,
} from '../../core/index.ts';

/** When samples were taken, in the order of the file. */
export interface SampleTimes {
  /** Relative to the start, and one row of room behind them for the end. */
  readonly start: Float64Array;
  /** Rows, ascending, whose time is before that of an earlier row: V8 writes a few samples late. */
  readonly lateRows: Int32Array;
}

/** V8 itself may date the first sample a little before the start. */
const EARLIEST: Microseconds = -1000;

export interface BuiltSamples {
  readonly samples: SampleTable;
  /** Samples dated before the recording began, now at its start; 0 where that is V8's usual inaccuracy. */
  readonly early: number;
}

/**
 * Samples in order of time, none before the start. Sorts `node` and `times` in place. Undefined if the times span more than a
 * recording can.
 */
export function buildSamples(
  node: IndexColumn<NodeIndex>,
  times: SampleTimes,
  duration: Microseconds,
): BuiltSamples | undefined {
  const count = node.length;
  const { start, lateRows } = times;
  if (!moveBack(node, start, lateRows)) sortByTime(node, start, count);
  start[count] = count > 0 ? Math.max(duration, start[count - 1]) : duration;
  if (start[count] - start[0] > LONGEST_RECORDING) return undefined;
  const isNotable = start[0] < EARLIEST;
  let early = 0;
  for (; early < count && start[early] < 0; early++) start[early] = 0;
  return { samples: { node, start }, early: isNotable ? early : 0 };
}

/** How many places a sample may move back, on average; a file that needs more is sorted instead. */
const MOST_STEPS = 8;

/** Moves each late row back to its place; rows of the same time keep their order. False where that takes too long. */
function moveBack(node: IndexColumn<NodeIndex>, start: Float64Array, lateRows: Int32Array): boolean {
  let stepsLeft = MOST_STEPS * node.length;
  for (let i = 0; i < lateRows.length && stepsLeft >= 0; i++) {
    const row = lateRows[i];
    const time = start[row];
    const top = node[row];
    let to = row;
    for (; to > 0 && start[to - 1] > time && stepsLeft >= 0; to--, stepsLeft--) {
      start[to] = start[to - 1];
      node[to] = node[to - 1];
    }
    start[to] = time;
    node[to] = top;
  }
  return stepsLeft >= 0;
}

function sortByTime(node: IndexColumn<NodeIndex>, start: Float64Array, count: number): void {
  const order = Int32Array.from({ length: count }, (_, row) => row).sort((a, b) => start[a] - start[b] || a - b);
  const [nodes, starts] = [node.slice(), start.slice()];
  for (let to = 0; to < count; to++) {
    node[to] = nodes[order[to]];
    start[to] = starts[order[to]];
  }
}
