import { quantileOfT, tailOfT } from './student.ts';
import type { Microseconds } from '../core/index.ts';
import type { TimedRow } from './tell-rows-apart.ts';
import { meanOf, squaresAround } from './spread.ts';

/** How the active time of whole runs changed: after ÷ before. */
export interface WholeChange {
  readonly ratio: number;
  /** The interval, of 99 % unless another tail was asked for; undefined where nothing is known of how much runs differ by themselves. */
  readonly interval: { readonly low: number; readonly high: number } | undefined;
  /** More than runs differ by themselves. */
  readonly isClear: boolean;
}

/**
 * Did the whole change, by the active times of each side's runs? The two sides may be hours apart, and a machine is faster at
 * one hour than at another; runs made one after the other do not show that. So chance alone makes the whole look changed in 1
 * of 100 cases, and with a single run on a side only earlier recordings tell how much recordings differ. It is not considered
 * here whether all lines changed alike. `earlier`: active times of earlier recordings of the program, in microseconds.
 */
export function judgeWhole({ before, after }: TimedRow, earlier?: readonly Microseconds[]): WholeChange {
  const isSingle = Math.min(before.length, after.length) < 2;
  const [then, now] = isSingle ? [[middleOf(before)], [middleOf(after)]] : [before, after];
  return compareWholes(then, now, earlier);
}

const middleOf = (times: readonly number[]): number => Math.exp(meanOf(times.map(Math.log)));

/** Fewer degrees of freedom say nothing of how much runs differ. */
const LEAST_FREEDOM = 2;
const TAIL = 0.01;

/**
 * Did whole runs take more or less time? A t-test on the logarithm of each run's active time. `earlier`: active times of other
 * runs of the program, which tell how much runs differ by themselves; with one run on each side nothing else does. `tail`: how
 * often chance alone may make a change look clear.
 */
export function compareWholes(
  before: readonly number[],
  after: readonly number[],
  earlier: readonly number[] = [],
  tail = TAIL,
): WholeChange {
  const groups = [before, after, earlier].map((times) => times.map(Math.log));
  const ratio = Math.exp(meanOf(groups[1]) - meanOf(groups[0]));
  const freedom = groups.reduce((sum, group) => sum + Math.max(0, group.length - 1), 0);
  if (!Number.isFinite(ratio) || freedom < LEAST_FREEDOM) return { ratio, interval: undefined, isClear: false };
  const squares = groups.reduce((sum, group) => sum + (group.length > 1 ? squaresAround(group) : 0), 0);
  const error = Math.sqrt((squares / freedom) * (1 / before.length + 1 / after.length));
  const margin = quantileOfT(tail, freedom) * error;
  const change = Math.log(ratio);
  return {
    ratio,
    interval: { low: Math.exp(change - margin), high: Math.exp(change + margin) },
    isClear: error > 0 ? tailOfT(change / error, freedom) < tail : change !== 0,
  };
}
