/** Mean of values; NaN of none. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sum of squared distances from the mean. */
export function squaresAround(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/** The value below which half of the weight lies. `weights` all 1 by default; NaN of none. */
export function medianOf(values: readonly number[], weights?: readonly number[]): number {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const weightOf = (row: number): number => weights?.[row] ?? 1;
  const half = order.reduce((sum, row) => sum + weightOf(row), 0) / 2;
  let seen = 0;
  for (const [place, row] of order.entries()) {
    seen += weightOf(row);
    if (seen > half) return values[row];
    if (seen === half) return (values[row] + values[order[place + 1] ?? row]) / 2;
  }
  return NaN;
}
