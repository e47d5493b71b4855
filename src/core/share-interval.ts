import type { ProfileKernel } from './profile-kernel.ts';

/** The intervals of many shares, a row for each. */
export interface ShareIntervals {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** What times are shares of, and in how many independent samples that was seen. */
export interface ShownIn {
  readonly whole: number;
  readonly samples: number;
}

/**
 * Between which bounds does the true share lie, with 95 % confidence, when each of `count` times (their address in the kernel) is its
 * share of `whole` (the same unit, 0 for none)? Wilson's score interval: it stays inside 0–1 and stays honest for few samples.
 * No samples: 0–1.
 */
export function shareIntervals(
  kernel: ProfileKernel,
  times: number,
  count: number,
  { whole, samples }: ShownIn,
): ShareIntervals {
  const [low, high] = [kernel.allocate(8 * count), kernel.allocate(8 * count)];
  kernel.exports.shareIntervals(count, times, whole, samples, low, high);
  return { low: kernel.float64(low, count).slice(), high: kernel.float64(high, count).slice() };
}
