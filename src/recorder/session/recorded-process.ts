import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { ProcessTree } from '../program/process-tree.ts';
import { killQuietly } from '../program/program.ts';
import { endProgram, waitForDeath } from '../program/program-end.ts';
import type { RecordedThread, ThreadStart } from './recorded-thread.ts';
import type { Rendezvous } from '../program/rendezvous.ts';
import type { Bootloader } from '../program/bootloader.ts';
import type { Recorder } from './start-thread.ts';
import { recordChildren, startOfWorker, startWorker } from './start-worker.ts';
import type { FoundWorker } from '../inspector/worker-sessions.ts';
import {
  endingSignals,
  type EndingNote,
  type FrameRepairFacts,
  isAlive,
  type Pulse,
  type ReadyNote,
} from '../../recording/index.ts';
import type { ThreadFacts } from '../../recording/threads.ts';

/** Everything that a recorded process consists of while it runs. */
export interface ProcessParts {
  readonly recorder: Recorder;
  readonly ready: ReadyNote;
  readonly main: RecordedThread;
  /** Resolves when the program ends without passing the bootloader's hooks: Node itself then waits until we disconnect. */
  readonly waitsForUs?: Promise<void>;
  /** Of a process that was launched. Without an inspector it has no bootloader to call. */
  readonly launched?: { readonly rendezvous: Rendezvous; readonly bootloader: Bootloader | undefined };
  /** Of one that was attached to. */
  readonly attached?: AttachedParts;
}

interface AttachedParts {
  /** Absent where there is nothing to repair. */
  askFrameRepair?(): Promise<FrameRepairFacts | undefined>;
  /** The workers' samples are taken. Never rejects. */
  leaveWorkers?(): Promise<void>;
  /** Leaves the program as it was before. Never rejects. */
  detach(): Promise<void>;
}

/** A worker thread of the process; `thread` is absent until it is sampled. */
interface Worker {
  readonly found: FoundWorker;
  readonly start: ThreadStart;
  thread?: RecordedThread;
  ended?: Promise<void>;
}

/**
 * The life of a recorded process. It only goes forward:
 *
 *     running ──▶ taking ──▶ taken ──▶ gone
 *
 *     launched: waits for us, recordProcess ─┐
 *     attached: runs already, startAttached ─┴▶ running
 *     running ─▶ taking   it says that it ends, or Node waits for us at its end, or it missed a signal,
 *                         or the user stops the recording, or the logs have reached their limit
 *     running ─▶ gone     it was killed, or it closed its inspector
 *     taking              first the workers, for which Node waits at the end, then the main thread
 *     taken               the program may end (`allowExit`), or runs on unrecorded (`detach`)
 *     gone                nothing more can be had; the threads go to disk (`ProcessGroup`)
 */
export type ProcessState = 'running' | 'taking' | 'taken' | 'gone';

const PULSE_MS = 1000;
/** A program still running this long after Node's exit hooks is taken to have survived them; in milliseconds. */
const END_MS = 1000;
/**
 * How long the inspector of a program that waits at its end may take to answer: so many turns of our own event loop, each of so many
 * milliseconds. When a machine wakes up that slept, all time is over, and the answer only to be read.
 */
const SILENT_TURNS = 40;
const TURN_MS = 200;
/** How long a worker that ran before us may take to hand its samples over: one in native code (`execSync`) does not. */
const WORKER_PATIENCE_MS = 2000;

/**
 * A Node process that is recorded. It is sampled until it ends or `take` is called; its threads' samples are taken in time,
 * and it may go.
 */
export class RecordedProcess {
  readonly ready: ReadyNote;
  readonly connection: InspectorConnection | undefined;
  readonly main: RecordedThread;
  /** Its worker threads whose samples are not on disk yet. */
  readonly workers: RecordedThread[] = [];
  /** Workers that ended before they answered. */
  readonly unanswered: ThreadFacts[] = [];
  /** Hears of each worker that is recorded, and again when its samples are taken while the process runs. */
  onWorker: (worker: RecordedThread) => void = () => undefined;
  onWorkerEnd: (worker: RecordedThread) => void = () => undefined;
  /** Hears when more is known of it than when it began. */
  onFacts: () => void = () => undefined;
  /** Adds up what the process uses. */
  tree: ProcessTree | undefined;
  note: EndingNote | undefined;
  frameRepair: FrameRepairFacts | undefined;
  /** The inspector did not answer when the program ended. */
  isSilent = false;
  #state: ProcessState = 'running';
  readonly #found = new Set<Worker>();
  readonly #startedClock = performance.now();
  readonly #gone = new AbortController();
  #pulse: NodeJS.Timeout | undefined;
  #taken: Promise<void> | undefined;
  /** When Node ran its exit hooks without a word of the bootloader, in milliseconds from the start. */
  #leftAfter: number | undefined;

