import {
  type IndexColumn,
  LONGEST_RECORDING,
  type Microseconds,
  type NodeIndex,
  type SampleTable,
} from '../../core/index.ts';

/** V8 itself may date the first sample a little before the start. */
const EARLIEST: Microseconds = -1000;

export interface BuiltSamples {
  readonly samples: SampleTable;
  /** Samples dated before the recording began, now at its start; 0 where that is V8's usual inaccuracy. */
  readonly early: number;
}

/**
 * Samples in order of time, none before the start. Sorts `node` and `start` in place; `start` has one row of room for the end.
 * Undefined if the times span more than a recording can.
 */
export function buildSamples(
  node: IndexColumn<NodeIndex>,
  start: Float64Array,
  duration: Microseconds,
): BuiltSamples | undefined {
  const count = node.length;
  if (!moveLateBack(node, start, count)) sortByTime(node, start, count);
  start[count] = count > 0 ? Math.max(duration, start[count - 1]) : duration;
  if (start[count] - start[0] > LONGEST_RECORDING) return undefined;
  const isNotable = start[0] < EARLIEST;
  let early = 0;
  for (; early < count && start[early] < 0; early++) start[early] = 0;
  return { samples: { node, start }, early: isNotable ? early : 0 };
}

/** How many places a sample may move back, on average; a file that needs more is sorted instead. */
const MOST_STEPS = 8;

/**
 * V8 writes a few samples late: moves each back to its place; rows of the same time keep their order. False where that takes too
 * long.
 */
function moveLateBack(node: IndexColumn<NodeIndex>, start: Float64Array, count: number): boolean {
  let stepsLeft = MOST_STEPS * count;
  for (let row = 1; row < count && stepsLeft >= 0; row++) {
    const time = start[row];
    if (time >= start[row - 1]) continue;
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
