import { meanOf } from './spread.ts';
import { referencePaces } from './reference-pace.ts';
import { type Paces, type RowChange, tellRowsApart, type TimedRow } from './tell-rows-apart.ts';
import type { WholeChange } from './whole-change.ts';

/** Rows with a smaller share of active time, before and after, are not judged. */
export const LEAST_SHARE_JUDGED = 0.003;

/** Whether a row has enough time to be judged. */
export function isWorthJudging(row: TimedRow, active: TimedRow): boolean {
  const share = (side: keyof TimedRow): number => meanOf(row[side]) / meanOf(active[side]);
  return Math.max(share('before'), share('after')) >= LEAST_SHARE_JUDGED;
}

/** What times of rows are held against, found from the lines. */
export interface Yardstick {
  /** False where no line changed by its share of the run, nor did the whole: then no row is said to have changed. */
  readonly isAnythingClear: boolean;
  readonly paces: Paces;
}

/**
 * First the question whether anything changed at all, by each line's share of its run, which is the most sensitive and
 * was found right on equal runs of real programs. Only then, which: held against the lines that did not change, or, where
 * these are too few, in plain time.
 */
export function findYardstick(lines: readonly TimedRow[], active: TimedRow, whole: WholeChange): Yardstick {
  const mean = meanOf([...active.before, ...active.after]);
  const ofShares: Paces = {
    before: active.before.map((time) => time / mean),
    after: active.after.map((time) => time / mean),
    doubt: 0,
  };
  const isAnythingClear = whole.isClear || tellRowsApart(lines, ofShares).some(({ isClear }) => isClear);
  const plain: Paces = { before: active.before.map(() => 1), after: active.after.map(() => 1), doubt: 0 };
  return { isAnythingClear, paces: referencePaces(lines, active) ?? plain };
}

/** What the runs say of each row of one table. */
export function judgeRows(rows: readonly TimedRow[], { isAnythingClear, paces }: Yardstick): RowChange[] {
  const changes = tellRowsApart(rows, paces);
  if (isAnythingClear) return changes;
  return changes.map((row) => ({ ...row, isClear: false, low: Math.min(1, row.low), high: Math.max(1, row.high) }));
}
