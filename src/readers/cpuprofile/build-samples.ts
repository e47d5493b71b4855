import {
  type IndexColumn,
  LONGEST_RECORDING,
  type Microseconds,
  type NodeIndex,
  type SampleTable,
} from '../../core/index.ts';
import { putInOrder } from '../time/put-in-order.ts';

/** V8 itself may date the first sample a little before the start. */
const EARLIEST: Microseconds = -1000;

/**
 * Samples in order of time, none before the start. Sorts `node` and `start` in place; `start` has one row of room for the end. `early`:
 * samples dated before the recording began, now at its start; 0 where that is V8's usual inaccuracy. Undefined if the times span
 * more than a recording can.
 */
export function buildSamples(node: IndexColumn<NodeIndex>, start: Float64Array, duration: Microseconds) {
  const count = node.length;
  putInOrder(node, start.subarray(0, count));
  start[count] = count > 0 ? Math.max(duration, start[count - 1]) : duration;
  if (start[count] - start[0] > LONGEST_RECORDING) return undefined;
  const isNotable = start[0] < EARLIEST;
  let early = 0;
  for (; early < count && start[early] < 0; early++) start[early] = 0;
  const samples: SampleTable = { node, start };
  return { samples, early: isNotable ? early : 0 };
}
