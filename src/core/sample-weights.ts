import type { RecordedFacts } from '../recording/index.ts';
import type { ClockName, Profile, SampleTable } from './profile.ts';
import type { Microseconds } from './units.ts';

/** The clock that weighs the samples: CPU time where it was recorded and nothing else was wished, else wall time. */
export function clockOf(samples: SampleTable): ClockName {
  return samples.cpu && samples.isWall !== true ? 'cpu' : 'wall';
}

/**
 * The profile with blocked time as heat: a line's time is then what it computed and what it was blocked. Without a CPU
 * clock, or with one that does not tell blocked time, the same profile.
 */
export function weighByWall(profile: Profile): Profile {
  const { samples, ticks } = profile;
  if (samples.cpu === undefined || samples.blocked === undefined || samples.isWall === true) return profile;
  return {
    ...profile,
    samples: { ...samples, cpu: sumOf(samples.cpu, samples.blocked), isWall: true },
    ticks: {
      ...ticks,
      ...(ticks.cpu && ticks.blocked && { cpu: sumOf(ticks.cpu, ticks.blocked) }),
      computing: undefined,
    },
  };
}

const sumOf = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, row) => value + b[row]);

/** No sampler is faster than this part of what was requested. */
const SHORTEST_PART = 0.25;

/**
 * What is shorter, in microseconds, is no interval between two samples: Node 26 takes bursts of samples 4 to 50 µs apart
 * where V8 compiles on the main thread (`--single-threaded`). Zero where it is not known which interval was requested.
 */
export const shortestInterval = (facts: IntervalFacts): Microseconds => (intervalOf(facts) ?? 0) * SHORTEST_PART;

type IntervalFacts = Pick<RecordedFacts, 'requestedIntervalUs' | 'keptOneIn'>;

/** The interval that was requested, or what has become of it in a long run; undefined where it is not known. */
export const intervalOf = ({ requestedIntervalUs, keptOneIn = 1 }: IntervalFacts): Microseconds | undefined =>
  requestedIntervalUs === undefined ? undefined : requestedIntervalUs * keptOneIn;

/** V8's own default, for recordings that do not tell which interval was requested. */
export const DEFAULT_INTERVAL: Microseconds = 1000;

/** The time between two samples that V8 reaches at best when it is asked for this one: it takes some 70 µs longer. */
export const achievableInterval = (interval: Microseconds): Microseconds => interval + 70;

/** The median of those durations that are above zero, in microseconds; undefined without any. */
export function medianDuration(durations: Float64Array): Microseconds | undefined {
  const some = durations.filter((duration) => duration > 0).sort();
  return some.at((some.length - 1) >> 1);
}
