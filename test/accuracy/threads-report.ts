import { percent, titleOf, withMark } from './goals.ts';
import type { ResultTable } from '../docs/results.ts';
import type { JudgedThreads } from './parts.ts';

/** The goals: percentage points, and how far the sum may be from what the system says. */
const MOST_POINTS = 2;
const MOST_OF_SUM = 0.03;

/** What is said of threads and processes that share the work 1 : 2 : 4, as a table. */
export function buildThreadsTable(judged: readonly JudgedThreads[]): ResultTable {
  const rows = judged.map(({ major, reading, name, isBusy, ...said }) => [
    String(major),
    `${titleOf(reading)}${isBusy ? ', two hogs' : ''}`,
    name === 'workers' ? 'main thread, two workers' : 'main, fork, spawn',
    withMark(said.threadError.toFixed(2), said.threadError <= MOST_POINTS),
    withMark(said.lineError.toFixed(2), said.lineError <= MOST_POINTS),
    percent(said.lostShare, 1),
    withMark(percent(said.toldShare, 1), Math.abs(said.toldShare - 1) <= MOST_OF_SUM),
  ]);
  const columns = ['Node', 'Sampler', 'Program', 'Thread', 'Line', 'Lost', 'Sum, of the system’s'];
  return {
    title: 'Three threads that share the work 1 : 2 : 4',
    columns,
    rows,
    notes: [
      `Thread, line: greatest error of a thread’s share of the time of all, and of the share of the line on which it computes, in percentage points; the goal is ${MOST_POINTS}. Lost: samples that were not taken, of all. Sum: CPU time of all threads with what is told as not recorded (V8’s and libuv’s own threads), of what the system says that the process tree used; the goal is ${100 * MOST_OF_SUM} % off at most.`,
    ],
  };
}
