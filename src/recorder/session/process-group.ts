import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KnownProcess } from './tree-cpu.ts';
import { ConnectionLost } from '../inspector/inspector-connection.ts';
import { recordProcess, startOfProcess } from './record-process.ts';
import type { ProcessTree } from '../program/process-tree.ts';
import { waitForDeath } from '../program/program-end.ts';
import type { RecordedProcess } from './recorded-process.ts';
import type { DescribeThread, RecordedThread } from './recorded-thread.ts';
import type { Rendezvous } from '../program/rendezvous.ts';
import type { FinishedThread } from '../disk/section.ts';
import type { Recorder } from './start-thread.ts';
import { nameOfProgram } from './thread-name.ts';
import type { ThreadFacts, UnrecordedCpu } from '../../recording/threads.ts';
import { oldestNode, type ReadyNote, type ThreadPlace } from '../../recording/index.ts';

/** How long a process may take to be gone after its last note, in milliseconds. */
const EXIT_WAIT_MS = 10_000;
/** How long processes that end with the program may take, in milliseconds. */
const GRACE_MS = 500;

/** Of more threads than this only those that used the most CPU time are kept, besides the main thread: so a recording stays small. */
const KEPT_THREADS = 64;

/** A thread whose samples are on disk, or the reason why they are not. */
export interface WriteAttempt extends FinishedThread {
  readonly failure?: unknown;
}

/** The processes of a recording. Those that the program starts are recorded until they end, and put on disk one by one. */
export class ProcessGroup {
  readonly #running = new Set<RecordedProcess>();
  /** Threads by the places that their children name; they stay known when they have ended. */
  readonly #ids = new Map<string, number>();
  /** Every process that came to us. */
  readonly known: KnownProcess[] = [];
  readonly #finished: FinishedThread[] = [];
  /** Threads that are not kept. */
  readonly dropped: UnrecordedCpu[] = [];
  readonly #work = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** The first Node of a program that is none itself: it stands in its place. It is written last, as it tells how that ended. */
  first: RecordedProcess | undefined;
  #mayStay = true;

  /** `describe`: gives the facts that stand beside a thread's samples, as JSON. */
  constructor(
    private readonly recorder: Recorder,
    private readonly tree: ProcessTree | undefined,
    private readonly describe: (process: RecordedProcess, ...of: Parameters<DescribeThread>) => string,
  ) {}

  /** Those that run, but for the program itself. */
  get processes(): readonly RecordedProcess[] {
    return [...this.#running];
  }

  /** The threads that are put on disk, in the order in which they began; the main thread is not among them. */
  get finished(): readonly FinishedThread[] {
    return [...this.#finished].sort((a, b) => a.facts.id - b.facts.id);
  }

  /** A process that is recorded; whoever adds it takes care of its end. */
  add(process: RecordedProcess): void {
    this.#ids.set(keyOf({ pid: process.ready.pid, workerId: 0 }), process.main.start.id);
    this.known.push({ pid: process.ready.pid, name: process.main.start.name });
    const describe: DescribeThread = (...of) => this.describe(process, ...of);
    process.tree = this.tree;
    process.main.note(describe);
    process.onFacts = () => {
      for (const thread of [process.main, ...process.workers]) thread.note(describe);
    };
    process.onWorker = (worker) => {
      worker.note(describe);
      this.#ids.set(keyOf({ ...worker.start, workerId: worker.start.workerId ?? -1 }), worker.start.id);
    };
    process.onWorkerEnd = (worker) => this.#do(this.#keepWorker(worker, process));
  }

  /** A process that came and cannot be recorded. */
  noteUnrecorded(note: ReadyNote): void {
    const name = nameOfProgram(note.argv, note.execPath);
    const major = Number.parseInt(note.version.slice(1), 10);
    const reason = major < oldestNode ? 'node-too-old' : note.refusesFlags ? 'old-executable' : 'not-attached';
    const detail = reason === 'not-attached' && note.error !== undefined && { detail: note.error };
    this.known.push({ pid: note.pid, name, reason, ...detail });
  }

  /** Records a process that waits for us, until it ends. */
  record(note: ReadyNote, rendezvous: Rendezvous): void {
    this.#do(this.#record(note, rendezvous));
  }

  /** Takes what was sampled until now. */
  async take(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.take()));
  }

