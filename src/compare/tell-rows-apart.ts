import { quantileOfT, tailOfT } from './student.ts';
import { meanOf, medianOf, squaresAround } from './spread.ts';

/** The same of both sides. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** The time of one line or function in each run of two sides, all in one unit; 0 where it had none. */
export type TimedRow = Sides<readonly number[]>;

/** How fast each run went: the time that the same work took, on any scale. Times are divided by it. */
export interface Paces extends TimedRow {
  /** Standard error of the logarithm of after ÷ before, which the runs' own spread does not show. */
  readonly doubt: number;
}

/** What the runs say about one row. Ratios are after ÷ before, with the pace taken out. */
export interface RowChange {
  /** Undefined where the row had no time before. */
  readonly ratio: number | undefined;
  /** Bounds of the ratio, which hold for all clear rows together with 95 %; `high` is `Infinity` where nothing bounds it. */
  readonly low: number;
  readonly high: number;
  readonly isClear: boolean;
  /** How many runs on each side would probably make a change of the observed size clear; undefined above `MOST_RUNS`. */
  readonly runsToTell: number | undefined;
}

/**
 * The part of findings that may be false (Benjamini and Hochberg). Not one in twenty, since there are two tables: with 0.05
 * equal runs of one real program were called different in 7 % of comparisons.
 */
const FALSE_DISCOVERY_RATE = 0.03;
/** Degrees of freedom that the median variance of all rows counts for, against the row's own. */
const PRIOR_FREEDOM = 4;
/**
 * The variance of the root of a number of samples (a Poisson variable, `samples` is its mean) that only chance makes vary: a
 * quarter of many samples, more of a few. With less, "none in these three runs, two in each of those" was called a change.
 */
const varianceOfSampling = (samples: number): number => Math.min(0.4, 0.25 + 0.4 / samples);
/** Nobody records more runs on a side. */
const MOST_RUNS = 30;
/** One-sided normal quantile of a power of 80 %. */
const POWER = 0.8416;

/**
 * Which rows take more or less time after than before? The run is the unit, not the sample: a t-test on the root of each run's
 * time, whose variance is about the same for rare and for frequent lines. A few runs tell little about a row's variance, so it
 * is drawn towards the median of all rows, and it is at least that of sampling. All rows are judged together. Both sides need
 * runs, one of them at least two. `sampleTime`: what one sample stands for, in the rows' unit.
 */
export function tellRowsApart(rows: readonly TimedRow[], paces: Paces, sampleTime: number): RowChange[] {
  const roots = rows.map((row) => ({
    before: rootsOf(row.before, paces.before),
    after: rootsOf(row.after, paces.after),
  }));
  const [runsBefore, runsAfter] = [paces.before.length, paces.after.length];
  const own = runsBefore + runsAfter - 2;
  const variances = roots.map(({ before, after }) => (squaresAround(before) + squaresAround(after)) / own);
  const prior = rows.length > 0 ? medianOf(variances) : 0;
  const tests = roots.map(({ before, after }, row): Test => {
    const [a, b] = [meanOf(before), meanOf(after)];
    const drawn = (own * variances[row] + PRIOR_FREEDOM * prior) / (own + PRIOR_FREEDOM);
    const samples = (a * a + b * b) / 2 / sampleTime;
    const variance = Math.max(drawn, varianceOfSampling(samples) * sampleTime);
    const ofAfter = variance / runsAfter + (b * (paces.doubt / 2)) ** 2;
    return { a, b, ofBefore: variance / runsBefore, ofAfter, variance };
  });
  const freedom = own + PRIOR_FREEDOM;
  const tails = tests.map((test) => tailOfT(tOf(test), freedom));
  const level = levelOf(tails);
  const quantile = quantileOfT(level, freedom);
  const needs = neededOf(level);
  return tests.map((test, row): RowChange => {
    const { low, high } = ratioBounds(test, quantile);
    const isClear = tails[row] <= level;
    return {
      ratio: test.a > 0 ? (test.b / test.a) ** 2 : undefined,
      low: Math.max(0, low) ** 2,
      high: high ** 2,
      isClear,
      runsToTell: isClear ? undefined : runsFor(test, needs),
    };
  });
}

interface Test {
  /** Means of the roots before and after, and the variances of these means. */
  readonly a: number;
  readonly b: number;
  readonly ofBefore: number;
  readonly ofAfter: number;
  /** Of one run's root. */
  readonly variance: number;
}

const rootsOf = (times: readonly number[], paces: readonly number[]): number[] =>
  times.map((time, run) => Math.sqrt(Math.max(0, time) / paces[run]));

function tOf({ a, b, ofBefore, ofAfter }: Test): number {
  const error = Math.sqrt(ofBefore + ofAfter);
  return a === b ? 0 : (b - a) / error;
}

/** The tail up to which a row is clear, which is also the one that its interval is made for. */
function levelOf(tails: readonly number[]): number {
  const sorted = [...tails].sort((a, b) => a - b);
  const limit = (rank: number): number => (FALSE_DISCOVERY_RATE * rank) / tails.length;
  const clear = sorted.findLastIndex((tail, place) => tail <= limit(place + 1)) + 1;
  return limit(Math.max(1, clear));
}

/** Fieller's bounds of b ÷ a: they leave out 1 exactly where the test tells the two apart. */
function ratioBounds({ a, b, ofBefore, ofAfter }: Test, quantile: number): { low: number; high: number } {
  const square = a * a - quantile ** 2 * ofBefore;
  const constant = b * b - quantile ** 2 * ofAfter;
  const root = Math.sqrt(Math.max(0, (a * b) ** 2 - square * constant));
  if (square > 0) return { low: (a * b - root) / square, high: (a * b + root) / square };
  // Before may have been nothing: no bound above, and one below only where after is more than nothing.
  return { low: constant > 0 && square < 0 ? (a * b - root) / square : 0, high: Infinity };
}

/** By number of runs on each side: how many standard errors a difference has to be long, to be clear four times in five. */
function neededOf(level: number): ReadonlyMap<number, number> {
  const runs = Array.from({ length: MOST_RUNS - 1 }, (_, i) => i + 2);
  return new Map(runs.map((count) => [count, quantileOfT(level, 2 * count - 2 + PRIOR_FREEDOM) + POWER]));
}

function runsFor({ a, b, variance }: Test, needs: ReadonlyMap<number, number>): number | undefined {
  if (a === b) return undefined;
  for (const [runs, needed] of needs) if (Math.abs(b - a) >= needed * Math.sqrt((2 * variance) / runs)) return runs;
  return undefined;
}
