import type { SamplerDecision } from './choose-sampler.ts';
import type { CpuClockPoller } from './cpu-clock.ts';
import { noticeDeath, noticeFailure, noticeLoss, noticeRun } from './diagnostics.ts';
import { endingOf } from './ending.ts';
import { evaluate } from './evaluate.ts';
import { ConnectionLost, type InspectorConnection } from './inspector-connection.ts';
import type { Sampler, TakenSamples } from './inspector-sampler.ts';
import { achievableInterval } from './interval.ts';
import { defaultBootloader } from './launch-command.ts';
import type { Program, ProgramExit } from './program.ts';
import { endProgram, waitForExit } from './program-end.ts';
import type { RecordOptions, RecordingOutcome, RecordingProgress, RecordingSession } from './recording-session.ts';
import type { Rendezvous } from './rendezvous.ts';
import { callBootloader, resumeAtEnd } from './resume.ts';
import { V8_LOG_LIMIT } from './v8-log-sampler.ts';
import { formatHeatlineSection, recorderScripts } from '../recording/facts.ts';
import type { CpuClockReadings, Diagnostic, EndingNote, ReadyNote, StoppedBy } from '../recording/index.ts';

/** Everything that a recording consists of while its program runs. */
export interface RecordingParts {
  readonly options: RecordOptions;
  readonly decision: SamplerDecision;
  readonly rendezvous: Rendezvous;
  readonly program: Program;
  readonly ready: ReadyNote;
  readonly connection: InspectorConnection;
  /** Resolves when the program ends around the bootloader's hooks: Node itself then waits until we disconnect. */
  readonly waitsForUs: Promise<void>;
  readonly sampler: Sampler;
  /** Undefined where nothing is timed, or the system has none. */
  readonly clock: CpuClockPoller | undefined;
}

const PULSE_MS = 1000;

/** Takes a recording that samples by now to its end: the file on disk. */
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
    finished: live.finish(),
  };
}

interface Saved {
  readonly recording?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * One recording. It samples until the program's end or `stop`, takes the samples once, saves them once, and has
 * finished when the program is gone.
 */
class LiveRecording {
  readonly #parts: RecordingParts;
  readonly #startedAt = Date.now();
  readonly #startedClock = performance.now();
  #note: EndingNote | undefined;
  #exit: ProgramExit | undefined;
  #stoppedBy: StoppedBy | undefined;
  #isTooLarge = false;
  #taken: Promise<TakenSamples> | undefined;
  #saved: Promise<Saved> | undefined;
  #stopping: Promise<void> | undefined;
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
    // Without a word of its end the program may only have closed its inspector: then it runs on.
    const mayRunOn = this.#note === undefined && this.#stoppedBy === undefined;
    const exit = await waitForExit(program, ready.pid, mayRunOn);
    this.#gone.abort();
    for (const timer of timers) clearTimeout(timer);
    this.#note ??= await rendezvous.lastWord();
    this.#exit = program.isOurs
      ? { code: this.#note?.code, ...exit }
      : { code: this.#note?.code, signal: this.#note?.signal };
    if (sampler.savesAfterExit) await this.#take().catch(() => undefined);
    const { recording, diagnostics } = await this.#save();
    await rendezvous.close();
    const ending = endingOf(this.#stoppedBy, this.#note, this.#exit);
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    if (recording !== undefined || isExplained) return { recording, ending, diagnostics };
    const loss = noticeLoss(options.program, this.#exit, this.#note, program.errorText(), sampler.collects);
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
    return (this.#taken ??= this.#parts.sampler.take());
  }

  #save(): Promise<Saved> {
    return (this.#saved ??= this.#write());
  }

  async #write(): Promise<Saved> {
    const { options, sampler, program } = this.#parts;
    const cpuClock = await this.#parts.clock?.stop().catch(() => undefined);
    const diagnostics = noticeRun(options, this.#note);
    if (this.#isTooLarge)
      diagnostics.push({ code: 'log-too-large', severity: 'warning', limitBytes: logLimit(options) });
    if (sampler.savesAfterExit && this.#isSudden())
      diagnostics.push(noticeDeath(options.program, this.#exit, program.errorText()));
    let samples: TakenSamples;
    try {
      samples = await this.#take();
    } catch (error) {
      // A program that died took its samples with it: how it died says more than that nobody answers.
      return { diagnostics: error instanceof ConnectionLost ? diagnostics : [...diagnostics, noticeFailure(error)] };
    }
    try {
      return { recording: await samples.save(this.#facts(samples, diagnostics, cpuClock)), diagnostics };
    } catch (error) {
      return { diagnostics: [...diagnostics, noticeFailure(error)] };
    }
  }

  #facts(samples: TakenSamples, diagnostics: readonly Diagnostic[], cpuClock: CpuClockReadings | undefined): string {
    const { options, decision, ready } = this.#parts;
    return formatHeatlineSection({
      facts: {
        sampler: decision.sampler,
        samplerReason: decision.reason,
        recorderScripts: recorderScripts(options.bootloader ?? defaultBootloader()),
        runtimeVersion: ready.version,
        v8Version: ready.v8,
        program: options.program,
        args: options.args,
        cwd: options.cwd,
        requestedIntervalUs: options.interval,
        startedAt: this.#startedAt,
        ending: endingOf(this.#stoppedBy, this.#note, this.#exit),
        diagnostics,
      },
      scripts: samples.scripts,
      cpuClock: cpuClock && { ...cpuClock, anchorUs: ready.anchorUs },
    });
  }

  /** Did the program end without a word of the bootloader, and not because of us? */
  #isSudden(): boolean {
    return this.#note === undefined && this.#stoppedBy === undefined && this.#exit?.signal !== undefined;
  }

  #awaitEnding(): void {
    const { connection, rendezvous, waitsForUs } = this.#parts;
    void waitsForUs.then(async () => {
      await this.#take().catch(() => undefined);
      connection.close();
    });
    void rendezvous.ending.then(async (note) => {
      this.#note = note;
      await this.#take().catch(() => undefined);
      await resumeAtEnd(connection);
    });
  }

  #startTimers(): readonly (NodeJS.Timeout | undefined)[] {
    const { options, connection } = this.#parts;
    const { duration } = options;
    return [
      duration === undefined ? undefined : setTimeout(() => void this.stop('duration'), duration),
      setInterval(() => void this.#checkSize(), PULSE_MS).unref(),
      startPulse(connection),
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

/** Asks the program's event loop every second whether it turns. */
function startPulse(connection: InspectorConnection): NodeJS.Timeout {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    void callBootloader(connection, 'pulse').then(() => (isWaiting = false));
  }, PULSE_MS);
  return timer.unref();
}
