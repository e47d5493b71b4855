import { mkdir } from 'node:fs/promises';
import { accountFor } from './accounts.ts';
import type { Recorder } from './record-process.ts';
import { samplerReasonOf, type SamplerDecision } from './choose-sampler.ts';
import { noticeCut, noticeDeath, noticeFailure, noticeLoss, noticeRun } from './diagnostics.ts';
import { endingOf } from './ending.ts';
import { evaluate } from './evaluate.ts';
import { ConnectionLost } from './inspector-connection.ts';
import { endAfter, progressSince } from './interval.ts';
import { defaultBootloader } from './launch-command.ts';
import { type PartsOfProcess, ProcessGroup } from './process-group.ts';
import { ProcessTree } from './process-tree.ts';
import { noticeRunningOn } from './still-running.ts';
import { killQuietly, type Program, type ProgramExit } from './program.ts';
import { endProgram, waitForExit } from './program-end.ts';
import type { RecordedProcess } from './recorded-process.ts';
import type { RecordOptions, RecordingOutcome, RecordingProgress, RecordingSession } from './recording-session.ts';
import { sizeOfLogs, V8_LOG_LIMIT } from './v8-log-sampler.ts';
import { removeFolder } from './work-folder.ts';
import type { FinishedThread } from './section.ts';
import { retellEnding } from './section-facts.ts';
import { writeElsewhere, writeRecording } from './write-recording.ts';
import { formatHeatlineSection, recorderScripts } from '../recording/facts.ts';
import {
  type Diagnostic,
  type Ending,
  type EndingNote,
  type ReadyNote,
  reasonOf,
  type StoppedBy,
} from '../recording/index.ts';
import type { ThreadFacts } from '../recording/threads.ts';

/** Everything that a recording consists of while its program runs. */
export interface RecordingParts {
  readonly options: RecordOptions;
  readonly decision: SamplerDecision;
  readonly recorder: Recorder;
  readonly program: Program;
  /** The program, where it is a Node that can be recorded itself. */
  readonly main: RecordedProcess | undefined;
  /** The program's own note, where it is a Node. */
  readonly first: ReadyNote | undefined;
  /** The program's process, where it is known. */
  readonly pid: number | undefined;
}

const CHECK_SIZE_MS = 1000;
/** Sees a recording that has begun through to its end: the file on disk. */
export function superviseRecording(parts: RecordingParts): RecordingSession {
  const live = new LiveRecording(parts);
  const { program, main, decision, pid } = parts;
  const connection = main?.connection;
  return {
    pid,
    stdin: program.stdin,
    stdout: program.stdout,
    stderr: program.stderr,
    sampler: decision.sampler,
    samplerReason: decision.reason,
    log: main?.main.sampler.log,
    folder: parts.recorder.folder,
    progress: () => live.progress(),
    evaluate: (expression) =>
      connection
        ? evaluate(connection, expression)
        : Promise.resolve({ ok: false, text: 'The program is no Node in which something could be evaluated.' }),
    stop: (by) => live.stop(by),
    abandon: () => {
      if (pid !== undefined) killQuietly(pid, 'SIGKILL');
    },
    finished: live.finish(),
  };
}

/**
 * A recording whose program runs. It samples until the program ends or `stop` is called, takes the samples of every thread
 * once, saves them once, and has finished when the program is gone.
 */
class LiveRecording {
  readonly #startedAt = Date.now();
  readonly #startedClock = performance.now();
  readonly #tree: ProcessTree | undefined;
  readonly #group: ProcessGroup;
  readonly #gone = new AbortController();
  #exit: ProgramExit | undefined;
  #stoppedBy: StoppedBy | undefined;
  #isTooLarge = false;
  #stopping: Promise<void> | undefined;
  /** What is noticed of the main thread's samples. */
  #findings: Diagnostic[] = [];

  constructor(private readonly parts: RecordingParts) {
    this.#tree = parts.pid === undefined ? undefined : ProcessTree.watch(parts.pid);
    this.#group = new ProcessGroup(parts.recorder, this.#tree, (...of) => this.#describe(...of));
  }

