import type { Microseconds } from '../core/index.ts';
import type { CpuCurve } from './cpu-curve.ts';
import { type SampleStates, State } from './sample-states.ts';

/** What waits say of samples. */
interface WeighedWaits {
  /** For how long the thread was off a CPU in each sample that found it waiting, all waits of its kind together; else 0. */
  readonly time: Float64Array;
  /** How many samples the sampler missed between a wait and this sample, the first one behind it. */
  readonly missedBefore: Float64Array;
  /** What waking up for one sample takes, on a CPU. */
  readonly wakeUp: Microseconds;
}

/**
 * A wait that is longer than an interval is always found, and lasts as long as it does. Of shorter ones only a part is found,
 * each of which stands for those that are not: for one interval all together.
 *
 * V8's sampling thread may get to its next sample late when a thread has waited: the system lets one that has just begun to run
 * go on for some milliseconds.
 *
 * `usual`: the time between two samples.
 */
export function weighWaits(
  { curve: { waits }, state, waitOf }: SampleStates & { readonly curve: Pick<CpuCurve, 'waits'> },
  usual: Microseconds,
): WeighedWaits {
  const time = new Float64Array(state.length);
  const missedBefore = new Float64Array(state.length);
  if (waits === undefined) return { time, missedBefore, wakeUp: 0 };
  for (let i = 0; i < state.length;) {
    const wait = waitOf[i];
    let next = i + 1;
    if (wait < 0) {
      i = next;
      continue;
    }
    while (waitOf[next] === wait) next++;
    // Beside it the thread may also have idled, which a sampler that is late does not show.
    const [before, after] = [waits.offBeforeUs[wait], waits.offAfterUs[wait]].map((off) => Math.min(off, usual));
    const off = before + after + waits.toUs[wait] - waits.fromUs[wait] - waits.wakingUs[wait];
    time.fill(Math.max(off, usual) / (next - i), i, next);
    if (state[next] === State.running || state[next] === State.other)
      missedBefore[next] = Math.floor(waits.cpuAfterUs[wait] / usual);
    i = next;
  }
  return { time, missedBefore, wakeUp: usualWakeUp(waits, usual) };
}

/** The lower quartile: between two samples that found the thread waiting it may also have worked. */
function usualWakeUp({ samples, wakingUs }: NonNullable<CpuCurve['waits']>, usual: Microseconds): Microseconds {
  const costs = Float64Array.from(
    samples.flatMap((count, wait) => (count > 1 ? [wakingUs[wait] / (count - 1)] : [])),
  ).sort();
  return Math.min(usual / 2, Math.max(0, costs[costs.length >> 2] ?? 0));
}
