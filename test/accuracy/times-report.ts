import type { ResultTable } from '../docs/results.ts';
import { percent, titleOf, withMark } from './goals.ts';
import type { JudgedOf } from './parts.ts';
import type { Run } from './runs.ts';

/** A table with a row for each run; its first columns say which. */
function tableOf<T extends Run>(
  title: string,
  judged: readonly T[],
  columns: Readonly<Record<string, (one: T) => string>>,
  note: string,
): ResultTable {
  return {
    title,
    columns: ['Node', 'Sampler', ...Object.keys(columns)],
    rows: judged.map((one) => [String(one.major), titleOf(one), ...Object.values(columns).map((cell) => cell(one))]),
    notes: [note],
  };
}

/** Percentage points, at most so many. */
const points = (error: number, most: number, digits = 1): string => withMark(error.toFixed(digits), error <= most);
/** A share that should be 1, off by no more than `off`. */
const whole = (share: number, off: number): string => withMark(percent(share, 1), Math.abs(share - 1) <= off);

/** The goals: percentage points, and how far times may be from the truth. */
const MOST_POINTS = 4;
const MOST_OFF = 0.1;
const MOST_POINTS_OF_THREADS = 2;
const MOST_OFF_OF_THREADS = 0.03;

const wakers: Readonly<Record<string, string>> = {
  timer: 'a timer',
  timers: 'three timers',
  server: 'requests',
  worker: 'a timer, in a worker',
};

const rhythms: Readonly<Record<string, string>> = {
  even: '2 ms, waits 1.5 ms',
  work: '2 ms, waits 0.3 ms',
  wait: '0.3 ms, waits 2 ms',
  command: '5 ms, `execFileSync`',
  timers: 'in timers, waits 2 ms in another',
};

/** What is said of threads and processes that share the work 1 : 2 : 4. */
export const buildThreadsTable = (judged: readonly JudgedOf<'threads'>[]): ResultTable =>
  tableOf(
    'Three threads that share the work 1 : 2 : 4',
    judged,
    {
      Program: ({ name }) => (name === 'workers' ? 'main thread, two workers' : 'main, fork, spawn'),
      Thread: ({ threadError }) => points(threadError, MOST_POINTS_OF_THREADS, 2),
      Line: ({ lineError }) => points(lineError, MOST_POINTS_OF_THREADS, 2),
      Lost: ({ lostShare }) => percent(lostShare, 1),
      'Sum, of the system’s': ({ toldShare }) => whole(toldShare, MOST_OFF_OF_THREADS),
    },
    `Thread, line: greatest error of a thread’s share of the time of all, and of the share of the line on which it computes, in percentage points; the goal is ${MOST_POINTS_OF_THREADS}. Lost: samples that were not taken, of all. Sum: CPU time of all threads with what is told as not recorded (V8’s and libuv’s own threads), of what the system says that the process tree used; the goal is ${100 * MOST_OFF_OF_THREADS} % off at most.`,
  );

/** What is said of a thread that works in short bursts. */
export const buildBurstsTable = (judged: readonly JudgedOf<'bursts'>[]): ResultTable =>
  tableOf(
    'Bursts of 0.2 to 1 ms between idle times',
    judged,
    {
      'Woken by': ({ name }) => wakers[name],
      Line: ({ lineError }) => points(lineError, MOST_POINTS),
      Told: ({ toldShare }) => whole(toldShare, MOST_OFF),
      Lost: ({ lostShare }) => percent(lostShare, 1),
      Blocked: ({ blockedShare }) => percent(blockedShare, 1),
    },
    `Line: greatest error of a line’s share of what the three have, in percentage points; the goal is ${MOST_POINTS}. Told: time on the three lines, of what the thread’s own clock says; the goal is ${100 * MOST_OFF} % off at most. Lost: samples that were not taken, of all. Blocked: what is told as blocked on lines that never were.`,
  );

/** What is said of a thread that computes and waits in synchronous calls. */
export const buildWaitsTable = (judged: readonly JudgedOf<'waits'>[]): ResultTable =>
  tableOf(
    'Computing and waiting in turns',
    judged,
    {
      Computes: ({ name }) => rhythms[name],
      Line: ({ lineError }) => points(lineError, MOST_POINTS),
      Told: ({ toldShare }) => whole(toldShare, MOST_OFF),
      Lost: ({ lostShare }) => percent(lostShare, 1),
      Waited: ({ waitedShare }) => whole(waitedShare, MOST_OFF),
      Stray: ({ strayShare }) => withMark(percent(strayShare, 1), strayShare <= MOST_OFF),
    },
    `Line: greatest error of a line’s share of the CPU time of the three, in percentage points; the goal is ${MOST_POINTS}. Told: CPU time on the two lines that compute, of what the thread’s own clock says; Waited: what is told as blocked on the line that waits, of the time that it was off a CPU; the goal is ${100 * MOST_OFF} % off at most. Lost: samples that were not taken, of all. Stray: what is told as blocked on these, which never were.`,
  );
