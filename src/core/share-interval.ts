import type { ProfileKernel } from './profile-kernel.ts';
import type { Share } from './units.ts';

/** The intervals of many shares, a row for each. */
export interface ShareIntervals {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** What times are shares of. */
export interface ShownIn {
  readonly whole: number;
  readonly samples: number;
  /** What nobody saw: in all, and the longest time of it as a share of `whole` and `time`. */
  readonly gaps?: { readonly time: number; readonly longest: Share };
}

/** Times to be told as shares: addresses in the kernel. */
export interface TimeColumns {
  readonly times: number;
  /** What each of them most likely has of the gaps: those that began or ended with it. */
  readonly gapTimes?: number;
}

/**
 * Between which bounds does the true share lie, with 95 % confidence, when each of `count` times is its share of `whole` (the
 * same unit, 0 for none), seen in `samples` independent samples? Wilson's score interval: it stays inside 0–1 and stays
 * honest for few samples. No samples: 0–1.
 *
 * What ran in a gap without samples is unknown, and not missing at random: code that makes V8 compile or collect keeps the
 * sampling thread from the processors. It was like the rest of the recording, or what ran at the gap's ends; the bounds hold the
 * intervals of both. The longest gap may have been all the line's or none of it, so they are never closer than that.
 */
export function shareIntervals(
  kernel: ProfileKernel,
  { times, gapTimes }: TimeColumns,
  count: number,
  { whole, samples, gaps }: ShownIn,
): ShareIntervals {
  const bounds = intervalsOf(kernel, times, count, whole, samples);
  if (gaps === undefined || !(gaps.time > 0 && whole > 0)) return bounds;
  const seen = kernel.float64(times, count).slice();
  if (gapTimes !== undefined) {
    const filled = kernel.float64(gapTimes, count).map((time, row) => time + seen[row]);
    widenTo(bounds, intervalsOf(kernel, kernel.copyIn(filled), count, whole + gaps.time, samples));
  }
  widen(bounds, seen, whole, gaps.longest);
  return bounds;
}

function intervalsOf(
  kernel: ProfileKernel,
  times: number,
  count: number,
  whole: number,
  samples: number,
): ShareIntervals {
  const [low, high] = [kernel.allocate(8 * count), kernel.allocate(8 * count)];
  kernel.exports.shareIntervals(count, times, whole, samples, low, high);
  return { low: kernel.float64(low, count).slice(), high: kernel.float64(high, count).slice() };
}

function widenTo({ low, high }: ShareIntervals, other: ShareIntervals): void {
  for (let row = 0; row < low.length; row++) {
    low[row] = Math.min(low[row], other.low[row]);
    high[row] = Math.max(high[row], other.high[row]);
  }
}

function widen({ low, high }: ShareIntervals, times: Float64Array, whole: number, gap: Share): void {
  for (let row = 0; row < low.length; row++) {
    const without = Math.min(1, times[row] / whole) * (1 - gap);
    low[row] = Math.min(low[row], without);
    high[row] = Math.max(high[row], without + gap);
  }
}
