import { mkdir } from 'node:fs/promises';
import { sumTreeCpu } from './tree-cpu.ts';
import { samplerReasonOf, type SamplerDecision } from '../sampling/choose-sampler.ts';
import { type Loss, noticeCut, noticeDeath, noticeFailure, noticeLoss, noticeRun } from './diagnostics.ts';
import { endingOf } from './ending.ts';
import { evaluate } from './evaluate.ts';
import { ConnectionLost } from '../inspector/inspector-connection.ts';
import { achievableInterval } from '../../core/index.ts';
import { type PartsOfProcess, ProcessGroup } from './process-group.ts';
import type { ProcessTree } from '../program/process-tree.ts';
import { noticeRunningOn } from '../program/still-running.ts';
import { killQuietly, type Program, type ProgramExit } from '../program/program.ts';
import { endProgram, waitForDeath, waitForExit } from '../program/program-end.ts';
import type { RecordedProcess } from './recorded-process.ts';
import type { DecidedOptions, RecordingOutcome, RecordingProgress, RecordingSession } from '../recording-session.ts';
import type { Rendezvous } from '../program/rendezvous.ts';
import type { Recorder } from './start-thread.ts';
import { sizeOfLogs, V8_LOG_LIMIT } from '../sampling/v8-log-sampler.ts';
import { removeFolder } from '../disk/work-folder.ts';
import type { FinishedThread } from '../disk/section.ts';
import { updateEnding } from '../disk/section-facts.ts';
import { writeRecording } from '../disk/write-recording.ts';
import { formatHeatlineSection } from '../../recording/facts.ts';
import {
  type Diagnostic,
  type Ending,
  type EndingNote,
  isAlive,
  NO_PROCESS,
  type ReadyNote,
  type RecordedFacts,
  type StoppedBy,
} from '../../recording/index.ts';
import type { ThreadFacts } from '../../recording/threads.ts';

/** Everything that a recording consists of while its program runs. */
export interface RecordingParts {
  readonly options: Pick<DecidedOptions, 'interval' | 'duration' | 'output' | 'logLimit' | 'program'>;
  readonly decision: SamplerDecision;
  readonly recorder: Recorder;
  /** Where programs come to us; undefined where the program was attached to. */
  readonly rendezvous: Rendezvous | undefined;
  readonly program: Program;
  /** What its process tree uses; undefined where the system does not tell. */
  readonly tree: ProcessTree | undefined;
  /** The same for all threads of the recording. */
  readonly facts: Pick<RecordedFacts, 'attached' | 'recorderScripts'>;
  /** How the program was started, as it is told. */
  readonly command: Pick<RecordedFacts, 'program' | 'args' | 'runtimeArgs' | 'cwd'>;
  /** The program, where it is a Node that can be recorded itself. */
  readonly main: RecordedProcess | undefined;
  /** The program's own note, where it is a Node. */
  readonly first: ReadyNote | undefined;
  /** The program's process, where it is known. */
  readonly pid: number | undefined;
}

const CHECK_SIZE_MS = 1000;
/** How long a program that ended may still be seen by the system, in milliseconds. */
const DEATH_MS = 500;

