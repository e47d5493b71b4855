import type { NodeIndex, SampleTable } from '../../core/index.ts';
import { type CpuCurve, stoppedBetween } from '../cpu-curve.ts';

/** Shorter than that, readings of the clock cannot tell when it was, in microseconds. */
const SHORTEST_STOP = 20_000;

/**
 * The samples, with rows of idle time where a signal had stopped the program: no sample was taken then, so the last one
 * before would stand for all of it. `idleNode`: of these rows, asked for where there are any.
 */
export function cutOutStops(
  samples: Pick<SampleTable, 'node' | 'start'>,
  curve: CpuCurve | undefined,
  { idleNode }: { readonly idleNode: () => NodeIndex },
): Pick<SampleTable, 'node' | 'start'> {
  const stops = curve === undefined ? [] : findStops(samples, curve);
  if (stops.length === 0) return samples;
  const idle = idleNode();
  const count = samples.node.length;
  const node = new Int32Array(count + stops.length);
  const start = new Float64Array(node.length + 1);
  let added = 0;
  for (let i = 0; i < count; i++) {
    node[i + added] = samples.node[i];
    start[i + added] = samples.start[i];
    if (stops[added]?.row !== i) continue;
    start[i + added + 1] = samples.start[i + 1] - stops[added].time;
    node[i + ++added] = idle;
  }
  start[node.length] = samples.start[count];
  return { node, start };
}

function findStops(
  { node, start }: Pick<SampleTable, 'node' | 'start'>,
  curve: CpuCurve,
): { readonly row: number; readonly time: number }[] {
  if (curve.stopped === undefined) return [];
  const stops = [];
  for (let row = 0; row < node.length; row++) {
    if (start[row + 1] - start[row] < SHORTEST_STOP) continue;
    const time = stoppedBetween(curve, start[row], start[row + 1]);
    if (time >= SHORTEST_STOP) stops.push({ row, time });
  }
  return stops;
}
