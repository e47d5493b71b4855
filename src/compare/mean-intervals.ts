import { quantileOfT } from './student.ts';
import { meanOf, medianOf, squaresAround } from './spread.ts';

/** Degrees of freedom that the median variance of all rows counts for, against the row's own. */
const PRIOR_FREEDOM = 4;
/** Rows with smaller shares are too rare to say how much rows vary. */
const LEAST_SHARE = 0.003;
const TAIL = 0.05;

/**
 * Between which bounds does the mean of many runs lie, with 95 % confidence, given each row's shares in a few runs? A t
 * interval of the shares' roots, with variances drawn towards their median, as in a comparison.
 */
export function intervalsOfMeans(shares: readonly (readonly number[])[]): { low: Float64Array; high: Float64Array } {
  const [low, high] = [new Float64Array(shares.length), new Float64Array(shares.length)];
  const runs = shares[0]?.length ?? 0;
  const roots = shares.map((row) => row.map((share) => Math.sqrt(Math.max(0, share))));
  const variances = roots.map((row) => squaresAround(row) / (runs - 1));
  const frequent = variances.filter((_, row) => meanOf(shares[row]) >= LEAST_SHARE);
  const prior = medianOf(frequent.length > 0 ? frequent : variances);
  const quantile = quantileOfT(TAIL, runs - 1 + PRIOR_FREEDOM);
  roots.forEach((row, at) => {
    const variance = ((runs - 1) * variances[at] + PRIOR_FREEDOM * prior) / (runs - 1 + PRIOR_FREEDOM);
    const [mean, margin] = [meanOf(row), quantile * Math.sqrt(variance / runs)];
    // The mean of squares is the square of the mean and the variance.
    const own = meanOf(shares[at]) - mean * mean;
    low[at] = Math.max(0, mean - margin) ** 2 + own;
    high[at] = Math.min(1, (mean + margin) ** 2 + own);
  });
  return { low, high };
}
