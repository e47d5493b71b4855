import type { Verdict } from './judge.ts';

export interface Summary {
  /** Percentage points. */
  readonly meanError: number;
  readonly maxError: number;
  readonly worst: string;
  /** Share of the stated 95 % intervals that contain the truth; NaN without any. */
  readonly coverage: number;
  readonly intervals: number;
}

/** How far verdicts are from the truth. A mark that was not reported counts as zero. */
export function summarize(verdicts: readonly Verdict[]): Summary {
  let sum = 0;
  let max = 0;
  let worst = '';
  let covered = 0;
  let intervals = 0;
  for (const { mark, truth, said, low, high } of verdicts) {
    const error = Math.abs((Number.isNaN(said) ? 0 : said) - truth);
    sum += error;
    if (error >= max) {
      max = error;
      worst = mark;
    }
    if (Number.isNaN(low)) continue;
    intervals++;
    if (truth >= low && truth <= high) covered++;
  }
  const meanError = (100 * sum) / verdicts.length;
  return { meanError, maxError: 100 * max, worst, coverage: covered / intervals, intervals };
}
