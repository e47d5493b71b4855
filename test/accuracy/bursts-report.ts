import { percent, titleOf, withMark } from './goals.ts';
import type { ResultTable } from '../docs/results.ts';
import type { JudgedBursts } from './parts.ts';

/** The goals: percentage points, and how far the lines' time may be from the truth. */
const MOST_POINTS_OF_BURSTS = 4;
const MOST_OF_BURSTS = 0.1;

const wakers: Readonly<Record<string, string>> = {
  timer: 'a timer',
  timers: 'three timers',
  server: 'requests',
  worker: 'a timer, in a worker',
};

/** What is said of a thread that works in short bursts, as a table. */
export function buildBurstsTable(judged: readonly JudgedBursts[]): ResultTable {
  const rows = judged.map(({ major, reading, name, isBusy, lineError, toldShare, lostShare, blockedShare }) => [
    String(major),
    `${titleOf(reading)}${isBusy ? ', two hogs' : ''}`,
    wakers[name],
    withMark(lineError.toFixed(1), lineError <= MOST_POINTS_OF_BURSTS),
    withMark(percent(toldShare, 1), Math.abs(toldShare - 1) <= MOST_OF_BURSTS),
    percent(lostShare, 1),
    percent(blockedShare, 1),
  ]);
  return {
    title: 'Bursts of 0.2 to 1 ms between idle times',
    columns: ['Node', 'Sampler', 'Woken by', 'Line', 'Told', 'Lost', 'Blocked'],
    rows,
    notes: [
      `Line: greatest error of a line’s share of what the three have, in percentage points; the goal is ${MOST_POINTS_OF_BURSTS}. Told: time on the three lines, of what the thread’s own clock says; the goal is ${100 * MOST_OF_BURSTS} % off at most. Lost: samples that were not taken, of all. Blocked: what is told as blocked on lines that never were.`,
    ],
  };
}
