import type { SamplerName, ThreadFacts, UnrecordedReason } from '../recording/index.ts';
import type { Flavoured, Microseconds } from './units.ts';

/** Number of a thread in its recording. */
export type ThreadId = Flavoured<'thread'>;
export const MAIN_THREAD: ThreadId = 1;

/** Which thread of which process is it? In a recording of another tool the process is unknown. */
export type Thread = Pick<ThreadFacts, 'id' | 'parent' | 'kind' | 'name'> & Partial<Pick<ThreadFacts, 'pid'>>;

/** A thread of a recording with its time; unknown stays undefined. */
export interface ThreadSummary extends Thread {
  readonly isRecorded: boolean;
  /** Only where it was not recorded. */
  readonly reason?: UnrecordedReason;
  readonly sampler?: SamplerName;
  /** Without idle time. */
  readonly activeTime?: Microseconds;
  /** On a CPU, as the system tells. */
  readonly cpuTime?: Microseconds;
  readonly samples: number;
}

/**
 * CPU time of worker threads and child processes before their first sample and after their last: the cost of starting and
 * ending them. It is on no line.
 */
export function timeOfStarts(threads: readonly ThreadSummary[]) {
  const started = threads.filter(
    ({ kind, isRecorded, cpuTime }) => kind !== 'main' && isRecorded && cpuTime !== undefined,
  );
  const timeOf = ({ cpuTime = 0, activeTime = 0 }: ThreadSummary): Microseconds => Math.max(0, cpuTime - activeTime);
  return { time: started.reduce((sum, thread) => sum + timeOf(thread), 0), threads: started.length };
}

/** Each thread's share of the active time of all recorded threads. NaN for a thread that was not recorded. */
export function shareThreads(threads: readonly ThreadSummary[]): number[] {
  const times = threads.map(({ activeTime = NaN }) => activeTime);
  const whole = times.reduce((sum, time) => sum + (time || 0), 0);
  return times.map((time) => (whole > 0 ? time / whole : NaN));
}
