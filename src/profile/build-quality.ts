import { Category, type SampleQuality } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { Profile } from './profile.ts';
import { clockOf } from './sample-weights.ts';
import type { SampleSums } from './sum-samples.ts';

/** Quality without the part that only the lines know. */
export type TimeQuality = Omit<SampleQuality, 'exactShare'> & {
  /** Independent samples of active time: fewer than were taken where their weights differ (Kish's formula). */
  readonly effectiveSamples: number;
};

/** How good the samples are, and how much of the time was active. */
export function buildQuality(profile: Profile, functions: FunctionIdentities, sums: SampleSums): TimeQuality {
  const { samples, recording } = profile;
  const { timeOf, activeSquares } = sums;
  const activeTime = timeOf.reduce((sum, time) => sum + time, 0) - timeOf[Category.idle];
  return {
    sampler: recording.sampler,
    clock: clockOf(samples),
    requestedInterval: recording.requestedInterval,
    achievedInterval: sums.interval,
    samples: samples.node.length,
    lostSamples: lostSamples(profile, functions, sums),
    duration: recording.duration,
    activeTime,
    activeSamples: sums.activeSamples,
    idleTime: timeOf[Category.idle],
    gcTime: timeOf[Category.gc],
    programTime: timeOf[Category.program],
    waitingTime: samples.cpu ? sums.waiting : undefined,
    blockedTime: recording.cpuTime === undefined ? undefined : Math.max(0, activeTime - recording.cpuTime),
    effectiveSamples: activeSquares > 0 ? (activeTime * activeTime) / activeSquares : 0,
  };
}

/**
 * Samples missing in gaps of two intervals or more, plus what the sampler itself reported. V8 logs have one sample for a
 * whole wait of the event loop, so idle time has no gaps.
 */
function lostSamples(
  { samples, tree, recording }: Profile,
  { category, ofFrame }: FunctionIdentities,
  { interval }: SampleSums,
): number | undefined {
  if (interval === undefined) return undefined;
  const { node, start } = samples;
  let lost = 0;
  for (let i = 0; i < node.length; i++) {
    const duration = start[i + 1] - start[i];
    if (duration < 2 * interval || category[ofFrame[tree.frame[node[i]]]] === Category.idle) continue;
    lost += Math.round(duration / interval) - 1;
  }
  return Math.max(lost, recording.reportedLost ?? 0);
}
