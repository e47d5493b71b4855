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

/** Durations below this are told apart by the microsecond, in microseconds. */
const FINE = 1 << 16;
/** Longer ones by one part in a hundred. */
const STEP = Math.log(1.01);

/** Counts positive durations, in microseconds, in bins, so that the median of millions needs no sorting. */
export class DurationBins {
  readonly #fine = new Uint32Array(FINE);
  readonly #coarse = new Map<number, number>();
  #total = 0;

  add(duration: Microseconds): void {
    if (!(duration > 0)) return;
    this.#total++;
    if (duration < FINE - 1) this.#fine[Math.round(duration)]++;
    else this.#addLong(duration);
  }

  #addLong(duration: Microseconds): void {
    const bin = Math.round(Math.log(duration) / STEP);
    this.#coarse.set(bin, (this.#coarse.get(bin) ?? 0) + 1);
  }

  /** The median: the interval that was really achieved. Undefined without any. */
  median(): Microseconds | undefined {
    return this.quantile(0.5);
  }

  /** The duration that this part of all do not exceed. Undefined without any. */
  quantile(part: number): Microseconds | undefined {
    if (this.#total === 0) return undefined;
    const least = part * this.#total;
    let seen = 0;
    for (let bin = 0; bin < FINE; bin++) if ((seen += this.#fine[bin]) >= least && seen > 0) return bin;
    const coarse = [...this.#coarse].sort(([a], [b]) => a - b);
    const found = coarse.find(([, count]) => (seen += count) >= least);
    return Math.exp((found ?? coarse[coarse.length - 1])[0] * STEP);
  }
}

/** These durations, in microseconds, counted. */
export function countDurations(durations: Float64Array): DurationBins {
  const bins = new DurationBins();
  for (let i = 0; i < durations.length; i++) bins.add(durations[i]);
  return bins;
}

/** The median of positive durations, in microseconds; undefined without any. */
export const medianDuration = (durations: Float64Array): Microseconds | undefined => countDurations(durations).median();
