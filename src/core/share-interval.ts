import type { ProfileKernel } from './profile-kernel.ts';

/** The intervals of many shares, a row for each. */
export interface ShareIntervals {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The whole of which times are shares, and how many independent samples showed it. */
export interface ShownIn {
  readonly whole: number;
  readonly samples: number;
}

/**
 * Between which bounds does each true share lie, with 95 % confidence? `times` is the kernel's address of `count` times,
 * `whole` what they are shares of (in the same unit; 0 for none). Wilson's score interval stays inside 0–1 and is honest for
 * few samples. Without samples: 0–1.
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
