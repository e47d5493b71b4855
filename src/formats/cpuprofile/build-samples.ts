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

/** Samples that are earlier than something before them. */
interface LateSamples {
  readonly node: readonly number[];
  readonly time: readonly number[];
}

/**
 * Takes out what is earlier than something before it (few, in real recordings), sorts that alone and merges it in from
 * the back. Samples of the same time keep their order.
 */
function sortByTime(node: Int32Array, times: Float64Array, count: number): void {
  const late = takeLate(node, times, count);
  if (late.time.length > 0) mergeLate(node, times, count, late);
}

function takeLate(node: Int32Array, times: Float64Array, count: number): LateSamples {
  const late = { node: [] as number[], time: [] as number[] };
  let latest = -Infinity;
  for (let i = 0, kept = 0; i < count; i++) {
    const time = times[i];
    if (time < latest) {
      late.node.push(node[i]);
      late.time.push(time);
      continue;
    }
    latest = time;
    times[kept] = time;
    node[kept++] = node[i];
  }
  return late;
}

function mergeLate(node: Int32Array, times: Float64Array, count: number, late: LateSamples): void {
  const order = Array.from(late.time.keys()).sort((a, b) => late.time[a] - late.time[b]);
  let i = count - order.length - 1;
  for (let to = count - 1, j = order.length - 1; j >= 0; to--) {
    if (i >= 0 && times[i] > late.time[order[j]]) {
      times[to] = times[i];
      node[to] = node[i--];
    } else {
      times[to] = late.time[order[j]];
      node[to] = late.node[order[j--]];
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
