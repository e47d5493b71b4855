import { mkdir } from 'node:fs/promises';
import { sumTreeCpu } from './tree-cpu.ts';
import { samplerReasonOf, type SamplerDecision } from '../sampling/choose-sampler.ts';
import { endingOf } from './ending.ts';
import { adviseInterval } from './interval.ts';
import { ConnectionLost } from '../inspector/inspector-connection.ts';
import { achievableInterval } from '../../core/index.ts';
import { ProcessGroup } from './process-group.ts';
import { noticeRunningOn, type ProcessTree } from '../program/process-tree.ts';
import { killQuietly, type Program, type ProgramExit } from '../program/program.ts';
import { endProgram, waitForDeath, waitForExit } from '../program/program-end.ts';
import type { RecordedProcess } from './recorded-process.ts';
import type { DescribedParts } from './recorded-thread.ts';
import type { DecidedOptions, RecordingOutcome, RecordingProgress, RecordingSession } from '../recording-session.ts';
import type { Rendezvous } from '../program/rendezvous.ts';
import type { Recorder } from './start-thread.ts';
import { sizeOfLogs, V8_LOG_LIMIT } from '../sampling/v8-log-sampler.ts';
import { removeFolder } from '../disk/work-folder.ts';
import type { FinishedThread } from '../disk/section.ts';
import { writeRecording } from '../disk/write-recording.ts';
import { formatHeatlineSection } from '../../recording/facts.ts';
import {
  type Diagnostic,
  type DiagnosticOf,
  type Ending,
  type EndingNote,
  isAlive,
  NO_PROCESS,
  type ReadyNote,
  reasonOf,
  type RecordedFacts,
  RecordingError,
  type StoppedBy,
} from '../../recording/index.ts';
import type { ThreadFacts } from '../../recording/threads.ts';

/** Everything that a recording consists of while its program runs. */
export interface RecordingParts {
  readonly options: Pick<DecidedOptions, 'interval' | 'duration' | 'output' | 'logLimit' | 'program'>;
  readonly decision: SamplerDecision;
  readonly recorder: Recorder;
  /** The program that we have started, and where processes come to us; absent where it was attached to. */
  readonly launched?: { readonly program: Program; readonly rendezvous: Rendezvous };
  /** What its process tree uses; absent where the system does not tell. */
  readonly tree?: ProcessTree | undefined;
  /** The same for all threads of the recording. */
  readonly facts: Pick<RecordedFacts, 'attached' | 'recorderScripts'>;
  /** How the program was started, as it is told. */
  readonly command: Pick<RecordedFacts, 'program' | 'args' | 'runtimeArgs' | 'cwd'>;
  /** The program, where it is a Node that can be recorded itself. */
  readonly main?: RecordedProcess | undefined;
  /** The program's own note, where it is a Node. */
  readonly first?: ReadyNote;
  /** The program's process, where it is known. */
  readonly pid: number | undefined;
}

const CHECK_SIZE_MS = 1000;
/** How long a program that ended may still be seen by the system, in milliseconds. */
const DEATH_MS = 500;

/** Sees a recording that has begun through to its end: the file on disk. */
export function superviseRecording(parts: RecordingParts): RecordingSession {
  const live = new Recording(parts);
  const { launched, main, decision, pid } = parts;
  const { stdin, stdout, stderr } = launched?.program ?? {};
  const connection = main?.connection;
  return {
    ...{ pid, stdin, stdout, stderr },
    sampler: decision.sampler,
    samplerReason: samplerReasonOf(decision.sampler, decision, parts.first?.v8 ?? ''),
    log: main?.main.sampler.log,
    folder: parts.recorder.folder,
    progress: () => live.progress(),
    stop: (by) => live.stop(by),
    abandon: () => {
      if (!launched) connection?.drop();
      else if (pid !== undefined) killQuietly(pid, 'SIGKILL');
    },
    finished: live.finish(),
  };
}

