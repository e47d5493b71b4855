import type { Analysis } from '../../src/core/index.ts';
import type { PhaseTimes } from './known-answer.ts';
import { greatestError, lostShareOf, rowsOfMarks, sum } from './marked-rows.ts';

/** What is said of two lines that compute and one that waits, against the thread's own clock. */
export interface WaitsVerdict {
  /** The greatest difference between what a line is said to have of the three's CPU time and what it has, in percentage points. */
  readonly lineError: number;
  /** CPU time on the lines that compute, as a share of the truth. */
  readonly toldShare: number;
  /** Time of the thread without samples, as a share of the same truth. */
  readonly lostShare: number;
  /** What is told as blocked on the line that waits, as a share of the time that it was off a CPU. */
  readonly waitedShare: number;
  /** What is told as blocked on the others, which never were, as a share of that. */
  readonly strayShare: number;
}

/** Compares what is said of a thread that computes and waits (`waits/main.cjs`) with what it measured. */
export async function judgeWaits(analysis: Analysis, phases: PhaseTimes): Promise<WaitsVerdict> {
  const { functions, lines, requests } = analysis;
  const { waited, ...computed } = phases;
  const rows = await rowsOfMarks('waits/main.cjs', analysis, Object.keys(computed));
  /** A line's own time, and what Node's library took that its function called, in milliseconds. */
  const timeOf = (own: ArrayLike<number> = [], requested: ArrayLike<number> = []): number[] =>
    Object.keys(computed).map((part, k) => {
      const isItsOwn = (at: number): boolean => functions.name[requests.caller[at]] === part;
      const asked = sum([...requests.caller].map((_, at) => (isItsOwn(at) ? requested[at] : 0)));
      return ((own[rows[k]] ?? 0) + asked) / 1000;
    });
  const said = timeOf(lines.selfTime, requests.time);
  const blocked = timeOf(lines.blockedTime, requests.blockedTime);
  const truth = Object.values(computed).map((time) => time / 1e6);
  const work = truth[0] + truth[1];
  return {
    lineError: greatestError(said, truth),
    toldShare: (said[0] + said[1]) / work,
    lostShare: lostShareOf(analysis),
    waitedShare: blocked[2] / (waited / 1e6),
    strayShare: (blocked[0] + blocked[1]) / (waited / 1e6),
  };
}