  /** Ends the processes, once `take` has been called. */
  end(): void {
    this.#mayStay = false;
    for (const process of this.#running) process.end();
  }

  /** The program has ended: so do those that end with it; others run on unrecorded. Resolves when all is on disk. */
  async close(): Promise<void> {
    const all = (): Promise<unknown> => Promise.all(this.#work);
    await Promise.race([all(), sleep(GRACE_MS)]);
    this.#closing.abort();
    await Promise.all(this.processes.map((process) => this.#dismiss(process)));
    while (this.#work.size > 0) await all();
  }

  /** The section of a thread that is not kept is removed. */
  #keep(thread: FinishedThread): void {
    this.#finished.push(thread);
    if (this.#finished.length <= KEPT_THREADS) return;
    const least = this.#finished.reduce((a, b) => (useOf(b.facts) < useOf(a.facts) ? b : a));
    this.#finished.splice(this.#finished.indexOf(least), 1);
    if (least.section) void rm(least.section.file, { force: true });
    const { name, pid, cpuUs = 0, reason = 'limit' } = least.facts;
    this.dropped.push({ name, pid, processes: 1, cpuUs, reason });
  }

  #do(work: Promise<void>): void {
    const listed = work.finally(() => this.#work.delete(listed));
    this.#work.add(listed);
  }

  /** Samples that are in memory go to disk now; a V8 log grows until its process ends. */
  async #keepWorker(worker: RecordedThread, process: RecordedProcess): Promise<void> {
    if (worker.sampler.savesAfterExit) return;
    process.workers.splice(process.workers.indexOf(worker), 1);
    await process.askFrameRepair();
    this.#keep(await this.#write(worker, process));
  }

  async #dismiss(process: RecordedProcess): Promise<void> {
    await process.take();
    if (this.#mayStay) await process.detach();
    else process.end();
  }

  async #record(note: ReadyNote, rendezvous: Rendezvous): Promise<void> {
    const parent = note.parent && this.#ids.get(keyOf(note.parent));
    const id = this.recorder.nextId();
    // Where the program itself is none, the first Node below it takes its place.
    const start = startOfProcess(this.recorder, note, { id, parent, kind: id === 1 ? 'main' : 'process' });
    const mayRecord = note.error === undefined || note.hasLog;
    const process = mayRecord && (await recordProcess(this.recorder, rendezvous, note, start).catch(() => undefined));
    if (!process) {
      this.noteUnrecorded(note);
      return;
    }
    if (start.kind === 'main') this.first = process;
    this.add(process);
    this.#running.add(process);
    if (this.#closing.signal.aborted) await this.#dismiss(process);
    await process.closed;
    await waitForDeath(note.pid, process.note === undefined ? Infinity : EXIT_WAIT_MS, 20, this.#closing.signal);
    this.#running.delete(process);
    await process.handleExit();
    if (process !== this.first) this.#keep(await this.write(process));
    // The command that it stands for may go on for long: what is in memory goes to disk now, and again with how that ended.
    else if (!process.main.sampler.savesAfterExit) await this.#write(process.main, process);
  }

  /** Puts the samples of a process on disk that has ended, of all its threads; gives the main thread. */
  async write(process: RecordedProcess): Promise<WriteAttempt> {
    await process.take();
    const main = await this.#write(process.main, process);
    for (const worker of process.workers) this.#keep(await this.#write(worker, process));
    for (const facts of process.unanswered) this.#keep({ facts });
    return main;
  }

  async #write(thread: RecordedThread, process: RecordedProcess): Promise<WriteAttempt> {
    try {
      const file = path.join(this.recorder.folder, `section-${thread.start.id}`);
      return await thread.write(file, (...of) => this.describe(process, ...of));
    } catch (failure) {
      const reason = failure instanceof ConnectionLost ? 'samples-lost' : 'not-attached';
      return { facts: thread.facts(thread.isSilent ? 'no-answer' : reason), failure };
    }
  }
}

/** Where the system does not tell, a thread that lived longer counts for more. */
const useOf = ({ cpuUs, startUs = 0, endUs = 0 }: ThreadFacts): number => cpuUs ?? endUs - startUs;

const keyOf = ({ pid, workerId }: ThreadPlace): string => `${pid}.${workerId}`;
