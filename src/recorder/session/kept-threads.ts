import { rm } from 'node:fs/promises';
import type { FinishedThread } from '../disk/section.ts';
import type { ThreadFacts, UnrecordedCpu } from '../../recording/threads.ts';

/** Of more threads than this only those that used the most CPU time are kept, besides the main thread. */
const KEPT_THREADS = 64;

/** Threads that are put on disk, the main thread not among them: so many that a recording stays small. */
export class KeptThreads {
  readonly #finished: FinishedThread[] = [];
  /** What is not kept. */
  readonly dropped: UnrecordedCpu[] = [];

  /** In the order in which they began. */
  get finished(): readonly FinishedThread[] {
    return [...this.#finished].sort((a, b) => a.facts.id - b.facts.id);
  }

  /** The section of a thread that is not kept is removed. */
  add(thread: FinishedThread): void {
    this.#finished.push(thread);
    if (this.#finished.length <= KEPT_THREADS) return;
    const least = this.#finished.reduce((a, b) => (useOf(b.facts) < useOf(a.facts) ? b : a));
    this.#finished.splice(this.#finished.indexOf(least), 1);
    if (least.section) void rm(least.section.file, { force: true });
    const { name, pid, cpuUs = 0, reason = 'limit' } = least.facts;
    this.dropped.push({ name, pid, processes: 1, cpuUs, reason });
  }
}

/** Where the system does not tell, a thread that lived longer counts for more. */
function useOf({ cpuUs, startUs = 0, endUs = 0 }: ThreadFacts): number {
  return cpuUs ?? endUs - startUs;
}
