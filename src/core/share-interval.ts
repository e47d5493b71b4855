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
  readonly longestGap?: Share;
}

/**
 * Between which bounds does the true share lie, with 95 % confidence, when each of `count` times (an address in the kernel) is its
 * share of `whole` (the same unit, 0 for none), seen in `samples` independent samples? Wilson's score interval: it stays
 * inside 0–1 and stays honest for few samples. No samples: 0–1.
 *
 * `longestGap`: the longest time that nobody saw, as a share of `whole` and all such time. It may have been all the line's
 * or none of it, so the bounds are never closer than that.
 */
export function shareIntervals(
  kernel: ProfileKernel,
  times: number,
  count: number,
  { whole, samples, longestGap = 0 }: ShownIn,
): ShareIntervals {
  const [low, high] = [kernel.allocate(8 * count), kernel.allocate(8 * count)];
  kernel.exports.shareIntervals(count, times, whole, samples, low, high);
  const bounds = { low: kernel.float64(low, count).slice(), high: kernel.float64(high, count).slice() };
  if (longestGap > 0 && whole > 0) widen(bounds, kernel.float64(times, count), whole, longestGap);
  return bounds;
}

function widen({ low, high }: ShareIntervals, times: Float64Array, whole: number, gap: Share): void {
  for (let row = 0; row < low.length; row++) {
    const without = Math.min(1, times[row] / whole) * (1 - gap);
    low[row] = Math.min(low[row], without);
    high[row] = Math.max(high[row], without + gap);
  }
}
