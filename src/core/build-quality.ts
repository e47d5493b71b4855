import { Category, type SampleQuality } from './analysis.ts';
import type { Profile } from './profile.ts';
import { clockOf } from './sample-weights.ts';
import type { SampleSums } from './sum-samples.ts';

/** Quality without the part that only the lines know. */
export type TimeQuality = Omit<SampleQuality, 'exactShare'> & {
  /** Independent samples of active time: fewer than were taken where their weights differ (Kish's formula). */
  readonly effectiveSamples: number;
};

/** How good the samples are, and how much of the time was active. */
export function buildQuality(profile: Profile, sums: SampleSums): TimeQuality {
  const { samples, recording } = profile;
  const { timeOf, activeSquares } = sums;
  const activeTime = timeOf.reduce((sum, time) => sum + time, 0) - timeOf[Category.idle];
  return {
    sampler: recording.sampler,
    clock: clockOf(samples),
    requestedInterval: recording.requestedIntervalUs,
    achievedInterval: sums.interval,
    samples: samples.node.length,
    lostSamples: lostSamples(profile, sums),
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

/** Samples missing in gaps, or as many as the sampler itself reported. */
function lostSamples({ recording }: Profile, { interval, lost }: SampleSums): number | undefined {
  return interval === undefined ? undefined : Math.max(lost, recording.reportedLost ?? 0);
}