  /** Resolves when the file is on disk and the program has ended. */
  async finish(): Promise<RecordingOutcome> {
    const { main, recorder, options } = this.parts;
    const timers = this.#startTimers();
    this.#watchChildren();
    this.#exit = await (main?.connection ? this.#finishMain(main) : this.#finishProgram());
    this.#gone.abort();
    for (const timer of timers) clearTimeout(timer);
    await this.#group.close();
    const { recording, diagnostics } = await this.#write();
    if (recorder.folder !== undefined) await removeFolder(recorder.folder);
    await recorder.rendezvous.close();
    const ending = endingOf(this.#stoppedBy, this.#note, this.#exit);
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    if (recording !== undefined || isExplained) return { recording, ending, diagnostics };
    return { ending, diagnostics: [...diagnostics, this.#explainLoss(options)] };
  }

  stop(by: StoppedBy = 'user'): Promise<void> {
    return (this.#stopping ??= this.#stop(by));
  }

  progress(): RecordingProgress {
    return progressSince(this.#startedClock, this.parts.options.interval);
  }

  get #note(): EndingNote | undefined {
    return this.parts.main?.note;
  }

  /** The end of a program that is recorded itself. */
  async #finishMain(main: RecordedProcess): Promise<ProgramExit> {
    const { program } = this.parts;
    await main.closed;
    // A program that left no ending note may only have closed its inspector, and run on.
    const mayRunOn = main.note === undefined && this.#stoppedBy === undefined;
    const exit = await waitForExit(program, main.ready.pid, mayRunOn);
    await main.bury();
    const { note } = main;
    return program.isOurs && !main.isSilent
      ? { code: note?.code, ...exit }
      : { code: note?.code, signal: note?.signal };
  }

  /** The end of any other. */
  async #finishProgram(): Promise<ProgramExit> {
    const { program, pid, main } = this.parts;
    const exit = await waitForExit(program, pid ?? -1, true);
    await main?.bury();
    return exit;
  }

  /** Of a process that is about to end the last word on its CPU time is to be had. */
  #watchChildren(): void {
    const { main, recorder, first } = this.parts;
    recorder.rendezvous.onReady((note) => {
      if (note.pid !== first?.pid) this.#group.welcome(note);
    });
    if (first && !main) this.#group.noteUnrecorded(first);
    if (!main) return;
    this.#group.introduce(main);
    void recorder.rendezvous.ending(main.ready.pid).then(() => this.#tree?.look(main.ready.pid));
  }

  async #stop(by: StoppedBy): Promise<void> {
    const { main, pid } = this.parts;
    const group = this.#group;
    if (this.#note === undefined) this.#stoppedBy = by;
    await Promise.all([main?.take(), group.take()]);
    const processes = main ? [main, ...group.processes] : group.processes;
    await Promise.all(processes.map((process) => process.letGo()));
    // Not closed by us: the inspector would announce that it listens again.
    if (pid !== undefined) endProgram(pid, this.#gone.signal);
    group.end();
  }

  async #write(): Promise<{ readonly recording?: string; readonly diagnostics: readonly Diagnostic[] }> {
    const { options, main, recorder, pid } = this.parts;
    const group = this.#group;
    this.#findings = noticeRun(options, this.#note);
    // What the user stopped may take a while to end.
    if (this.#stoppedBy === undefined) this.#findings.push(...noticeRunningOn(recorder.rendezvous.directory, pid));
    if (this.#isTooLarge)
      this.#findings.push({ code: 'log-too-large', severity: 'warning', limitBytes: logLimit(options) });
    const first = main ? [await this.#sealMain(main)] : [];
    const threads: FinishedThread[] = [...first, ...group.kept.finished];
    await this.#retellEnding(threads);
    const diagnostics = this.#findings;
    if (!threads.some(({ section }) => section)) return { diagnostics };
    const facts = threads.map((thread) => thread.facts);
    const accounts = accountFor(this.#tree?.stop(), facts, group.known, group.kept.dropped);
    try {
      return { recording: await writeRecording(options.output, threads, accounts), diagnostics };
    } catch (error) {
      const saved = await writeElsewhere(options.output, threads, accounts);
      if (saved !== undefined) {
        const notice: Diagnostic = { code: 'recording-elsewhere', severity: 'warning', reason: reasonOf(error) };
        return { recording: saved, diagnostics: [...diagnostics, notice] };
      }
      return { diagnostics: [...diagnostics, noticeFailure(error)] };
    }
  }

  /** The main thread's failures are told: nothing else may have been of interest. */
  async #sealMain(main: RecordedProcess): Promise<FinishedThread> {
    const { options, program } = this.parts;
    const { sampler } = main.main;
    const ranOnAfter = main.ranOnAfter();
    if (ranOnAfter !== undefined && !sampler.savesAfterExit)
      this.#findings.push({ code: 'sampling-ended-early', severity: 'warning', afterUs: ranOnAfter * 1000 });
    // The program ended without a note from the bootloader, and not because of us.
    const isSudden = this.#note === undefined && this.#stoppedBy === undefined && this.#exit?.signal !== undefined;
    if (sampler.savesAfterExit && isSudden)
      this.#findings.push(noticeDeath(options.program, this.#exit, program.errorText()));
    await main.take();
    const taken = await main.main.take().catch(() => undefined);
    if (taken?.isWhole === false)
      this.#findings.push(noticeCut(this.#exit ?? {}, main.note, program.errorText(), main.isSilent));
    const { facts, section, failure } = await this.#group.seal(main.main, main);
    await this.#group.keep(main.workers, main);
    this.#findings.push(...(section?.noticed ?? []));
    // A program that died took its samples with it: how it died says more than that its inspector is gone.
    if (failure !== undefined && !(failure instanceof ConnectionLost)) this.#findings.push(noticeFailure(failure));
    return { facts, section };
  }

  #explainLoss({ program: file }: RecordOptions): Diagnostic {
    const { program, main } = this.parts;
    if (!main && this.#group.known.every(({ reason }) => reason !== undefined))
      return { code: 'no-node-recorded', severity: 'error', nodes: this.#group.known.length };
    const lost = main?.main.sampler.collects ?? 'samples';
    return noticeLoss(file, this.#exit ?? {}, this.#note, program.errorText(), lost, main?.isSilent ?? false);
  }

  #startTimers(): readonly (NodeJS.Timeout | undefined)[] {
    return [endAfter(this.parts.options.duration, () => void this.stop('duration')), this.#startChecks()];
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

  /** How a thread's process ended. Of a command it is the command's own end, which may be a shell's, not its first Node's. */
  #endingOf(thread: ThreadFacts, process: RecordedProcess): Ending {
    const { main, program } = this.parts;
    if (main !== undefined || thread.kind !== 'main')
      return endingOf(this.#stoppedBy, process.note, process === main ? this.#exit : undefined);
    return endingOf(this.#stoppedBy, process.ready.pid === program.pid ? process.note : undefined, this.#exit);
  }

  /** A command may end long after its first Node, whose samples are on disk by then. Where that takes no more, it stays unknown. */
  async #retellEnding(threads: readonly FinishedThread[]): Promise<void> {
    const { first } = this.#group;
    const { facts, section } = threads.find((thread) => thread.facts.kind === 'main') ?? {};
    if (first && facts && section) await retellEnding(section, this.#endingOf(facts, first)).catch(() => undefined);
  }

  /** The facts beside a thread's samples. */
  #describe(thread: ThreadFacts, process: RecordedProcess, parts: PartsOfProcess): string {
    const { cpuClock, scripts, marks = [], noticed } = parts;
    const { options, decision, main } = this.parts;
    const { ready } = process;
    const isMain = process === main;
    const { subject = options.program, args, runtimeArgs = [], cwd } = options;
    const own = isMain
      ? { program: subject, args, ...(runtimeArgs.length > 0 && { runtimeArgs }), cwd }
      : { program: ready.argv.at(0), args: ready.argv.slice(1), cwd: ready.cwd };
    const sampler = ready.hasLog ? 'v8log' : 'inspector';
    return formatHeatlineSection({
      facts: {
        sampler,
        samplerReason: samplerReasonOf(sampler, decision),
        frameRepair: process.frameRepair,
        recorderScripts: recorderScripts(options.bootloader ?? defaultBootloader()),
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

const logLimit = ({ logLimit: asked = V8_LOG_LIMIT }: RecordOptions): number => asked;
