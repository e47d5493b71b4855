import type { Microseconds } from '../core/index.ts';
import type { CpuCurve } from './cpu-curve.ts';
import { type SampleStates, State } from './sample-states.ts';

interface WaitSamples extends SampleStates {
  readonly curve: Pick<CpuCurve, 'waits'>;
  readonly starts: Float64Array;
}

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
  { curve: { waits }, starts, state, waitOf }: WaitSamples,
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
    const isIdleBefore = i > 0 && state[i - 1] === State.idle;
    const isIdleBehind = state[next] === State.idle;
    const before = Math.min(waits.offBeforeUs[wait], isIdleBefore ? usual : Infinity);
    // It may have ended at any moment since its last sample, and then the thread idled.
    const after = Math.min(waits.offAfterUs[wait], isIdleBehind ? usual / 2 : Infinity);
    const off = before + after + waits.toUs[wait] - waits.fromUs[wait] - waits.ranUs[wait];
    // The addon does not know idle samples from others.
    const most = starts[next] - starts[i] + usual;
    time.fill(Math.max(Math.min(off, most), usual) / (next - i), i, next);
    if (!isIdleBehind && next < state.length) missedBefore[next] = Math.floor(waits.cpuAfterUs[wait] / usual);
    i = next;
  }
  const wakeUps = sumOf(waits.wakeUps);
  return { time, missedBefore, wakeUp: wakeUps > 0 ? Math.min(usual / 2, sumOf(waits.wakingUs) / wakeUps) : 0 };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
