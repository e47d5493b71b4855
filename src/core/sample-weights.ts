import type { ClockName, SampleTable } from './profile.ts';
import type { Microseconds } from './units.ts';

/** The clock that weighs the samples: CPU time where it was recorded, else wall time. */
export function clockOf(samples: SampleTable): ClockName {
  return samples.cpu ? 'cpu' : 'wall';
}

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
    if (this.#total === 0) return undefined;
    let seen = 0;
    for (let bin = 0; bin < FINE; bin++) if ((seen += this.#fine[bin]) * 2 >= this.#total) return bin;
    const coarse = [...this.#coarse].sort(([a], [b]) => a - b);
    const middle = coarse.find(([, count]) => (seen += count) * 2 >= this.#total);
    return Math.exp((middle ?? coarse[coarse.length - 1])[0] * STEP);
  }
}

/** The median of positive durations, in microseconds; undefined without any. */
export function medianDuration(durations: Float64Array): Microseconds | undefined {
  const bins = new DurationBins();
  for (let i = 0; i < durations.length; i++) bins.add(durations[i]);
  return bins.median();
}
