import { setTimeout as sleep } from 'node:timers/promises';
import type { SamplerDecision } from './choose-sampler.ts';
import type { CpuClockPoller } from './cpu-clock.ts';
import { noticeDeath, noticeFailure, noticeLoss, noticeRun } from './diagnostics.ts';
import { endingOf } from './ending.ts';
import { evaluate } from './evaluate.ts';
import { ConnectionLost, type InspectorConnection } from './inspector-connection.ts';
import type { Sampler, TakenSamples } from './inspector-sampler.ts';
import { achievableInterval } from './interval.ts';
import { defaultBootloader } from './launch-command.ts';
import { killQuietly, type Program, type ProgramExit } from './program.ts';
import { endProgram, waitForExit } from './program-end.ts';
import type { RecordOptions, RecordingOutcome, RecordingProgress, RecordingSession } from './recording-session.ts';
import type { Rendezvous } from './rendezvous.ts';
import { askFrameRepair, callBootloader, resumeAtEnd } from './resume.ts';
import { V8_LOG_LIMIT } from './v8-log-sampler.ts';
import { formatHeatlineSection, recorderScripts } from '../recording/facts.ts';
import {
  type CpuClockReadings,
  type Diagnostic,
  type EndingNote,
  type FrameRepairFacts,
  isAlive,
  type ReadyNote,
  type RecordedScript,
  type StoppedBy,
} from '../recording/index.ts';

/** Everything that a recording consists of while its program runs. */
export interface RecordingParts {
  readonly options: RecordOptions;
  readonly decision: SamplerDecision;
  readonly rendezvous: Rendezvous;
  readonly program: Program;
  readonly ready: ReadyNote;
  readonly connection: InspectorConnection;
  /** Resolves when the program ends without passing the bootloader's hooks: Node itself then waits until we disconnect. */
  readonly waitsForUs: Promise<void>;
  readonly sampler: Sampler;
  /** Undefined where nothing is timed, or the system has none. */
  readonly clock: CpuClockPoller | undefined;
}

const PULSE_MS = 1000;
/** Node's timers fire at once for a longer delay (25 days). */
const LONGEST_DELAY_MS = 2 ** 31 - 1;
/** A program still running this long after Node's exit hooks is taken to have survived them; in milliseconds. */
const END_MS = 1000;
/** How long the inspector of a program that waits at its end may take to answer, in milliseconds. */
const SILENCE_MS = 8000;

/** Sees a recording that has begun through to its end: the file on disk. */
export function superviseRecording(parts: RecordingParts): RecordingSession {
  const live = new LiveRecording(parts);
  const { program, ready, connection, decision } = parts;
  return {
    pid: ready.pid,
    stdin: program.stdin,
    stdout: program.stdout,
    stderr: program.stderr,
    sampler: decision.sampler,
    samplerReason: decision.reason,
    log: parts.sampler.log,
    progress: () => live.progress(),
    evaluate: (expression) => evaluate(connection, expression),
    stop: (by) => live.stop(by),
    abandon: () => killQuietly(ready.pid, 'SIGKILL'),
    finished: live.finish(),
  };
}