/**
 * A recording whose program runs. It samples until the program ends or `stop` is called, takes the samples of every thread
 * once, saves them once, and has finished when the program is gone.
 */
class Recording {
  readonly #startedAt = Date.now();
  readonly #startedClock = performance.now();
  readonly #group: ProcessGroup;
  readonly #gone = new AbortController();
  #exit: ProgramExit | undefined;
  #stoppedBy: StoppedBy | undefined;
  #isTooLarge = false;
  #stopping: Promise<void> | undefined;
  /** What is noticed of the recording, and of the program itself. */
  readonly #findings: Diagnostic[] = [];
  /** A program that was attached to closed its inspector, and runs on. */
  #isInspectorClosed = false;

  constructor(private readonly parts: RecordingParts) {
    this.#group = new ProcessGroup(parts.recorder, parts.tree, (...of) => this.#describe(...of));
  }

  /** Resolves when the file is on disk and the program has ended. */
  async finish(): Promise<RecordingOutcome> {
    const { recorder, launched } = this.parts;
    const timers = this.#startTimers();
    this.#watchProcesses();
    this.#exit = await this.#awaitEnd();
    this.#gone.abort();
    for (const timer of timers) clearTimeout(timer);
    await this.#group.close();
    const recording = await this.#write();
    await removeFolder(recorder.folder);
    await launched?.rendezvous.close();
    const diagnostics = this.#findings;
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    if (recording === undefined && !isExplained) diagnostics.push(this.#explainLoss());
    return { recording, ending: this.#ending(this.#note, this.#exit), diagnostics };
  }

  stop(by: StoppedBy = 'user'): Promise<void> {
    return (this.#stopping ??= this.#stop(by));
  }

  progress(): RecordingProgress {
    const elapsed = performance.now() - this.#startedClock;
    return { elapsed, samples: Math.floor((elapsed * 1000) / achievableInterval(this.parts.options.interval)) };
  }

  get #note(): EndingNote | undefined {
    return this.parts.main?.note;
  }

  /** Resolves when the program has ended or runs on without us, with what the system tells of that. */
  async #awaitEnd(): Promise<ProgramExit> {
    const { main, launched, pid } = this.parts;
    await main?.connection?.closed;
    if (!launched) return this.#awaitDetached(main);
    const { program } = launched;
    // A program that left no ending note may only have closed its inspector, and run on.
    const mayRunOn = !main?.connection || (main.note === undefined && this.#stoppedBy === undefined);
    const exit = await waitForExit(program, pid ?? -1, mayRunOn);
    await main?.handleExit();
    if (!main?.connection) return exit;
    const { code, signal } = main.note ?? {};
    return program.isOurs && !main.isSilent ? { code, ...exit } : { code, signal };
  }

  /** Of a program that was attached to: where nobody stopped the recording, it has ended, or closed its inspector. */
  async #awaitDetached(main: RecordedProcess | undefined): Promise<ProgramExit> {
    const pid = main?.ready.pid ?? NO_PROCESS;
    if (this.#stoppedBy === undefined && pid !== NO_PROCESS) {
      await waitForDeath(pid, DEATH_MS);
      this.#isInspectorClosed = isAlive(pid);
    }
    await main?.handleExit();
    return {};
  }

  #watchProcesses(): void {
    const { main, launched, first } = this.parts;
    launched?.rendezvous.onReady((note) => {
      if (note.pid !== first?.pid) this.#group.record(note, launched.rendezvous);
    });
    if (main) this.#group.add(main);
    else if (first) this.#group.noteUnrecorded(first);
  }

