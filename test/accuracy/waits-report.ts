import { percent, titleOf, withMark } from './goals.ts';
import type { ResultTable } from '../docs/results.ts';
import type { JudgedWaits } from './parts.ts';

/** The goals: percentage points, and how far times may be from the truth. */
const MOST_POINTS_OF_WAITS = 4;
const MOST_OF_WAITS = 0.1;

const rhythms: Readonly<Record<string, string>> = {
  even: '2 ms, waits 1.5 ms',
  work: '2 ms, waits 0.3 ms',
  wait: '0.3 ms, waits 2 ms',
  command: '5 ms, `execFileSync`',
  timers: 'in timers, waits 2 ms in another',
};

/** What is said of a thread that computes and waits in synchronous calls, as a table. */
export function buildWaitsTable(judged: readonly JudgedWaits[]): ResultTable {
  const rows = judged.map((one) => [
    String(one.major),
    `${titleOf(one.reading)}${one.isBusy ? ', two hogs' : ''}`,
    rhythms[one.name],
    withMark(one.lineError.toFixed(1), one.lineError <= MOST_POINTS_OF_WAITS),
    withMark(percent(one.toldShare, 1), Math.abs(one.toldShare - 1) <= MOST_OF_WAITS),
    percent(one.lostShare, 1),
    withMark(percent(one.waitedShare, 1), Math.abs(one.waitedShare - 1) <= MOST_OF_WAITS),
    withMark(percent(one.strayShare, 1), one.strayShare <= MOST_OF_WAITS),
  ]);
  return {
    title: 'Computing and waiting in turns',
    columns: ['Node', 'Sampler', 'Computes', 'Line', 'Told', 'Lost', 'Waited', 'Stray'],
    rows,
    notes: [
      `Line: greatest error of a line’s share of the CPU time of the three, in percentage points; the goal is ${MOST_POINTS_OF_WAITS}. Told: CPU time on the two lines that compute, of what the thread’s own clock says; Waited: what is told as blocked on the line that waits, of the time that it was off a CPU; the goal is ${100 * MOST_OF_WAITS} % off at most. Lost: samples that were not taken, of all. Stray: what is told as blocked on these, which never were.`,
    ],
  };
}
