import type { Microseconds, SampleTable } from '../../profile/index.ts';

/**
 * Samples in order of time. `times` (relative to the start) has one row more than `node`: room for the end. Both are
 * put in order in place: V8 writes a few samples late, so that some time deltas are negative.
 */
export function buildSamples(node: Int32Array, times: Float64Array, duration: Microseconds): SampleTable {
  const count = node.length;
  sortByTime(node, times, count);
  times[count] = count > 0 ? Math.max(duration, times[count - 1]) : duration;
  return { node, start: times };
}

/**
 * Takes out what is earlier than something before it (few, in real recordings), sorts that alone and merges it in from
 * the back. Samples of the same time keep their order.
 */
function sortByTime(node: Int32Array, times: Float64Array, count: number): void {
  const late: number[] = [];
  let kept = 0;
  let latest = -Infinity;
  const lateNode: number[] = [];
  const lateTime: number[] = [];
  for (let i = 0; i < count; i++) {
    if (times[i] < latest) {
      late.push(late.length);
      lateNode.push(node[i]);
      lateTime.push(times[i]);
      continue;
    }
    latest = times[i];
    times[kept] = latest;
    node[kept++] = node[i];
  }
  if (late.length === 0) return;
  late.sort((a, b) => lateTime[a] - lateTime[b]);
  for (let to = count - 1, i = kept - 1, j = late.length - 1; j >= 0; to--) {
    if (i >= 0 && times[i] > lateTime[late[j]]) {
      times[to] = times[i];
      node[to] = node[i--];
    } else {
      times[to] = lateTime[late[j]];
      node[to] = lateNode[late[j--]];
    }
  }
}

/** Time of each node's own samples, `weight` giving a sample's. */
export function selfTimes(nodeCount: number, samples: SampleTable, weights?: Float64Array): Float64Array {
  const self = new Float64Array(nodeCount);
  const { node, start } = samples;
  for (let i = 0; i < node.length; i++) self[node[i]] += weights === undefined ? start[i + 1] - start[i] : weights[i];
  return self;
}