  async #stop(by: StoppedBy): Promise<void> {
    const { main, pid, launched, tree } = this.parts;
    const group = this.#group;
    const isOver = launched ? this.#note !== undefined : main?.state !== 'running';
    if (!isOver) this.#stoppedBy = by;
    await Promise.all([main?.take(), group.take()]);
    if (!launched) {
      tree?.stop(); // what the program uses from now on does not count
      await main?.detach();
      return;
    }
    await Promise.all(this.#running().map((process) => process.allowExit()));
    // Not closed by us: the inspector would announce that it listens again.
    if (pid !== undefined) endProgram(pid, this.#gone.signal);
    group.end();
  }

  #running(): readonly RecordedProcess[] {
    const { main } = this.parts;
    return main ? [main, ...this.#group.processes] : this.#group.processes;
  }

  /** Gives the path of the recording, if there is one. */
  async #write(): Promise<string | undefined> {
    const { options, main, launched, pid, tree } = this.parts;
    const group = this.#group;
    this.#findings.push(...adviseInterval(options.interval));
    // What the user stopped may take a while to end.
    if (launched && this.#stoppedBy === undefined)
      this.#findings.push(...noticeRunningOn(launched.rendezvous.directory, pid));
    if (this.#isTooLarge)
      this.#findings.push({ code: 'log-too-large', severity: 'warning', limitBytes: logLimit(options) });
    const { first } = group;
    const own = main ? await this.#writeMain(main) : first && (await group.write(first));
    const threads: FinishedThread[] = [...(own ? [own] : []), ...group.finished];
    if (!threads.some(({ section }) => section)) return undefined;
    const facts = threads.map((thread) => thread.facts);
    const treeCpu = sumTreeCpu(tree?.stop(), facts, group.known, group.dropped);
    try {
      return await writeRecording(options.output, threads, treeCpu);
    } catch (error) {
      this.#findings.push(noticeFailure(error));
      return undefined;
    }
  }

  /** The main thread's failures are told: nothing else may have been of interest. */
  async #writeMain(main: RecordedProcess): Promise<FinishedThread> {
    const { sampler } = main.main;
    const ranOnAfter = main.ranOnAfter();
    if (ranOnAfter !== undefined && !sampler.savesAfterExit)
      this.#findings.push({ code: 'sampling-ended-early', severity: 'warning', afterUs: ranOnAfter * 1000 });
    if (sampler.savesAfterExit && this.#ending(this.#note, this.#exit).kind === 'killed')
      this.#findings.push(this.#noticeGone('all'));
    await main.take();
    const taken = await main.main.take().catch(() => undefined);
    if (taken?.isWhole === false) this.#findings.push(this.#noticeGone('most'));
    const { facts, section, failure } = await this.#group.write(main);
    this.#findings.push(...(section?.noticed ?? []));
    // A program that died took its samples with it: how it died says more than that its inspector is gone.
    if (failure !== undefined && !(failure instanceof ConnectionLost)) this.#findings.push(noticeFailure(failure));
    return { facts, section };
  }

  /** The program was gone before all of its samples were taken; `kept`: of these. */
  #noticeGone(kept: DiagnosticOf<'program-gone'>['kept']): Diagnostic {
    const severity = kept === 'none' ? 'error' : 'warning';
    const why = this.#whyGone();
    const { signal } = this.#exit ?? {};
    const file = this.parts.options.program;
    return { code: 'program-gone', severity, file, kept, why, ...(why === 'killed' && { signal }) };
  }

  #whyGone(): DiagnosticOf<'program-gone'>['why'] {
    const { main, launched } = this.parts;
    if (main?.isSilent) return 'inspector-silent';
    if (this.#isInspectorClosed || main?.note?.isInspectorClosed) return 'inspector-closed';
    if (/heap out of memory|Allocation failed/.test(launched?.program.errorText() ?? '')) return 'out-of-memory';
    return this.#exit?.signal === undefined ? 'vanished' : 'killed';
  }

  #explainLoss(): Diagnostic {
    const { main, tree } = this.parts;
    const { known } = this.#group;
    if (!main && known.every(({ reason }) => reason !== undefined)) {
      const { unrecorded: all } = sumTreeCpu(tree?.stop(), [], known, []);
      const unrecorded = all.filter(({ reason }) => reason !== 'not-node' && reason !== 'short-lived');
      return { code: 'no-node-recorded', severity: 'error', nodes: known.length, unrecorded };
    }
    return this.#noticeGone('none');
  }

