import type { ClockName, SampleTable } from './profile.ts';
import type { Microseconds } from './units.ts';

/** The clock that weighs the samples: CPU time where it was recorded, else wall time. */
export function clockOf(samples: SampleTable): ClockName {
  return samples.cpu ? 'cpu' : 'wall';
}

/** What each sample weighs on the recording's clock, in microseconds. */
export function sampleWeights(samples: SampleTable): Float64Array {
  return samples.cpu ?? sampleDurations(samples);
}

/** How long each sample lasted on the wall clock, in microseconds. */
export function sampleDurations(samples: SampleTable): Float64Array {
  const count = samples.node.length;
  const durations = new Float64Array(count);
  for (let i = 0; i < count; i++) durations[i] = samples.start[i + 1] - samples.start[i];
  return durations;
}

/** Durations below this are told apart by the microsecond, in microseconds. */
const FINE = 1 << 16;
/** Longer ones by one part in a hundred. */
const STEP = Math.log(1.01);

/**
 * The median of positive durations, in microseconds: the interval that was really achieved. Counted in bins, so that
 * millions of samples need no sorting. Undefined without any.
 */
export function medianDuration(durations: Float64Array): Microseconds | undefined {
  const fine = new Uint32Array(FINE);
  const coarse = new Map<number, number>();
  let total = 0;
  for (let i = 0; i < durations.length; i++) {
    const duration = durations[i];
    if (!(duration > 0)) continue;
    total++;
    if (duration < FINE - 1) fine[Math.round(duration)]++;
    else {
      const bin = Math.round(Math.log(duration) / STEP);
      coarse.set(bin, (coarse.get(bin) ?? 0) + 1);
    }
  }
  if (total === 0) return undefined;
  let seen = 0;
  for (let bin = 0; bin < FINE; bin++) if ((seen += fine[bin]) * 2 >= total) return bin;
  const bins = [...coarse].sort(([a], [b]) => a - b);
  const middle = bins.find(([, count]) => (seen += count) * 2 >= total);
  return Math.exp((middle ?? bins[bins.length - 1])[0] * STEP);
}
