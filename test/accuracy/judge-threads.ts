import { analyze } from '../../src/analysis/analyze.ts';
import { shareThreads } from '../../src/core/index.ts';
import type { PhaseTimes } from './known-answer.ts';
import { greatestError, lostShareOf, rowsOfMarks } from './marked-rows.ts';

/** What is said of three threads that did 1 : 2 : 4 of the work, against their own clocks and the system's. */
export interface ThreadsVerdict {
  /** The greatest difference between what a thread is said to have of the time and of the work, in percentage points. */
  readonly threadError: number;
  /** The same of the three lines that computed, of which each thread has one. */
  readonly lineError: number;
  /** Samples that were not taken, of all. */
  readonly lostShare: number;
  /** CPU time of all threads together with what is told as not recorded, as a share of what the system says. */
  readonly toldShare: number;
  /** How many threads have samples. */
  readonly recorded: number;
}

const parts = ['one', 'two', 'four'] as const;

/** Compares what is said of three threads (`threads/main.cjs`) with what they measured. */
export async function judgeThreads(recording: string, phases: PhaseTimes): Promise<ThreadsVerdict> {
  const all = await analyze(recording);
  const linesOf = async (analysis: typeof all): Promise<number[]> =>
    (await rowsOfMarks('threads/main.cjs', analysis, parts)).map((row) => (row < 0 ? 0 : analysis.lines.selfTime[row]));
  const shares = shareThreads(all.threads);
  const said = parts.map(() => 0);
  let recorded = 0;
  for (const [row, { id, isRecorded }] of all.threads.entries()) {
    if (!isRecorded) continue;
    const own = (await linesOf(await analyze(recording, { thread: id }))).findIndex((time) => time > 0);
    if (own < 0) continue;
    said[own] = shares[row];
    recorded++;
  }
  const truth = parts.map((part) => phases[part]);
  const cpuTime = all.threads.reduce((sum, thread) => sum + (thread.isRecorded ? (thread.cpuTime ?? NaN) : 0), 0);
  return {
    threadError: greatestError(said, truth),
    lineError: greatestError(await linesOf(all), truth),
    lostShare: lostShareOf(all),
    toldShare: ((cpuTime + (all.unrecorded?.cpuTime ?? 0)) * 1000) / phases.system,
    recorded,
  };
}
