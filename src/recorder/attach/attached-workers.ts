import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginSamplingLate } from './begin-sampling-late.ts';
import { openSessionInProgram, type SessionInProgram } from './session-in-program.ts';
import { ThreadClock } from '../thread-clock.ts';
import { type KeptAlike, takesSamples } from '../inspector-sampler.ts';
import type { InspectorConnection } from '../inspector-connection.ts';
import { Journal } from '../journal.ts';
import { KeptThreads } from '../kept-threads.ts';
import { greet, startOfWorker } from '../record-process.ts';
import { type DescribeThread, RecordedThread, type ThreadStart } from '../recorded-thread.ts';
import type { SamplingThreads } from '../sampling-threads.ts';
import type { FinishedThread } from '../section.ts';
import { attachWorkers, type FoundWorker } from '../worker-sessions.ts';
import { MAIN_THREAD } from '../../core/index.ts';
import { journalName } from '../../recording/journal.ts';

interface WorkersOptions {
  readonly pid: number;
  readonly v8: string;
  readonly keeping: KeptAlike;
  /** Whether the process is on this machine. */
  readonly isLocal: boolean;
  /** Where the samples are put until the recording is written. */
  readonly folder: string;
  readonly describe: DescribeThread;
  /** See `AttachedRepair`. */
  readonly addonFile: string | undefined;
  /** How the names of the files begin in which threads leave records. */
  readonly records: string | undefined;
  readonly samplingThreads: SamplingThreads;
}

/** How long a worker may take to hand its last samples over, in milliseconds: one in native code (`execSync`) does not. */
const PATIENCE_MS = 2000;

/** A worker, with its samples where it could be sampled. */
interface AttachedWorker {
  readonly worker: FoundWorker;
  readonly start: ThreadStart;
  thread?: RecordedThread;
  /** The work of putting its samples on disk, once that has begun. */
  sealed?: Promise<void>;
}

/** The worker threads of a program that runs: those that it has, and those that it starts meanwhile. */
export class AttachedWorkers {
  readonly #running = new Set<AttachedWorker>();
  /** All that were there, once `take` has been called. */
  readonly kept = new KeptThreads();
  #lastId: number = MAIN_THREAD;
  #isOver = false;

  private constructor(
    private readonly session: SessionInProgram,
    private readonly options: WorkersOptions,
  ) {}

  /** Begins with them; none holds the others, or the program, up. Rejects where the program opens no session of its own. */
  static async attach(connection: InspectorConnection, options: WorkersOptions): Promise<AttachedWorkers> {
    const session = await openSessionInProgram(connection);
    const workers = new AttachedWorkers(session, options);
    await attachWorkers(session.connection, false, (worker) => workers.#add(worker));
    return workers;
  }

  /** Takes the samples of all, and lets them go. Those that do not answer are told as not recorded. Never rejects. */
  async take(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#running].map((attached) => this.#seal(attached)));
    await this.session.close();
  }

  #add(worker: FoundWorker): void {
    const id = ++this.#lastId;
    const start = startOfWorker({ id: MAIN_THREAD, pid: this.options.pid }, worker, { id });
    const attached: AttachedWorker = { worker, start };
    this.#running.add(attached);
    void worker.connection.closed.then(() => this.#seal(attached));
    void this.#begin(attached).catch(() => undefined); // it has ended: it is told as not recorded
  }

  async #begin(attached: AttachedWorker): Promise<void> {
    const { connection } = attached.worker;
    const { pid, v8, keeping, isLocal, folder, describe, addonFile, records, samplingThreads } = this.options;
    const { id } = attached.start;
    const ends = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
    const journal = new Journal(path.join(folder, journalName(id)));
    const told: { holdsSamples?: boolean } = {};
    // Sent together: one that is mostly in native code answers rarely, and one that is short must not wait for answers.
    const [{ tid, anchorUs }, , sampler] = await Promise.all([
      greet(connection, id, { addonFile, records }).then((greeting) => {
        told.holdsSamples = greeting.holdsSamples;
        return greeting;
      }),
      beginSamplingLate(connection, keeping.interval),
      takesSamples(connection, v8, {
        ...keeping,
        journal,
        holdsSamples: () => told.holdsSamples,
      }),
      connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
    ]);
    if (isLocal) samplingThreads.hurry(pid);
    const clock = tid === undefined || this.#isOver || !isLocal ? undefined : ThreadClock.start(pid, tid, records);
    const start = { ...attached.start, ...(tid !== undefined && { tid }), startUs: anchorUs };
    const thread = new RecordedThread({ start, connection, sampler, clock, journal, startsLate: true });
    attached.thread = thread;
    thread.note(describe);
    void ends.then(() => this.#seal(attached));
  }

  /** Puts its samples on disk and lets it go. */
  #seal(attached: AttachedWorker): Promise<void> {
    return (attached.sealed ??= this.#sealOnce(attached).then((finished) => {
      this.#running.delete(attached);
      this.kept.add(finished);
    }));
  }

  async #sealOnce({ worker, thread, start }: AttachedWorker): Promise<FinishedThread> {
    const { folder, describe } = this.options;
    if (!thread) {
      await worker.detach();
      return { facts: { ...start, recorded: false, reason: 'no-answer' } };
    }
    const taking = thread.take().then(
      () => true,
      () => true,
    );
    const hasAnswered = await Promise.race([taking, sleep(PATIENCE_MS, false, { ref: false })]);
    // Node lets go of it at once, and it gives what had come until then.
    await worker.detach();
    try {
      return await thread.seal(path.join(folder, `section-${start.id}`), describe);
    } catch {
      return { facts: thread.facts(hasAnswered ? 'samples-lost' : 'no-answer') };
    }
  }
}
