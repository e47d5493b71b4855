import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectorConnection } from './inspector-connection.ts';
import { killQuietly } from './program.ts';
import { endProgram, waitForDeath } from './program-end.ts';
import type { RecordedThread } from './recorded-thread.ts';
import { isEndingNote, type Rendezvous } from './rendezvous.ts';
import type { Bootloader } from './resume.ts';
import {
  endingSignals,
  type EndingNote,
  type FrameRepairFacts,
  isAlive,
  type Pulse,
  type ReadyNote,
} from '../recording/index.ts';

/** Everything that a recorded process consists of while it runs. */
export interface ProcessParts {
  readonly ready: ReadyNote;
  /** Undefined where it has no inspector. */
  readonly bootloader: Bootloader | undefined;
  /** Resolves when the program ends without passing the bootloader's hooks: Node itself then waits until we disconnect. */
  readonly waitsForUs: Promise<void>;
  readonly main: RecordedThread;
  readonly rendezvous: Rendezvous;
}

const PULSE_MS = 1000;
/** A program still running this long after Node's exit hooks is taken to have survived them; in milliseconds. */
const END_MS = 1000;
/** How long the inspector of a program that waits at its end may take to answer, in milliseconds. */
const SILENCE_MS = 8000;

/**
 * A Node process that is recorded. It is sampled until it ends or `take` is called; its threads' samples are taken in time,
 * and it is let go.
 */
export class RecordedProcess {
  readonly ready: ReadyNote;
  readonly connection: InspectorConnection | undefined;
  readonly main: RecordedThread;
  /** Its worker threads whose samples are not on disk yet. */
  readonly workers: RecordedThread[] = [];
  /** Hears of each worker that is recorded, and again when its samples are taken. */
  onWorker: (worker: RecordedThread) => void = () => undefined;
  /** Hears when more is known of it than when it began. */
  onFacts: () => void = () => undefined;
  onWorkerEnd: (worker: RecordedThread) => void = () => undefined;
  /** What lets its workers go. */
  readonly detachWorkers: (() => Promise<void>)[] = [];
  /** Workers that come now are too late. */
  isTaken = false;
  note: EndingNote | undefined;
  frameRepair: FrameRepairFacts | undefined;
  /** The inspector did not answer when the program ended. */
  isSilent = false;
  readonly #startedClock = performance.now();
  readonly #gone = new AbortController();
  #pulse: NodeJS.Timeout | undefined;
  #taken: Promise<void> | undefined;
  /** When Node ran its exit hooks without a word of the bootloader, in milliseconds from the start. */
  #leftAfter: number | undefined;

  constructor(private readonly parts: ProcessParts) {
    this.ready = parts.ready;
    this.connection = parts.bootloader?.connection;
    this.main = parts.main;
    const { bootloader } = parts;
    if (!bootloader) return;
    this.#pulse = this.#startPulse(bootloader);
    this.#awaitEnding(bootloader);
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
    this.isTaken = true;
    await Promise.all(this.workers.map((worker) => worker.take().catch(() => undefined)));
    // Node waits for its workers at its end, and those would wait for us.
    await Promise.all(this.detachWorkers.map((detach) => detach()));
    // Sent together: a program that spins answers both at its next turn.
    const [, frameRepair] = await Promise.all([
      this.main.take().catch(() => undefined),
      this.parts.bootloader?.call('frameRepair'),
    ]);
    // The bootloader's own, and readers check what they find. A program that is gone has said before what it could.
    this.frameRepair = (frameRepair as FrameRepairFacts | undefined) ?? this.frameRepair;
  }

  /** Asks after the frame repair of which nothing is known before the first pulse: a worker may be over by then. */
  async askFrameRepair(): Promise<void> {
    if (this.frameRepair !== undefined) return;
    const frameRepair = (await this.parts.bootloader?.call('frameRepair')) as FrameRepairFacts | undefined;
    if (frameRepair) this.#learn(frameRepair);
  }

  /** The program need not wait for us at its end any more. */
  async letGo(): Promise<void> {
    await this.parts.bootloader?.call('letGo');
  }

  /** Ends the V8 logs of its threads, which are kept; the program runs on unrecorded. */
  async endLogs(): Promise<void> {
    if (!this.ready.hasLog || this.isTaken) return;
    const connections = [this.connection, ...this.workers.map(({ connection }) => connection)];
    await Promise.all(connections.filter((connection) => connection !== undefined).map(endLog));
    await this.take();
    await this.letGo();
  }

  /** Lets the program go on as if nothing had been, when its samples are taken. */
  async leave(): Promise<void> {
    this.parts.rendezvous.guardian.spare(this.ready.pid);
    if (!this.connection) return;
    if (this.ready.hasLog) await endLog(this.connection);
    await this.parts.bootloader?.call('leave');
    this.connection.drop();
  }

  /** Asks the program to end, and kills it if it does not. */
  end(): void {
    endProgram(this.ready.pid, this.#gone.signal);
  }

  /** The process has ended; another may have its id by now. */
  async bury(): Promise<void> {
    this.#gone.abort();
    clearInterval(this.#pulse);
    this.note ??= await this.parts.rendezvous.lastWord(this.ready.pid);
    this.parts.rendezvous.forget(this.ready.pid);
  }

  #awaitEnding(bootloader: Bootloader): void {
    const { rendezvous, waitsForUs, ready } = this.parts;
    void waitsForUs.then(async () => {
      this.#leftAfter = performance.now() - this.#startedClock;
      await this.take();
      // Usually the program ends now. One that runs on takes no connection any more, and must not wait for one later.
      await bootloader.call('release');
      bootloader.connection.close();
    });
    void rendezvous.ending(ready.pid).then((note) => this.#letEnd(note, bootloader));
  }

  /** The program waits at its end. */
  async #letEnd(note: EndingNote, bootloader: Bootloader): Promise<void> {
    if (this.note !== undefined) return;
    this.note = note;
    if (note.isInspectorClosed !== true && !(await answers(bootloader.connection))) {
      this.#abandon(bootloader.connection);
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
        if (isEndingNote(ending)) void this.#letEnd(ending, bootloader);
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
    if (this.isTaken) return;
    this.note = { code: 128, signal };
    await this.take();
    await this.letGo();
    killQuietly(this.ready.pid, signal);
  }

  /** Nothing reaches the program that waits for us at its end: its own work is done, so it may go. */
  #abandon(connection: InspectorConnection): void {
    if (!isAlive(this.ready.pid)) return;
    this.isSilent = true;
    killQuietly(this.ready.pid, 'SIGKILL');
    connection.drop();
  }
}

/** V8 ends its log of a thread when the inspector's sampler starts there. */
export async function endLog(connection: InspectorConnection): Promise<void> {
  await Promise.all([
    connection.send('Profiler.enable').catch(() => undefined),
    connection.send('Profiler.start').catch(() => undefined),
    connection.send('Profiler.stop').catch(() => undefined),
  ]);
}

/** Whether the inspector of a program that waits for us answers. */
async function answers(connection: InspectorConnection): Promise<boolean> {
  const answered = connection.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(SILENCE_MS, false, { ref: false })]);
}