interface Saved {
  readonly recording?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A recording whose program runs. It samples until the program ends or `stop` is called, takes the samples once, saves
 * them once, and has finished when the program is gone.
 */
class LiveRecording {
  readonly #parts: RecordingParts;
  readonly #startedAt = Date.now();
  readonly #startedClock = performance.now();
  #note: EndingNote | undefined;
  #exit: ProgramExit | undefined;
  #stoppedBy: StoppedBy | undefined;
  #isTooLarge = false;
  #frameRepair: FrameRepairFacts | undefined;
  /** The inspector did not answer when the program ended. */
  #isSilent = false;
  #taken: Promise<TakenSamples> | undefined;
  #saved: Promise<Saved> | undefined;
  #stopping: Promise<void> | undefined;
  /** When Node ran its exit hooks without a word of the bootloader, in milliseconds from the start. */
  #leftAfter: number | undefined;
  readonly #gone = new AbortController();

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** Resolves when the file is on disk and the program has ended. */
  async finish(): Promise<RecordingOutcome> {
    const { options, connection, sampler, program, ready, rendezvous } = this.#parts;
    this.#awaitEnding();
    const timers = this.#startTimers();
    await connection.closed;
    // A program that left no ending note may only have closed its inspector, and run on.
    const mayRunOn = this.#note === undefined && this.#stoppedBy === undefined;
    const exit = await waitForExit(program, ready.pid, mayRunOn);
    this.#gone.abort();
    for (const timer of timers) clearTimeout(timer);
    this.#note ??= await rendezvous.lastWord();
    this.#exit =
      program.isOurs && !this.#isSilent
        ? { code: this.#note?.code, ...exit }
        : { code: this.#note?.code, signal: this.#note?.signal };
    if (sampler.savesAfterExit) await this.#take().catch(() => undefined);
    const { recording, diagnostics } = await this.#save();
    await rendezvous.close();
    const ending = endingOf(this.#stoppedBy, this.#note, this.#exit);
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    if (recording !== undefined || isExplained) return { recording, ending, diagnostics };
    const loss = noticeLoss(
      options.program,
      this.#exit,
      this.#note,
      program.errorText(),
      sampler.collects,
      this.#isSilent,
    );
    return { ending, diagnostics: [...diagnostics, loss] };
  }

  stop(by: StoppedBy = 'user'): Promise<void> {
    return (this.#stopping ??= this.#stop(by));
  }

  progress(): RecordingProgress {
    const elapsed = performance.now() - this.#startedClock;
    const samples = Math.floor((elapsed * 1000) / achievableInterval(this.#parts.options.interval));
    return { elapsed, samples };
  }

  async #stop(by: StoppedBy): Promise<void> {
    const { connection, sampler, ready } = this.#parts;
    if (this.#note === undefined) this.#stoppedBy = by;
    await this.#take().catch(() => undefined);
    if (!sampler.savesAfterExit) await this.#save();
    await callBootloader(connection, 'letGo');
    // Not closed by us: the inspector would announce that it listens again.
    endProgram(ready.pid, this.#gone.signal);
  }

  #take(): Promise<TakenSamples> {
    return (this.#taken ??= this.#takeOnce());
  }

  async #takeOnce(): Promise<TakenSamples> {
    const { connection, sampler } = this.#parts;
    // Sent together: a program that spins answers both at its next turn.
    const [samples, frameRepair] = await Promise.all([sampler.take(), askFrameRepair(connection)]);
    this.#frameRepair = frameRepair;
    return samples;
  }

  #save(): Promise<Saved> {
    return (this.#saved ??= this.#write());
  }

  async #write(): Promise<Saved> {
    const { options, sampler, program } = this.#parts;
    const cpuClock = this.#parts.clock?.stop();
    const diagnostics = noticeRun(options, this.#note);
    if (this.#isTooLarge)
      diagnostics.push({ code: 'log-too-large', severity: 'warning', limitBytes: logLimit(options) });
    if (this.#ranOn() && !sampler.savesAfterExit)
      diagnostics.push({ code: 'sampling-ended-early', severity: 'warning', afterUs: (this.#leftAfter ?? 0) * 1000 });
    if (sampler.savesAfterExit && this.#isSudden())
      diagnostics.push(noticeDeath(options.program, this.#exit, program.errorText()));
    let samples: TakenSamples;
    try {
      samples = await this.#take();
    } catch (error) {
      // A program that died took its samples with it: how it died says more than that its inspector is gone.
      return { diagnostics: error instanceof ConnectionLost ? diagnostics : [...diagnostics, noticeFailure(error)] };
    }
    try {
      const scripts = (await samples.scriptsAtEnd?.()) ?? samples.scripts;
      const saved = await samples.save((noticed = []) => this.#facts(scripts, [...diagnostics, ...noticed], cpuClock));
      return { recording: saved.recording, diagnostics: [...diagnostics, ...saved.diagnostics] };
    } catch (error) {
      return { diagnostics: [...diagnostics, noticeFailure(error)] };
    }
  }

  #facts(
    scripts: readonly RecordedScript[],
    diagnostics: readonly Diagnostic[],
    cpuClock: CpuClockReadings | undefined,
  ): string {
    const { options, decision, ready } = this.#parts;
    return formatHeatlineSection({
      facts: {
        sampler: decision.sampler,
        samplerReason: decision.reason,
        frameRepair: this.#frameRepair,
        recorderScripts: recorderScripts(options.bootloader ?? defaultBootloader()),
        runtimeVersion: ready.version,
        v8Version: ready.v8,
        program: options.program,
        args: options.args,
        ...(options.runtimeArgs?.length && { runtimeArgs: options.runtimeArgs }),
        cwd: options.cwd,
        requestedIntervalUs: options.interval,
        startedAt: this.#startedAt,
        ending: endingOf(this.#stoppedBy, this.#note, this.#exit),
        diagnostics,
      },
      scripts,
      cpuClock: cpuClock && { ...cpuClock, anchorUs: ready.anchorUs },
    });
  }

  /** Whether the program ended without a note from the bootloader, and not because of us. */
  #isSudden(): boolean {
    return this.#note === undefined && this.#stoppedBy === undefined && this.#exit?.signal !== undefined;
  }

  /** Did the program go on after Node had run its exit hooks? */
  #ranOn(): boolean {
    const now = performance.now() - this.#startedClock;
    return this.#leftAfter !== undefined && now - this.#leftAfter > END_MS;
  }

  #awaitEnding(): void {
    const { connection, rendezvous, waitsForUs } = this.#parts;
    void waitsForUs.then(async () => {
      this.#leftAfter = performance.now() - this.#startedClock;
      await this.#take().catch(() => undefined);
      // Usually the program ends now. One that runs on takes no connection any more, and must not wait for one later.
      await callBootloader(connection, 'release');
      connection.close();
    });
    void rendezvous.ending.then(async (note) => {
      this.#note = note;
      if (note.isInspectorClosed !== true && !(await answers(connection))) return this.#abandon();
      await this.#take().catch(() => undefined);
      await resumeAtEnd(connection);
    });
  }

  /** Nothing reaches the program that waits for us at its end: its own work is done, so it may go. */
  #abandon(): void {
    const { connection, ready } = this.#parts;
    if (!isAlive(ready.pid)) return;
    this.#isSilent = true;
    killQuietly(ready.pid, 'SIGKILL');
    connection.drop();
  }

  #startTimers(): readonly (NodeJS.Timeout | undefined)[] {
    const { options, connection } = this.#parts;
    const { duration } = options;
    return [
      duration === undefined
        ? undefined
        : setTimeout(() => void this.stop('duration'), Math.min(duration, LONGEST_DELAY_MS)),
      setInterval(() => void this.#checkSize(), PULSE_MS).unref(),
      startPulse(connection, () => this.#note !== undefined),
    ];
  }

  async #checkSize(): Promise<void> {
    const size = await this.#parts.sampler.size?.();
    if (size === undefined || size < logLimit(this.#parts.options)) return;
    this.#isTooLarge = true;
    await this.stop('log-limit');
  }
}

function logLimit(options: RecordOptions): number {
  return options.logLimit ?? V8_LOG_LIMIT;
}

/** Whether the inspector of a program that waits for us answers. */
async function answers(connection: InspectorConnection): Promise<boolean> {
  const answered = connection.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(SILENCE_MS, false, { ref: false })]);
}

/** Checks every second whether the program's event loop turns, until it ends. */
function startPulse(connection: InspectorConnection, isEnding: () => boolean): NodeJS.Timeout {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting || isEnding()) return;
    isWaiting = true;
    void callBootloader(connection, 'pulse').then(() => (isWaiting = false));
  }, PULSE_MS);
  return timer.unref();
}
