import { meanOf, medianOf } from './spread.ts';
import type { Paces, TimedRow } from './tell-rows-apart.ts';

/** No row has more weight than one of this share: a single hot line that changed must not pass for the pace. */
const LARGEST_WEIGHT = 0.02;
/** Rows that did not change have to be so much of the active time, and so many, to tell the pace. */
const LEAST_SHARE = 0.15;
const LEAST_ROWS = 4;

/**
 * How fast did each run go, by the lines that did not change? When one line gets slower the shares of all others fall, so the
 * measure must not contain that line. The measure is made of the rows whose change is nearest to the middle row's, half of the
 * weight. Undefined if too little of the program is left to tell.
 */
export function referencePaces(rows: readonly TimedRow[], active: TimedRow): Paces | undefined {
  const both = rows.filter((row) => meanOf(row.before) > 0 && meanOf(row.after) > 0);
  if (both.length < 2 * LEAST_ROWS) return undefined;
  const whole = { before: meanOf(active.before), after: meanOf(active.after) };
  const weights = both.map((row) =>
    Math.min(LARGEST_WEIGHT, (meanOf(row.before) / whole.before + meanOf(row.after) / whole.after) / 2),
  );
  const changes = both.map((row) => Math.log(meanOf(row.after) / meanOf(row.before)));
  const middle = medianOf(changes, weights);
  const distances = changes.map((change) => Math.abs(change - middle));
  const width = medianOf(distances, weights);
  const kept = both.filter((_, row) => distances[row] <= width);
  const times = { before: sumRuns(kept, 'before', active), after: sumRuns(kept, 'after', active) };
  const mean = meanOf([...times.before, ...times.after]);
  if (kept.length < LEAST_ROWS || mean < LEAST_SHARE * meanOf([...active.before, ...active.after])) return undefined;
  if ([...times.before, ...times.after].some((time) => time <= 0)) return undefined;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight * weight, 0);
  return {
    before: times.before.map((time) => time / mean),
    after: times.after.map((time) => time / mean),
    // The standard error of a median of rows that spread like a normal distribution.
    doubt: (1.2533 * 1.4826 * width * Math.sqrt(squares)) / sum,
  };
}

function sumRuns(rows: readonly TimedRow[], side: keyof TimedRow, active: TimedRow): number[] {
  return active[side].map((_, run) => rows.reduce((sum, row) => sum + row[side][run], 0));
}