/** Sees a recording that has begun through to its end: the file on disk. */
export function superviseRecording(parts: RecordingParts): RecordingSession {
  const live = new Recording(parts);
  const { program, main, decision, pid } = parts;
  const connection = main?.connection;
  return {
    pid,
    stdin: program.stdin,
    stdout: program.stdout,
    stderr: program.stderr,
    sampler: decision.sampler,
    samplerReason: samplerReasonOf(decision.sampler, decision, main?.ready.v8 ?? ''),
    log: main?.main.sampler.log,
    folder: parts.recorder.folder,
    progress: () => live.progress(),
    evaluate: (expression) =>
      connection
        ? evaluate(connection, expression)
        : Promise.resolve({ ok: false, text: 'The program is no Node in which something could be evaluated.' }),
    stop: (by) => live.stop(by),
    abandon: () => {
      if (!parts.rendezvous) connection?.drop();
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
  /** What is noticed of the main thread's samples. */
  #findings: Diagnostic[] = [];
  /** A program that was attached to closed its inspector, and runs on. */
  #isInspectorClosed = false;

  constructor(private readonly parts: RecordingParts) {
    this.#group = new ProcessGroup(parts.recorder, parts.tree, (...of) => this.#describe(...of));
  }

  /** Resolves when the file is on disk and the program has ended. */
  async finish(): Promise<RecordingOutcome> {
    const { main, recorder, rendezvous } = this.parts;
    const timers = this.#startTimers();
    this.#watchProcesses();
    this.#exit = await (main?.connection ? this.#finishMain(main) : this.#finishProgram());
    this.#gone.abort();
    for (const timer of timers) clearTimeout(timer);
    await this.#group.close();
    const { recording, diagnostics } = await this.#write();
    if (recorder.folder !== undefined) await removeFolder(recorder.folder);
    await rendezvous?.close();
    const ending = this.#ending(this.#note, this.#exit);
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    if (recording !== undefined || isExplained) return { recording, ending, diagnostics };
    return { ending, diagnostics: [...diagnostics, this.#explainLoss()] };
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

  /** The end of a program that is recorded itself. */
  async #finishMain(main: RecordedProcess): Promise<ProgramExit> {
    const { program, rendezvous } = this.parts;
    await main.closed;
    if (!rendezvous) return this.#finishAttached(main);
    // A program that left no ending note may only have closed its inspector, and run on.
    const mayRunOn = main.note === undefined && this.#stoppedBy === undefined;
    const exit = await waitForExit(program, main.ready.pid, mayRunOn);
    await main.handleExit();
    const { note } = main;
    return program.isOurs && !main.isSilent
      ? { code: note?.code, ...exit }
      : { code: note?.code, signal: note?.signal };
  }

  /** Where nobody stopped the recording, the program has ended, or closed its inspector. */
  async #finishAttached(main: RecordedProcess): Promise<ProgramExit> {
    const { pid } = main.ready;
    if (this.#stoppedBy === undefined && pid !== NO_PROCESS) {
      await waitForDeath(pid, DEATH_MS);
      this.#isInspectorClosed = isAlive(pid);
    }
    await main.handleExit();
    return {};
  }

  /** The end of any other. */
  async #finishProgram(): Promise<ProgramExit> {
    const { program, pid, main } = this.parts;
    const exit = await waitForExit(program, pid ?? -1, true);
    await main?.handleExit();
    return exit;
  }

  #watchProcesses(): void {
    const { main, rendezvous, first } = this.parts;
    rendezvous?.onReady((note) => {
      if (note.pid !== first?.pid) this.#group.record(note, rendezvous);
    });
    if (main) this.#group.add(main);
    else if (first) this.#group.noteUnrecorded(first);
  }

  async #stop(by: StoppedBy): Promise<void> {
    const { main, pid, rendezvous, tree } = this.parts;
    const group = this.#group;
    const isOver = rendezvous ? this.#note !== undefined : main?.state !== 'running';
    if (!isOver) this.#stoppedBy = by;
    await Promise.all([main?.take(), group.take()]);
    if (!rendezvous) {
      tree?.stop(); // what the program uses from now on does not count
      await main?.detach();
      return;
    }
    const processes = main ? [main, ...group.processes] : group.processes;
    await Promise.all(processes.map((process) => process.allowExit()));
    // Not closed by us: the inspector would announce that it listens again.
    if (pid !== undefined) endProgram(pid, this.#gone.signal);
    group.end();
  }

  async #write(): Promise<{ readonly recording?: string; readonly diagnostics: readonly Diagnostic[] }> {
    const { options, main, rendezvous, pid, tree } = this.parts;
    const group = this.#group;
    this.#findings = noticeRun(options, this.#note);
    // What the user stopped may take a while to end.
    if (rendezvous && this.#stoppedBy === undefined) this.#findings.push(...noticeRunningOn(rendezvous.directory, pid));
    if (this.#isTooLarge)
      this.#findings.push({ code: 'log-too-large', severity: 'warning', limitBytes: logLimit(options) });
    const first = main ? [await this.#writeMain(main)] : [];
    const threads: FinishedThread[] = [...first, ...group.kept.finished];
    await this.#updateEnding(threads);
    const diagnostics = this.#findings;
    if (!threads.some(({ section }) => section)) return { diagnostics };
    const facts = threads.map((thread) => thread.facts);
    const treeCpu = sumTreeCpu(tree?.stop(), facts, group.known, group.kept.dropped);
    try {
      return { recording: await writeRecording(options.output, threads, treeCpu), diagnostics };
    } catch (error) {
      return { diagnostics: [...diagnostics, noticeFailure(error)] };
    }
  }

  /** The main thread's failures are told: nothing else may have been of interest. */
  async #writeMain(main: RecordedProcess): Promise<FinishedThread> {
    const { options, program } = this.parts;
    const { sampler } = main.main;
    const ranOnAfter = main.ranOnAfter();
    if (ranOnAfter !== undefined && !sampler.savesAfterExit)
      this.#findings.push({ code: 'sampling-ended-early', severity: 'warning', afterUs: ranOnAfter * 1000 });
    if (sampler.savesAfterExit && this.#ending(this.#note, this.#exit).kind === 'killed')
      this.#findings.push(noticeDeath(options.program, this.#exit, program.errorText()));
    await main.take();
    const taken = await main.main.take().catch(() => undefined);
    if (taken?.isWhole === false)
      this.#findings.push(noticeCut(this.#exit ?? {}, this.#lossOf(main), program.errorText()));
    const { facts, section, failure } = await this.#group.write(main.main, main);
    await this.#group.keepWorkers(main);
    this.#findings.push(...(section?.noticed ?? []));
    // A program that died took its samples with it: how it died says more than that its inspector is gone.
    if (failure !== undefined && !(failure instanceof ConnectionLost)) this.#findings.push(noticeFailure(failure));
    return { facts, section };
  }

  #lossOf({ isSilent, note }: RecordedProcess): Loss {
    return { isSilent, isInspectorClosed: this.#isInspectorClosed || note?.isInspectorClosed === true };
  }

  #explainLoss(): Diagnostic {
    const { program, main, options, tree } = this.parts;
    const { known } = this.#group;
    if (!main && known.every(({ reason }) => reason !== undefined)) {
      const unrecorded = sumTreeCpu(tree?.stop(), [], known, []).unrecorded.filter(
        ({ reason }) => reason !== 'not-node' && reason !== 'short-lived',
      );
      return { code: 'no-node-recorded', severity: 'error', nodes: known.length, unrecorded };
    }
    const lost = main?.main.sampler.collects ?? 'samples';
    const about = { file: options.program, lost };
    return noticeLoss(about, this.#exit ?? {}, main ? this.#lossOf(main) : {}, program.errorText());
  }

  #startTimers(): readonly NodeJS.Timeout[] {
    const { duration } = this.parts.options;
    if (duration === undefined) return [this.#startChecks()];
    // Node's timers fire at once for a longer delay than 25 days.
    return [setTimeout(() => void this.stop('duration'), Math.min(duration, 2 ** 31 - 1)), this.#startChecks()];
  }

  #startChecks(): NodeJS.Timeout {
    let isChecking = false;
    return setInterval(() => {
      if (isChecking) return;
      isChecking = true;
      void this.#checkSize().finally(() => (isChecking = false));
    }, CHECK_SIZE_MS).unref();
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
    const { main } = this.parts;
    const processes = [...(main ? [main] : []), ...this.#group.processes];
    await Promise.all(processes.map((process) => process.endLogs()));
  }

  #ending(note: EndingNote | undefined, exit: ProgramExit | undefined): Ending {
    if (this.parts.rendezvous) return endingOf(this.#stoppedBy, note, exit);
    return this.#stoppedBy === undefined ? { kind: 'exit' } : { kind: 'stopped', by: this.#stoppedBy, runsOn: true };
  }

  /** How a thread's process ended. Of a command it is the command's own end, which may be a shell's, not its first Node's. */
  #endingOf(thread: ThreadFacts, process: RecordedProcess): Ending {
    const { main, program } = this.parts;
    if (main !== undefined || thread.kind !== 'main')
      return this.#ending(process.note, process === main ? this.#exit : undefined);
    return this.#ending(process.ready.pid === program.pid ? process.note : undefined, this.#exit);
  }

  /**
   * A command may end long after its first Node process, whose samples are already on disk. If the file cannot be updated,
   * the ending stays unknown.
   */
  async #updateEnding(threads: readonly FinishedThread[]): Promise<void> {
    const { first } = this.#group;
    const { facts, section } = threads.find((thread) => thread.facts.kind === 'main') ?? {};
    if (first && facts && section) await updateEnding(section, this.#endingOf(facts, first)).catch(() => undefined);
  }

  /** The facts beside a thread's samples. */
  #describe(thread: ThreadFacts, process: RecordedProcess, parts: PartsOfProcess): string {
    const { cpuClock, scripts, marks = [], noticed } = parts;
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

const logLimit = ({ logLimit: asked = V8_LOG_LIMIT }: RecordingParts['options']): number => asked;
