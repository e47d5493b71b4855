import { Category, type SampleQuality } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { Profile } from './profile.ts';
import { clockOf, medianDuration, sampleDurations } from './sample-weights.ts';
import type { Microseconds } from './units.ts';

/** Quality without the part that only the lines know. */
export type TimeQuality = Omit<SampleQuality, 'exactShare'> & {
  /** Independent samples of active time: fewer than were taken where their weights differ (Kish's formula). */
  readonly effectiveSamples: number;
};

/** How good the samples are, and how much of the time was active. */
export function buildQuality(profile: Profile, functions: FunctionIdentities, weights: Float64Array): TimeQuality {
  const { samples, tree, recording } = profile;
  const durations = samples.cpu ? sampleDurations(samples) : weights;
  const isIdle = new Uint8Array(durations.length);
  const timeOf = new Float64Array(8);
  let activeSamples = 0;
  let activeSquares = 0;
  let waiting = 0;
  for (let i = 0; i < weights.length; i++) {
    const category = functions.category[functions.ofFrame[tree.frame[samples.node[i]]]];
    timeOf[category] += weights[i];
    if (category === Category.idle) {
      isIdle[i] = 1;
      continue;
    }
    activeSamples++;
    activeSquares += weights[i] * weights[i];
    if (samples.cpu) waiting += Math.max(0, durations[i] - weights[i]);
  }
  const activeTime = timeOf.reduce((sum, time) => sum + time, 0) - timeOf[Category.idle];
  const achievedInterval = medianDuration(durations);
  return {
    sampler: recording.sampler,
    clock: clockOf(samples),
    requestedInterval: recording.requestedInterval,
    achievedInterval,
    samples: samples.node.length,
    lostSamples: lostSamples(durations, isIdle, achievedInterval, recording.reportedLost),
    duration: recording.duration,
    activeTime,
    activeSamples,
    idleTime: timeOf[Category.idle],
    gcTime: timeOf[Category.gc],
    programTime: timeOf[Category.program],
    waitingTime: samples.cpu ? waiting : undefined,
    blockedTime: recording.cpuTime === undefined ? undefined : Math.max(0, activeTime - recording.cpuTime),
    effectiveSamples: activeSquares > 0 ? (activeTime * activeTime) / activeSquares : 0,
  };
}

/**
 * Samples missing in gaps of two intervals or more, plus what the sampler itself reported. V8 logs have one sample for a
 * whole wait of the event loop, so idle time has no gaps.
 */
function lostSamples(
  durations: Float64Array,
  isIdle: Uint8Array,
  interval: Microseconds | undefined,
  reported = 0,
): number | undefined {
  if (interval === undefined) return undefined;
  let lost = 0;
  for (let i = 0; i < durations.length; i++)
    if (durations[i] >= 2 * interval && isIdle[i] === 0) lost += Math.round(durations[i] / interval) - 1;
  return Math.max(lost, reported);
}
