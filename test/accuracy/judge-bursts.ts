import type { Analysis } from '../../src/core/index.ts';
import type { PhaseTimes } from './known-answer.ts';
import { greatestError, lostShareOf, rowsOfMarks, sum } from './marked-rows.ts';

/** What is said of the three parts of bursts, against the thread's own clock. */
export interface BurstsVerdict {
  /** The greatest difference between what a part's line is said to have of the three and what it has, in percentage points. */
  readonly lineError: number;
  /** Time on the three lines, as a share of the truth. */
  readonly toldShare: number;
  /** Samples that were not taken, of all. */
  readonly lostShare: number;
  /** What is told as blocked on the lines, which never were, as a share of the truth. */
  readonly blockedShare: number;
}

/** Compares what is said of a thread that works in bursts (`bursts/main.cjs`) with what it measured. */
export async function judgeBursts(analysis: Analysis, phases: PhaseTimes): Promise<BurstsVerdict> {
  const { lines } = analysis;
  const rows = await rowsOfMarks('bursts/main.cjs', analysis, Object.keys(phases));
  const said = rows.map((row) => (row < 0 ? 0 : lines.selfTime[row]) / 1000);
  const blocked = rows.map((row) => (row < 0 ? 0 : (lines.blockedTime?.[row] ?? 0)) / 1000);
  const truth = Object.values(phases).map((time) => time / 1e6);
  const [told, is] = [sum(said), sum(truth)];
  return {
    lineError: greatestError(said, truth),
    toldShare: told / is,
    lostShare: lostShareOf(analysis),
    blockedShare: sum(blocked) / is,
  };
}
