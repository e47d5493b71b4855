import type { SamplerName } from '../recording/index.ts';
import type { Flavoured, Microseconds } from './units.ts';

/** Number of a thread in its recording; the main thread of the program that was started is 0. */
export type ThreadId = Flavoured<'thread'>;
export const MAIN_THREAD: ThreadId = 0;

/** Which thread of which process it is. */
export interface Thread {
  readonly id: ThreadId;
  /** Who started it; undefined for the first. */
  readonly parent?: ThreadId;
  /** The first thread of all, a worker thread, or the main thread of another process. */
  readonly kind: 'main' | 'worker' | 'process';
  /** What a person knows it by: the worker's name or script, the process's program. */
  readonly name: string;
  readonly pid?: number;
}

/** A thread of a recording with its time; unknown stays undefined. */
export interface ThreadSummary extends Thread {
  readonly isRecorded: boolean;
  /** Why it was not recorded, or why only a part of it was, as a sentence. */
  readonly reason?: string;
  readonly sampler?: SamplerName;
  /** Without idle and without unsampled time. */
  readonly activeTime?: Microseconds;
  /** On a CPU. */
  readonly cpuTime?: Microseconds;
  readonly samples: number;
}