  constructor(private readonly parts: ProcessParts) {
    this.ready = parts.ready;
    this.frameRepair = parts.ready.frameRepair;
    this.main = parts.main;
    this.connection = parts.main.connection;
    const { launched } = parts;
    if (!this.connection) return;
    this.#awaitExitOfNode(this.connection);
    if (!launched?.bootloader) return;
    const { bootloader, rendezvous } = launched;
    this.#pulse = this.#startPulse(bootloader);
    void rendezvous.ending(this.ready.pid).then((note) => this.#handleEnding(note, bootloader));
  }

  get state(): ProcessState {
    return this.#state;
  }

  /** Resolves when nothing more can be had from it. Its process may still be there. */
  get closed(): Promise<void> {
    return this.connection?.closed ?? waitForDeath(this.ready.pid, Infinity);
  }

  /** Did the program go on after Node had run its exit hooks? How long it was sampled, in milliseconds. */
  ranOnAfter(): number | undefined {
    const now = performance.now() - this.#startedClock;
    return this.#leftAfter !== undefined && now - this.#leftAfter > END_MS ? this.#leftAfter : undefined;
  }

  /** Takes the samples of all threads, those of its workers first. Never rejects: each thread keeps its own failure. */
  take(): Promise<void> {
    return (this.#taken ??= this.#take());
  }

  async #take(): Promise<void> {
    if (this.#state === 'running') this.#state = 'taking';
    // The process is about to end, or its recording is: the last word on its CPU time is to be had now.
    this.tree?.look(this.ready.pid);
    // Node waits for its workers at its end, and those would wait for us.
    const { attached } = this.parts;
    // One that still waits for its first line ends by itself as too late: detached, it would wait on.
    const ending = [...this.#found].filter(({ thread }) => attached !== undefined || thread !== undefined);
    await Promise.all(ending.map((worker) => this.#endWorker(worker)));
    await attached?.leaveWorkers?.();
    // Sent together: a program that spins answers both at its next turn.
    const [, frameRepair] = await Promise.all([this.main.take().catch(() => undefined), this.#askFrameRepair()]);
    this.frameRepair = frameRepair ?? this.frameRepair;
    if (this.#state === 'taking') this.#state = 'taken';
  }

  /** Records a worker thread until it ends, or the process does. Never rejects. */
  async addWorker(found: FoundWorker): Promise<void> {
    const { recorder, ready, launched, main } = this.parts;
    const { connection } = found;
    const worker: Worker = { found, start: startOfWorker(main.start, found, recorder.nextId()) };
    this.#found.add(worker);
    const ends = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
    void Promise.race([ends, connection.closed]).then(() => this.#endWorker(worker));
    try {
      const thread = await startWorker(recorder, ready, found, worker.start, !launched);
      if (worker.ended !== undefined || this.#state !== 'running') {
        // Nothing of it is kept, and what was opened for it is closed.
        void thread
          .take()
          .then((taken) => taken.scripts())
          .catch(() => undefined);
        throw new Error('it is too late');
      }
      worker.thread = thread;
      this.workers.push(thread);
      this.onWorker(thread);
      if (launched) await recordChildren(recorder, ready.pid, found);
      if (launched) await connection.send('Runtime.runIfWaitingForDebugger');
    } catch {
      // A V8 log goes on by itself.
      if (this.#state !== 'running' && ready.hasLog) await endLog(connection);
      if (launched) await connection.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
      await this.#endWorker(worker);
    }
  }

  /** Takes its samples, and detaches from it. */
  #endWorker(worker: Worker): Promise<void> {
    return (worker.ended ??= this.#endWorkerOnce(worker));
  }

  async #endWorkerOnce(worker: Worker): Promise<void> {
    const { thread, found, start } = worker;
    const { attached } = this.parts;
    if (!thread && attached) this.unanswered.push({ ...start, recorded: false, reason: 'no-answer' });
    await (attached ? thread?.takeWithin(WORKER_PATIENCE_MS) : thread?.take().catch(() => undefined));
    // Node lets go of it at once, and it gives what had come until then.
    await found.detach();
    this.#found.delete(worker);
    if (thread && this.#state === 'running') this.onWorkerEnd(thread);
  }

  /**
   * Asks after the frame repair of which nothing is known before the first pulse: a worker may be over by then, and so may a
   * program with a V8 log, which a signal ends at once.
   */
  async askFrameRepair(): Promise<void> {
    if (this.frameRepair !== undefined) return;
    const frameRepair = await this.#askFrameRepair();
    if (frameRepair) this.#learn(frameRepair);
  }

  /** Undefined where it cannot be asked. A program that is gone has said before what it could. */
  async #askFrameRepair(): Promise<FrameRepairFacts | undefined> {
    const { attached, launched } = this.parts;
    if (attached) return attached.askFrameRepair?.().catch(() => undefined);
    // The bootloader's own, and readers check what they find.
    return (await launched?.bootloader?.call('frameRepair')) as FrameRepairFacts | undefined;
  }

  /** The program need not wait for us at its end any more. */
  async allowExit(): Promise<void> {
    await this.parts.launched?.bootloader?.call('allowExit');
  }

  /** Ends the V8 logs of its threads, which are kept; the program runs on unrecorded. */
  async endLogs(): Promise<void> {
    if (!this.ready.hasLog || this.#state !== 'running') return;
    const connections = [this.connection, ...this.workers.map(({ connection }) => connection)];
    await Promise.all(connections.filter((connection) => connection !== undefined).map(endLog));
    await this.take();
    this.#closeClocks();
    await this.allowExit();
  }

  /** The program goes on as if nothing had been; its samples are taken. */
  async detach(): Promise<void> {
    const { launched, attached } = this.parts;
    await attached?.detach();
    launched?.rendezvous.guardian.release(this.ready.pid);
    if (!launched || !this.connection) return;
    if (this.ready.hasLog) await endLog(this.connection);
    this.#closeClocks();
    await launched.bootloader?.call('detach');
    this.connection.drop();
  }

  /** The program runs on unrecorded. */
  #closeClocks(): void {
    for (const thread of [this.main, ...this.workers]) thread.closeClock();
  }

  /** Asks the program to end, and kills it if it does not. */
  end(): void {
    endProgram(this.ready.pid, this.#gone.signal);
  }

  /** The process has ended, or is not ours any more; another may have its id by now. */
  async handleExit(): Promise<void> {
    this.#state = 'gone';
    this.#gone.abort();
    clearInterval(this.#pulse);
    const { rendezvous } = this.parts.launched ?? {};
    this.note ??= await rendezvous?.lastWord(this.ready.pid);
    rendezvous?.forget(this.ready.pid);
  }

  #awaitExitOfNode(connection: InspectorConnection): void {
    void this.parts.waitsForUs?.then(async () => {
      this.#leftAfter = performance.now() - this.#startedClock;
      await this.take();
      // Usually the program ends now. One that runs on takes no connection any more, and must not wait for one later.
      await this.parts.launched?.bootloader?.call('release');
      connection.close();
    });
  }

  /** The program waits at its end. */
  async #handleEnding(note: EndingNote, bootloader: Bootloader): Promise<void> {
    if (this.note !== undefined) return;
    this.note = note;
    if (note.isInspectorClosed !== true && !(await answers(bootloader.connection, this.ready.pid))) {
      this.#killSilent(bootloader.connection);
      return;
    }
    await this.take();
    await bootloader.resumeAtEnd();
  }

  /** Checks every second whether the program's event loop turns, until it ends. */
  #startPulse(bootloader: Bootloader): NodeJS.Timeout {
    let isWaiting = false;
    const timer = setInterval(() => {
      if (isWaiting || this.note !== undefined) return;
      isWaiting = true;
      void bootloader.call('pulse').then((answer) => {
        isWaiting = false;
        const { missed, ending, frameRepair } = (answer ?? {}) as Pulse;
        if (frameRepair) this.#learn(frameRepair);
        if (ending) void this.#handleEnding(ending, bootloader);
        const signal = endingSignals.find((name) => name === missed);
        if (signal !== undefined) void this.#endBy(signal);
      });
    }, PULSE_MS);
    return timer.unref();
  }

  #learn(frameRepair: FrameRepairFacts): void {
    const isNews = this.frameRepair?.state !== frameRepair.state;
    this.frameRepair = frameRepair;
    if (isNews) this.onFacts();
  }

  /** A signal came that the program cannot handle, as it spins: it ends as it would have without us. */
  async #endBy(signal: NodeJS.Signals): Promise<void> {
    if (this.#state !== 'running') return;
    this.note = { code: 128, signal };
    await this.take();
    await this.allowExit();
    killQuietly(this.ready.pid, signal);
  }

  /** Nothing reaches the program that waits for us at its end: its own work is done, so it may go. */
  #killSilent(connection: InspectorConnection): void {
    if (!isAlive(this.ready.pid)) return;
    this.isSilent = true;
    killQuietly(this.ready.pid, 'SIGKILL');
    connection.drop();
  }
}

/**
 * Ends the V8 log of the thread that evaluates it: V8 writes none while a profile is taken, and this one is never ended. It takes
 * its next sample after half an hour. The session is the program's own, so it outlives ours.
 */
const END_LOG = `(() => {
  const session = new (process.getBuiltinModule('node:inspector').Session)();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 2e9 });
  session.post('Profiler.start');
})()`;

const endLog = (connection: InspectorConnection): Promise<unknown> =>
  connection.send('Runtime.evaluate', { expression: END_LOG }).catch(() => undefined);

/** Whether the inspector of a program that waits for us answers before that is gone. One that is closed may just end. */
async function answers(connection: InspectorConnection, pid: number): Promise<boolean> {
  let hasAnswered = false;
  const asked = connection.send('Runtime.evaluate', { expression: '0' });
  const answered = asked.then(
    () => (hasAnswered = true),
    () => new Promise(() => undefined),
  );
  for (let turn = 0; turn < SILENT_TURNS && !hasAnswered && isAlive(pid); turn++)
    await Promise.race([answered, sleep(TURN_MS, undefined, { ref: false })]);
  return hasAnswered;
}
