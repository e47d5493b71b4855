import type { Share } from '../core/index.ts';
import { meanOf } from './spread.ts';
import { referencePaces } from './reference-pace.ts';
import { type Paces, type RowChange, tellRowsApart, type TimedRow } from './tell-rows-apart.ts';
import type { WholeChange } from './whole-change.ts';

/** Rows with a smaller share of active time, before and after, are not judged. */
export const LEAST_SHARE_JUDGED = 0.003;

/** The active times of the runs of both sides. */
export interface ActiveTimes extends TimedRow {
  /** What one sample stands for, in the same unit. */
  readonly sampleTime: number;
}

/** Does a row have at least a share of active time, before or after? */
export function hasShare(row: TimedRow, active: TimedRow, least: Share): boolean {
  const share = (side: keyof TimedRow): number => meanOf(row[side]) / meanOf(active[side]);
  return Math.max(share('before'), share('after')) >= least;
}

/**
 * Did each row change between the runs? One verdict for each row, in the order of the rows. The first test is whether anything
 * changed at all, by each row's share of its run: it is the most sensitive one, and was right on equal runs of real programs. The
 * second finds the rows that changed, relative to the lines that did not or, if these are too few, in plain time.
 */
export function judgeRows(
  rows: readonly TimedRow[],
  lines: readonly TimedRow[],
  active: ActiveTimes,
  whole: WholeChange,
): RowChange[] {
  const reference = referencePaces(lines, active);
  const plain: Paces = { before: active.before.map(() => 1), after: active.after.map(() => 1), doubt: 0 };
  const byShare = tellRowsApart(rows, pacesOfShares(active), active.sampleTime);
  const changes = tellRowsApart(rows, reference ?? plain, active.sampleTime);
  if (reference) return byShare.some(({ isClear }) => isClear) ? changes : changes.map(asUnclear);
  // Plain time may be the machine's doing, which changes no share. A line that is nearly all of the program has the same
  // share whatever it takes: there the whole tells.
  return changes.map((row, at) => (whole.isClear || byShare[at].isClear ? row : asUnclear(row)));
}

function pacesOfShares({ before, after }: TimedRow): Paces {
  const mean = meanOf([...before, ...after]);
  return { before: before.map((time) => time / mean), after: after.map((time) => time / mean), doubt: 0 };
}

const asUnclear = (row: RowChange): RowChange => ({
  ...row,
  isClear: false,
  low: Math.min(1, row.low),
  high: Math.max(1, row.high),
});
