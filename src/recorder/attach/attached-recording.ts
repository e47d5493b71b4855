import path from 'node:path';
import type { FoundInspector } from './find-inspector.ts';
import type { RunningProgram } from './running-program.ts';
import { letGo } from './let-go.ts';
import type { CpuClockPoller } from '../cpu-clock.ts';
import { noticeFailure } from '../diagnostics.ts';
import { evaluate } from '../evaluate.ts';
import { ConnectionLost, type InspectorConnection } from '../inspector-connection.ts';
import { achievableInterval, adviseInterval } from '../interval.ts';
import { waitForDeath } from '../program-end.ts';
import type { RecordingOutcome, RecordingSession } from '../recording-session.ts';
import type { Journal } from '../journal.ts';
import { ROTATE_EVERY } from '../rotate.ts';
import type { Sampler } from '../sampler.ts';
import { removeFolder } from '../work-folder.ts';
import { MAIN_THREAD, type Microseconds, type Milliseconds } from '../../core/index.ts';
import { formatHeatlineSection, type RecordedFacts } from '../../recording/facts.ts';
import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import { type Diagnostic, type Ending, isAlive, type StoppedBy } from '../../recording/index.ts';

/** Everything that a recording of a running program consists of. */
interface AttachedParts {
  readonly found: FoundInspector;
  readonly connection: InspectorConnection;
  readonly ready: RunningProgram;
  /** Undefined where the process is not on this machine, or the system has no such clock. */
  readonly clock: CpuClockPoller | undefined;
  /** Resolves when the program ends, and waits until we disconnect. */
  readonly ending: Promise<void>;
  readonly sampler: Sampler;
  readonly interval: Microseconds;
  readonly duration: Milliseconds | undefined;
  /** Absolute path of the recording. */
  readonly output: string;
  /** Where the recording grows, and the journal in it; undefined where that place cannot be had. */
  readonly folder: string | undefined;
  readonly journal: Journal | undefined;
}

const SAMPLER_REASON = "The inspector's sampler, because V8's log can only begin together with the program.";
/** How long a program that ended may still be seen by the system, in milliseconds. */
const DEATH_MS = 500;
/** Node's timers fire at once for a longer delay (25 days). */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** A recording of a program that ran before and runs on after. */
export interface AttachedSession extends RecordingSession {
  readonly pid: number;
  /** Absolute path of what the program runs. */
  readonly program: string;
  /** `v20.20.2`. */
  readonly runtimeVersion: string;
}

/** A recording of a program that was running before. It ends by `stop`, or together with the program. */
export class AttachedRecording {
  readonly #parts: AttachedParts;
  readonly #startedAt = Date.now();
  readonly #startedClock = performance.now();
  #stoppedBy: StoppedBy | undefined;
  #saved: Promise<RecordingOutcome> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(parts: AttachedParts) {
    this.#parts = parts;
    this.#note();
  }

  session(): AttachedSession {
    const { ready, connection, folder } = this.#parts;
    return {
      folder,
      pid: ready.pid,
      program: ready.program,
      runtimeVersion: ready.version,
      sampler: 'inspector',
      samplerReason: SAMPLER_REASON,
      progress: () => {
        const elapsed = performance.now() - this.#startedClock;
        return { elapsed, samples: Math.floor((elapsed * 1000) / achievableInterval(this.#parts.interval)) };
      },
      evaluate: (expression) => evaluate(connection, expression),
      stop: (by = 'user') => (this.#stopping ??= this.#stop(by)),
      abandon: () => connection.drop(),
      finished: this.#finish(),
    };
  }

  async #finish(): Promise<RecordingOutcome> {
    const { connection, ending, duration } = this.#parts;
    const timer =
      duration === undefined
        ? undefined
        : setTimeout(() => void (this.#stopping ??= this.#stop('duration')), Math.min(duration, LONGEST_DELAY_MS));
    void ending.then(async () => {
      await this.#save();
      connection.close();
    });
    await connection.closed;
    clearTimeout(timer);
    return this.#save();
  }

  async #stop(by: StoppedBy): Promise<void> {
    const { connection, found } = this.#parts;
    if (this.#saved === undefined) this.#stoppedBy = by;
    await this.#save();
    await letGo(connection, found);
  }

  #save(): Promise<RecordingOutcome> {
    return (this.#saved ??= this.#write());
  }

  async #write(): Promise<RecordingOutcome> {
    const { sampler, interval, clock, output, folder } = this.#parts;
    const ending: Ending =
      this.#stoppedBy === undefined ? { kind: 'exit' } : { kind: 'stopped', by: this.#stoppedBy, runsOn: true };
    const diagnostics = adviseInterval(interval);
    try {
      const samples = await sampler.take();
      if (samples.isWhole === false) diagnostics.push(await this.#noticeCut());
      const cpuClock = clock?.stop();
      const { scripts } = samples;
      const facts = this.#facts(ending, diagnostics);
      const { file } = await samples.seal(output, () => formatHeatlineSection({ facts, scripts, cpuClock }));
      if (folder !== undefined) await removeFolder(folder);
      return { recording: file, ending, diagnostics };
    } catch (error) {
      clock?.stop();
      if (folder !== undefined) await removeFolder(folder);
      const failure = error instanceof ConnectionLost ? await this.#noticeLoss() : noticeFailure(error);
      return { ending, diagnostics: [...diagnostics, failure] };
    }
  }

  #facts(ending: Ending | undefined, diagnostics: readonly Diagnostic[]): RecordedFacts {
    const { ready, interval } = this.#parts;
    return {
      sampler: 'inspector',
      samplerReason: SAMPLER_REASON,
      frameRepair: { state: 'off', reason: 'attached', detail: 'the program was running already' },
      recorderScripts: [RECORDER_SCRIPT],
      runtimeVersion: ready.version,
      v8Version: ready.v8,
      program: ready.program,
      args: ready.args,
      cwd: ready.cwd,
      requestedIntervalUs: interval,
      startedAt: this.#startedAt,
      ending,
      diagnostics,
    };
  }

  /** What is known from the beginning is on disk from the beginning. */
  #note(): void {
    const { journal, clock, ready, connection } = this.#parts;
    const thread = { id: MAIN_THREAD, kind: 'main', name: path.basename(ready.program), pid: ready.pid } as const;
    const facts = { ...this.#facts(undefined, []), thread: { ...thread, recorded: true } };
    journal?.appendFacts(formatHeatlineSection({ facts, scripts: [] }));
    if (!journal || !clock) return;
    const noting = setInterval(() => journal.append({ clock: clock.news() }), ROTATE_EVERY).unref();
    void connection.closed.then(() => clearInterval(noting));
  }

  /** The connection ended, and the samples with it. */
  async #noticeLoss(): Promise<Diagnostic> {
    const about = { severity: 'error', file: this.#parts.ready.program, lost: 'samples' } as const;
    return (await this.#isGone()) ? { code: 'program-vanished', ...about } : { code: 'inspector-closed', ...about };
  }

  /** The connection ended, and the last samples with it. */
  async #noticeCut(): Promise<Diagnostic> {
    return {
      code: 'samples-cut',
      severity: 'warning',
      why: (await this.#isGone()) ? 'vanished' : 'inspector-closed',
    };
  }

  async #isGone(): Promise<boolean> {
    const { ready } = this.#parts;
    await waitForDeath(ready.pid, DEATH_MS);
    return !isAlive(ready.pid);
  }
}
