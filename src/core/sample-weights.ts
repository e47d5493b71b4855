import type { RecordedFacts } from '../recording/index.ts';
import type { Profile, SampleTable, ValueName } from './profile.ts';
import type { Microseconds } from './units.ts';

/** What the samples weigh: CPU time if they have it and nothing else was asked for, else wall time. */
export function valueNameOf(samples: SampleTable): ValueName {
  return samples.cpu && samples.isWall !== true ? 'cpu' : 'wall';
}

/** A sample's weight, in microseconds or in the unit of whatever else was measured. */
export const weightOf = ({ start, cpu }: Pick<SampleTable, 'start' | 'cpu'>, i: number): number =>
  cpu?.[i] ?? start[i + 1] - start[i];

/**
 * The profile with blocked time as heat: a line has the time that it computed and the time that it was blocked. A profile
 * whose samples do not tell blocked time is returned as it is.
 */
export function withBlockedTime(profile: Profile): Profile {
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
 * Anything shorter, in microseconds, is no interval between two samples: Node 26 takes bursts of samples 4 to 50 µs apart when
 * V8 compiles on the main thread (`--single-threaded`). Zero if it is not known which interval was requested.
 */
export const shortestInterval = (facts: IntervalFacts): Microseconds => (intervalOf(facts) ?? 0) * SHORTEST_PART;

type IntervalFacts = Pick<RecordedFacts, 'requestedIntervalUs' | 'keptOneIn'>;

/** The interval that was requested, or the one to which a long run was thinned; undefined if it is not known. */
export const intervalOf = ({ requestedIntervalUs, keptOneIn = 1 }: IntervalFacts): Microseconds | undefined =>
  requestedIntervalUs === undefined ? undefined : requestedIntervalUs * keptOneIn;

/** V8's own default, for recordings that do not tell which interval was requested. */
export const DEFAULT_INTERVAL: Microseconds = 1000;

/** The shortest time between two samples that V8 reaches if it is asked for this one: some 70 µs more. */
export const achievableInterval = (interval: Microseconds): Microseconds => interval + 70;