  #startTimers(): readonly NodeJS.Timeout[] {
    const { duration } = this.parts.options;
    let isChecking = false;
    const checks = setInterval(() => {
      if (isChecking) return;
      isChecking = true;
      void this.#checkSize().finally(() => (isChecking = false));
    }, CHECK_SIZE_MS).unref();
    if (duration === undefined) return [checks];
    // Node's timers fire at once for a longer delay than 25 days.
    return [checks, setTimeout(() => void this.stop('duration'), Math.min(duration, 2 ** 31 - 1))];
  }

  /** Ends the logs at their limit. */
  async #checkSize(): Promise<void> {
    const { logFolder } = this.parts.recorder;
    if (logFolder === undefined) return;
    // The program may remove it, and V8 writes the log of a new thread to standard output then.
    await mkdir(logFolder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    if (this.#isTooLarge) return;
    if ((await sizeOfLogs(logFolder)) < logLimit(this.parts.options) || this.#gone.signal.aborted) return;
    this.#isTooLarge = true;
    await Promise.all(this.#running().map((process) => process.endLogs()));
  }

  #ending(note: EndingNote | undefined, exit: ProgramExit | undefined): Ending {
    if (this.parts.launched) return endingOf(this.#stoppedBy, note, exit);
    return this.#stoppedBy === undefined ? { kind: 'exit' } : { kind: 'stopped', by: this.#stoppedBy, runsOn: true };
  }

  /** How a thread's process ended. Of a command it is the command's own end, which may be a shell's, not its first Node's. */
  #endingOf(thread: ThreadFacts, process: RecordedProcess): Ending {
    const { main, launched } = this.parts;
    if (main !== undefined || thread.kind !== 'main')
      return this.#ending(process.note, process === main ? this.#exit : undefined);
    return this.#ending(process.ready.pid === launched?.program.pid ? process.note : undefined, this.#exit);
  }

  /** The facts beside a thread's samples. */
  #describe(process: RecordedProcess, thread: ThreadFacts, parts: DescribedParts): string {
    const { cpuClock, scripts, marks, noticed } = parts;
    const { options, decision, main, command, facts } = this.parts;
    const { ready } = process;
    const isMain = process === main;
    const own = isMain ? command : { program: ready.argv.at(0), args: ready.argv.slice(1), cwd: ready.cwd };
    const sampler = ready.hasLog ? 'v8log' : 'inspector';
    return formatHeatlineSection({
      facts: {
        ...facts,
        sampler,
        samplerReason: samplerReasonOf(sampler, decision, ready.v8),
        frameRepair: process.frameRepair,
        runtimeVersion: ready.version,
        v8Version: ready.v8,
        ...own,
        requestedIntervalUs: options.interval,
        startedAt: this.#startedAt,
        ending: this.#endingOf(thread, process),
        thread,
        ...(marks.length > 0 && { marks }),
        diagnostics: [...(isMain && thread.kind !== 'worker' ? this.#findings : []), ...noticed],
      },
      scripts,
      cpuClock: cpuClock && { ...cpuClock, anchorUs: thread.startUs },
    });
  }
}

/** What went wrong on our side; what nobody foresaw says so, with the error's own words. */
function noticeFailure(error: unknown): Diagnostic {
  if (error instanceof RecordingError) return { code: error.code, severity: 'error', message: error.message };
  return { code: 'recording-not-finished', severity: 'error', reason: reasonOf(error) };
}

const logLimit = ({ logLimit: asked = V8_LOG_LIMIT }: RecordingParts['options']): number => asked;
