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

/**
 * The median of positive durations, in microseconds: the interval that was really achieved. Found through a histogram
 * with steps of one part in a hundred, so that millions of samples need no sorting. Undefined without any.
 */
export function medianDuration(durations: Float64Array): Microseconds | undefined {
  const bins = new Uint32Array(4096);
  const scale = 1 / Math.log(1.01);
  let total = 0;
  for (const duration of durations) {
    if (!(duration > 0)) continue;
    bins[Math.min(bins.length - 1, Math.max(0, Math.round(Math.log(duration) * scale)))]++;
    total++;
  }
  let seen = 0;
  for (let bin = 0; bin < bins.length; bin++) {
    seen += bins[bin];
    if (total > 0 && seen * 2 >= total) return Math.exp(bin / scale);
  }
  return undefined;
}
