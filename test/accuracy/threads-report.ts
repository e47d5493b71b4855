import type { Report } from '../docs/results.ts';
import { AUTO } from './judged.ts';
import type { JudgedThreads } from './parts.ts';

/** The goals: percentage points, and how far the sum may be from what the system says. */
export const MOST_POINTS = 2;
export const MOST_OF_SUM = 0.03;

/** What is said of threads and processes that share the work 1 : 2 : 4, as a table. */
export function buildThreadsReport(judged: readonly JudgedThreads[]): Report {
  const rows = judged.map(({ major, sampler, kind, threadError, lineError, toldShare, sampledShare }) => [
    String(major),
    `${sampler === 'v8log' ? 'V8 log' : 'inspector'}${sampler === AUTO ? ' (`auto`)' : ''}`,
    kind === 'workers' ? 'main thread, two workers' : 'main, fork, spawn',
    withMark(threadError.toFixed(2), threadError <= MOST_POINTS),
    withMark(lineError.toFixed(2), lineError <= MOST_POINTS),
    withMark(percent(toldShare), Math.abs(toldShare - 1) <= MOST_OF_SUM),
    percent(sampledShare),
  ]);
  const columns = ['Node', 'Sampler', 'Program', 'Thread', 'Line', 'Sum, of the system’s', 'Sampled'];
  return {
    summary: [],
    tables: [
      {
        title: 'Three threads that share the work 1 : 2 : 4',
        columns,
        rows,
        notes: [
          `Thread, line: greatest error of a thread’s share of all active time, and of the share of the line on which it computes, in percentage points; the goal is ${MOST_POINTS}. Sum: CPU time of all threads with what is told as not recorded (V8’s and libuv’s own threads), of what the system says that the process tree used; the goal is ${100 * MOST_OF_SUM} % off at most. Sampled: thereof active time, which begins when a thread’s recording does, after some 50 ms of Node’s start.`,
        ],
      },
    ],
  };
}

const withMark = (text: string, isMet: boolean): string => `${text}${isMet ? '' : ' (missed)'}`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
