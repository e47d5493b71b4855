import path from 'node:path';
import type { AttachedRepair } from './attached-repair.ts';
import type { AttachedWorkers } from './attached-workers.ts';
import { type DescribeAttached, SAMPLER_REASON } from './describe-threads.ts';
import type { FoundInspector } from './find-inspector.ts';
import type { RunningProgram } from './running-program.ts';
import { letGo } from './let-go.ts';
import { accountFor } from '../accounts.ts';
import { noticeFailure } from '../diagnostics.ts';
import { evaluate } from '../evaluate.ts';
import { ConnectionLost, type InspectorConnection } from '../inspector-connection.ts';
import { adviseInterval, endAfter, progressSince } from '../interval.ts';
import type { ProcessTree } from '../process-tree.ts';
import { waitForDeath } from '../program-end.ts';
import type { RecordedThread } from '../recorded-thread.ts';
import { writeRecording } from '../write-recording.ts';
import type { RecordingOutcome, RecordingSession } from '../recording-session.ts';
import { removeFolder } from '../work-folder.ts';
import type { Microseconds, Milliseconds } from '../../core/index.ts';
import { type Diagnostic, type Ending, isAlive, type StoppedBy } from '../../recording/index.ts';

/** Everything that a recording of a running program consists of. */
interface AttachedParts {
  readonly found: FoundInspector;
  readonly connection: InspectorConnection;
  readonly ready: RunningProgram;
  /** Resolves when the program ends, and waits until we disconnect. */
  readonly ending: Promise<void>;
  readonly main: RecordedThread;
  /** Undefined where there is no place for their samples, or the program opens no session to them. */
  readonly workers: AttachedWorkers | undefined;
  /** What the process and its children use from now on; undefined where the system does not tell. */
  readonly tree: ProcessTree | undefined;
  readonly interval: Microseconds;
  readonly duration: Milliseconds | undefined;
  /** Absolute path of the recording. */
  readonly output: string;
  /** Where the recording grows; undefined where that place cannot be had. */
  readonly folder: string | undefined;
  readonly describe: DescribeAttached;
  readonly repair: Pick<AttachedRepair, 'look'>;
}

/** How long a program that ended may still be seen by the system, in milliseconds. */
const DEATH_MS = 500;

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
  readonly #startedClock = performance.now();
  #stoppedBy: StoppedBy | undefined;
  #saved: Promise<RecordingOutcome> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(private readonly parts: AttachedParts) {}

  session(): AttachedSession {
    const { ready, connection, folder } = this.parts;
    return {
      folder,
      pid: ready.pid,
      program: ready.program,
      runtimeVersion: ready.version,
      sampler: 'inspector',
      samplerReason: SAMPLER_REASON,
      progress: () => progressSince(this.#startedClock, this.parts.interval),
      evaluate: (expression) => evaluate(connection, expression),
      stop: (by = 'user') => (this.#stopping ??= this.#stop(by)),
      abandon: () => connection.drop(),
      finished: this.#finish(),
    };
  }

  async #finish(): Promise<RecordingOutcome> {
    const { connection, ending, duration } = this.parts;
    const timer = endAfter(duration, () => void (this.#stopping ??= this.#stop('duration')));
    void ending.then(async () => {
      await this.#save();
      connection.close();
    });
    await connection.closed;
    clearTimeout(timer);
    return this.#save();
  }

  async #stop(by: StoppedBy): Promise<void> {
    const { connection, found } = this.parts;
    if (this.#saved === undefined) this.#stoppedBy = by;
    await this.#save();
    await letGo(connection, found);
  }

  #save(): Promise<RecordingOutcome> {
    return (this.#saved ??= this.#write());
  }

  async #write(): Promise<RecordingOutcome> {
    const { main, workers, interval, folder, tree, repair } = this.parts;
    const ending: Ending =
      this.#stoppedBy === undefined ? { kind: 'exit' } : { kind: 'stopped', by: this.#stoppedBy, runsOn: true };
    const diagnostics = adviseInterval(interval);
    try {
      await repair.look().catch(() => undefined);
      // Node waits for its workers at its end, and those would wait for us.
      await workers?.take();
      const { isWhole } = await main.take();
      if (isWhole === false) {
        const why = (await this.#isGone()) ? 'vanished' : 'inspector-closed';
        diagnostics.push({ code: 'samples-cut', severity: 'warning', why });
      }
      return { recording: await this.#put(ending, diagnostics), ending, diagnostics };
    } catch (error) {
      const failure = error instanceof ConnectionLost ? await this.#noticeLoss() : noticeFailure(error);
      return { ending, diagnostics: [...diagnostics, failure] };
    } finally {
      tree?.stop();
      if (folder !== undefined) await removeFolder(folder);
    }
  }

  /** Puts the threads into one file. */
  async #put(ending: Ending, noticed: readonly Diagnostic[]): Promise<string> {
    const { main, workers, tree, output, folder, describe } = this.parts;
    const file = folder === undefined ? output : path.join(folder, `section-${main.start.id}`);
    const sealed = await main.seal(file, (thread, parts) => describe(thread, { ...parts, noticed }, ending));
    if (folder === undefined) return sealed.section.file;
    const threads = [sealed, ...(workers?.kept.finished ?? [])];
    const isSilent = threads.some(({ facts: { reason } }) => reason === 'no-answer');
    const { pid, name } = sealed.facts;
    const known = { pid, name, ...(isSilent && { reason: 'no-answer' as const }) };
    const inThreads = threads.map((thread) => thread.facts);
    return writeRecording(output, threads, accountFor(tree?.stop(), inThreads, [known], workers?.kept.dropped ?? []));
  }

  /** The connection ended, and the samples with it. */
  async #noticeLoss(): Promise<Diagnostic> {
    const code = (await this.#isGone()) ? 'program-vanished' : 'inspector-closed';
    return { code, severity: 'error', file: this.parts.ready.program, lost: 'samples' };
  }

  async #isGone(): Promise<boolean> {
    const { ready } = this.parts;
    await waitForDeath(ready.pid, DEATH_MS);
    return !isAlive(ready.pid);
  }
}
