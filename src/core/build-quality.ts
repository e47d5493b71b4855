import { Category, type SampleQuality } from './analysis.ts';
import type { Profile } from './profile.ts';
import { clockOf } from './sample-weights.ts';
import type { SampleSums } from './sum-samples.ts';
import type { Share } from './units.ts';
import { sumUnsampled } from './unsampled.ts';

/** Quality without the part that only the lines know. */
export type TimeQuality = Omit<SampleQuality, 'exactShare'> & {
  /**
   * Independent samples of active time: fewer than were taken where their weights differ (Kish's formula). A gap counts
   * as one sample of its length, of which it is not known what it saw.
   */
  readonly effectiveSamples: number;
  /** The longest gap as a share of active and unsampled time. */
  readonly longestGap: Share;
};

/** How good the samples are, and how much of the time was active. */
export function buildQuality(profile: Profile, sums: SampleSums): TimeQuality {
  const { samples, recording } = profile;
  const { timeOf, activeSquares } = sums;
  const unsampled = sumUnsampled(profile, sums.interval);
  const activeTime = timeOf.reduce((sum, time) => sum + time, 0) - timeOf[Category.idle];
  const runTime = activeTime + unsampled.time;
  return {
    sampler: recording.sampler,
    clock: clockOf(samples),
    requestedInterval: recording.requestedIntervalUs,
    achievedInterval: sums.interval,
    samples: samples.node.length - unsampled.gaps,
    lostSamples: lostSamples(profile, sums, unsampled.missing),
    duration: recording.duration,
    activeTime,
    activeSamples: sums.activeSamples,
    idleTime: Math.max(0, timeOf[Category.idle] - unsampled.time),
    unsampledTime: unsampled.time,
    gcTime: timeOf[Category.gc],
    programTime: timeOf[Category.program],
    compilingTime: timeOf[Category.compiling],
    waitingTime: samples.cpu ? sums.waiting : undefined,
    blockedTime: recording.cpuTime === undefined ? undefined : Math.max(0, runTime - recording.cpuTime),
    effectiveSamples: activeSquares > 0 ? (runTime * runTime) / (activeSquares + unsampled.squares) : 0,
    longestGap: unsampled.longest > 0 ? unsampled.longest / runTime : 0,
  };
}

/** Samples missing in gaps, or as many as the sampler itself reported. */
function lostSamples({ recording }: Profile, { interval, lost }: SampleSums, missing: number): number | undefined {
  return interval === undefined ? undefined : Math.max(lost + missing, recording.reportedLost ?? 0);
}
