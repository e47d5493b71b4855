import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AttachedSession } from '../../recorder/attach/start-attached.ts';
import { exitCodeOf } from '../../recorder/session/ending.ts';
import type {
  LaunchCommand,
  LaunchedProcess,
  RecordingOutcome,
  RecordingSession,
} from '../../recorder/recording-session.ts';
import { type Diagnostic, reasonOf } from '../../recording/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { describeEnding } from '../../present/endings.ts';
import { DapConnection } from './dap-connection.ts';
import { terminalEnvironment } from './launch-environment.ts';
import {
  type AttachConfiguration,
  type HeatlineConfiguration,
  parseAttachConfiguration,
  parseConfiguration,
  subjectOf,
  writtenKey,
} from './launch-options.ts';
import type { CommandWatch } from './terminal-command.ts';

/** What a debug session needs from the rest of the extension. */
export interface ProfilerPorts {
  /** Starts recording what a launch configuration describes. Rejects with a sentence for the user. */
  record(
    configuration: HeatlineConfiguration,
    launch: ((command: LaunchCommand) => Promise<LaunchedProcess>) | undefined,
    note: (sentence: string) => void,
  ): Promise<RecordingSession>;
  /** Starts recording a program that runs. Rejects with a sentence for the user. */
  attach(configuration: AttachConfiguration): Promise<AttachedSession>;
  /** Looks out for the end of a command that is about to be run in a terminal. */
  watchCommand(command: LaunchCommand): CommandWatch;
  started(session: RecordingSession, program: string): void;
  /** Runs of a program begin, of which the first has started; `cancel` ends them with the run that is going on. */
  runs(program: string, wanted: number, cancel: () => void): ProfiledRuns;
  /** Tells the user why a program was not profiled. */
  tellFailure(error: unknown): void;
  /** A request failed for a reason that is not the user's. */
  logError(what: string, error: unknown): void;
}

/** Runs of one program, one after the other, which become one recording. */
export interface ProfiledRuns {
  /**
   * Takes in a run that has ended, whose recording is on disk. `restarting`: a new run of the same program follows at once.
   * Never rejects.
   */
  add(session: RecordingSession, outcome: RecordingOutcome, restarting: boolean): Promise<RunStep>;
  /** The answer in one sentence, if there is one, as soon as what came of the runs is shown. Never rejects. */
  finish(): Promise<string | undefined>;
}

/** What became of one run. */
export interface RunStep {
  readonly goesOn: boolean;
  /** For the Debug Console; absent where that is to tell how the run ended. */
  readonly sentence?: string;
}

const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsTerminateRequest: true,
  supportsEvaluateForHovers: false,
  // Restart is "end it and start the same configuration anew", which VS Code does by itself.
  supportsRestartRequest: false,
};

/** VS Code draws `console` as a warning, and what has no category as plain text. */
type OutputCategory = 'console' | 'stderr' | undefined;
const categories: Readonly<Record<Diagnostic['severity'], OutputCategory>> = {
  info: undefined,
  warning: 'console',
  error: 'stderr',
};

interface StartedRun {
  readonly session: RecordingSession;
  readonly output: Promise<unknown>;
}

const outputGraceMs = 1000;
/** The session does not stay open for the analysis of a big recording, in milliseconds. */
const answerPatienceMs = 2000;

/** Shells may take long to begin, and not every one says when its command has failed, in milliseconds. */
const terminalPatienceMs = 20_000;
const notInTerminalYet = 'The program has not begun in the terminal yet; see what that says. Stop ends the waiting.';

/** One profiled program, spoken to in the Debug Adapter Protocol. */
export class ProfilerSession {
  readonly #connection: DapConnection;
  #recording: Promise<RecordingSession> | undefined;
  #ended: Promise<void> | undefined;
  /** Whether the terminal has yet to begin the program; nobody can take back what it was asked to run. */
  #awaitsTerminal = false;
  #canRunInTerminal = false;
  #restarting = false;
  #terminated = false;
  #stopping = false;

  constructor(
    send: (message: DebugProtocol.ProtocolMessage) => void,
    private readonly ports: ProfilerPorts,
  ) {
    this.#connection = new DapConnection(send);
  }

  handle(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === 'response') return this.#connection.accept(message as DebugProtocol.Response);
    if (message.type !== 'request') return;
    const request = message as DebugProtocol.Request;
    this.#dispatch(request).catch((error: unknown) => this.#fail(request, error));
  }

  /** Ends the program when VS Code drops the session. */
  dispose(): void {
    this.#connection.close();
    void this.#stop();
  }

  async #dispatch(request: DebugProtocol.Request): Promise<void> {
    const respond = (): void => this.#connection.respond(request);
    const commands: Readonly<Record<string, () => void | Promise<void>>> = {
      initialize: () => this.#initialize(request as DebugProtocol.InitializeRequest),
      launch: () => this.#launch(request as DebugProtocol.LaunchRequest),
      attach: () => this.#attach(request as DebugProtocol.AttachRequest),
      terminate: () => this.#terminate(request),
      disconnect: () => this.#disconnect(request),
      threads: () => this.#connection.respond<DebugProtocol.ThreadsResponse>(request, { threads: [] }),
      setBreakpoints: () => this.#refuseBreakpoints(request as DebugProtocol.SetBreakpointsRequest),
      configurationDone: respond,
      setExceptionBreakpoints: respond,
      setFunctionBreakpoints: respond,
    };
    const { command } = request;
    if (Object.hasOwn(commands, command)) await commands[command]();
    else this.#connection.fail(request, `Heatline only profiles programs; it does not support "${command}".`);
  }

  #initialize(request: DebugProtocol.InitializeRequest): void {
    this.#canRunInTerminal = request.arguments.supportsRunInTerminalRequest === true;
    this.#connection.respond<DebugProtocol.InitializeResponse>(request, capabilities);
    this.#connection.event<DebugProtocol.InitializedEvent>('initialized');
  }

  /** Breakpoints stay grey: a program that halts cannot be measured. */
  #refuseBreakpoints(request: DebugProtocol.SetBreakpointsRequest): void {
    const message = 'Breakpoints have no effect while profiling.';
    const breakpoints = (request.arguments.breakpoints ?? []).map(({ line }) => ({ verified: false, line, message }));
    this.#connection.respond<DebugProtocol.SetBreakpointsResponse>(request, { breakpoints });
  }

  async #launch(request: DebugProtocol.LaunchRequest): Promise<void> {
    const configuration = parseConfiguration(request.arguments);
    const run = await this.#startRun(configuration, (text) => this.#print(text));
    const subject = subjectOf(configuration);
    this.#tellStart(request, run.session, subject);
    this.#ended = this.#untilEnd(run, subject, configuration);
  }

  async #startRun(configuration: HeatlineConfiguration, note: (text: string) => void): Promise<StartedRun> {
    const inTerminal = configuration.console === 'integratedTerminal' && this.#canRunInTerminal;
    let watch: CommandWatch | undefined;
    let patience: NodeJS.Timeout | undefined;
    this.#awaitsTerminal = inTerminal;
    const launch = (command: LaunchCommand): Promise<LaunchedProcess> => {
      watch = this.ports.watchCommand(command);
      patience = setTimeout(() => this.#print(notInTerminalYet), terminalPatienceMs);
      return this.#runInTerminal(command, configuration, watch);
    };
    this.#recording = this.ports.record(configuration, inTerminal ? launch : undefined, note);
    // From its start on the program tells of its end itself.
    const session = await this.#recording.finally(() => {
      watch?.dispose();
      clearTimeout(patience);
      this.#awaitsTerminal = false;
    });
    if (this.#terminated) await discard(session);
    const output = Promise.all([this.#pipe(session.stdout, 'stdout'), this.#pipe(session.stderr, 'stderr')]);
    // Nothing can be typed into the program from the Debug Console: it sees the end of its input, not a silence.
    session.stdin?.end();
    return { session, output };
  }

  /** Takes in one run after the other, until that is enough. */
  async #untilEnd(first: StartedRun, subject: string, configuration?: HeatlineConfiguration): Promise<void> {
    const runs = this.ports.runs(subject, configuration?.runs ?? 1, () => void this.#stop());
    const told = new Set<string>();
    let exitCode = 0;
    for (let run: StartedRun | undefined = first; run !== undefined;) {
      const { session, output }: StartedRun = run;
      const outcome: RecordingOutcome = await session.finished;
      // First, since heat is what the user waits for.
      const adding = runs.add(session, outcome, this.#restarting);
      // What the program printed last comes before how it ended. A grandchild may hold the pipe open: do not wait long.
      await Promise.race([output, delay(outputGraceMs, undefined, { ref: false })]);
      exitCode ||= exitCodeOf(outcome.ending);
      for (const diagnostic of outcome.diagnostics) {
        const sentence = describeDiagnostic(diagnostic);
        if (!told.has(sentence)) this.#print(sentence, categories[diagnostic.severity]);
        told.add(sentence);
      }
      const { goesOn, sentence = describeEnding(outcome.ending) } = await adding;
      this.#print(sentence);
      run = configuration && goesOn && !this.#stopping ? await this.#startNext(configuration) : undefined;
    }
    const answer = runs.finish();
    this.#print((await Promise.race([answer, delay(answerPatienceMs, undefined, { ref: false })])) ?? '');
    this.#connection.event<DebugProtocol.ExitedEvent>('exited', { exitCode });
    this.#endSession();
  }

  /** The next run of a series; undefined where it cannot be started, which is told. */
  async #startNext(configuration: HeatlineConfiguration): Promise<StartedRun | undefined> {
    try {
      const run = await this.#startRun(configuration, () => undefined);
      this.ports.started(run.session, subjectOf(configuration));
      return run;
    } catch (error) {
      this.#print(reasonOf(error), 'stderr');
      this.#recording = undefined;
      return undefined;
    }
  }

  /** Stop ends the recording only: the program goes on. */
  async #attach(request: DebugProtocol.AttachRequest): Promise<void> {
    const attaching = this.ports.attach(parseAttachConfiguration(request.arguments));
    this.#recording = attaching;
    const session = await attaching;
    this.#tellStart(request, session, session.program);
    this.#print(`Profiling ${session.subject}. Stop ends the recording, not the program.`);
    this.#ended = this.#untilEnd({ session, output: Promise.resolve() }, session.program);
  }

  /** Answers the request that made the session: its program runs, and is recorded. */
  #tellStart(request: DebugProtocol.Request, session: RecordingSession, name: string): void {
    this.#connection.respond(request);
    this.#connection.event<DebugProtocol.ProcessEvent>('process', {
      name,
      systemProcessId: session.pid,
      isLocalProcess: true,
      startMethod: request.command === 'attach' ? 'attach' : 'launch',
    });
    this.ports.started(session, name);
  }

  async #runInTerminal(
    command: LaunchCommand,
    configuration: HeatlineConfiguration,
    { ended }: CommandWatch,
  ): Promise<LaunchedProcess> {
    const args: DebugProtocol.RunInTerminalRequestArguments = {
      kind: 'integrated',
      title: configuration.name,
      cwd: command.cwd,
      args: [command.command, ...command.args],
      env: terminalEnvironment(process.env, command.env),
    };
    type Answer = DebugProtocol.RunInTerminalResponse['body'];
    const asked = this.#connection.ask<Answer>('runInTerminal', args).catch((error: unknown): Answer => {
      // VS Code does not answer a session that is over, but may still run the command.
      if (!this.#stopping) throw error;
      return {};
    });
    return { pid: (await asked).processId, ended };
  }

  #terminate(request: DebugProtocol.TerminateRequest): void {
    this.#restarting = request.arguments?.restart === true;
    this.#connection.respond(request);
    void this.#stop();
  }

  async #disconnect(request: DebugProtocol.DisconnectRequest): Promise<void> {
    this.#restarting ||= request.arguments?.restart === true;
    await this.#stop();
    this.#connection.respond(request);
  }

  /**
   * Takes the profile and ends the program; resolves when the recording is on disk. What a terminal has yet to begin ends when it
   * does. Never rejects.
   */
  async #stop(): Promise<void> {
    this.#stopping = true;
    try {
      if (!this.#awaitsTerminal) {
        const session = await this.#recording;
        await session?.stop('user');
        await this.#ended;
      }
    } catch (error) {
      this.ports.logError('stop', error);
    }
    this.#endSession();
  }

  #endSession(): void {
    if (this.#terminated) return;
    this.#terminated = true;
    this.#connection.event<DebugProtocol.TerminatedEvent>('terminated');
  }

  #fail(request: DebugProtocol.Request, error: unknown): void {
    this.ports.logError(request.command, error);
    const isLaunch = request.command === 'launch' || request.command === 'attach';
    const isTold = isLaunch && !this.#stopping && !isAnswer(error);
    // VS Code's own message offers to open launch.json, which is of use only where the configuration is from there.
    const isWritten = (Object(request.arguments) as Record<string, unknown>)[writtenKey] === true;
    this.#connection.fail(request, reasonOf(error), isTold && isWritten);
    if (isTold && !isWritten) this.ports.tellFailure(error);
    if (isLaunch) this.#endSession();
  }

  /** Passes a stream on; resolves at its end, or where it breaks. */
  async #pipe(stream: Readable | undefined, category: 'stdout' | 'stderr'): Promise<void> {
    if (!stream) return;
    stream.setEncoding('utf8').on('data', (text: string) => this.#output(text, category));
    await finished(stream).catch(() => undefined);
  }

  #print(sentence: string, category?: OutputCategory): void {
    if (sentence !== '') this.#output(`${sentence}\n`, category);
  }

  #output(output: string, category: string | undefined): void {
    const body = category === undefined ? { output } : { category, output };
    if (output !== '') this.#connection.event<DebugProtocol.OutputEvent>('output', body);
  }
}

/** Whether it only says what the user answered. By its code: the recorder, a bundle of its own, has a class of its own. */
const isAnswer = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === 'attach-declined';

/** Ends a program that began when nobody waited for it any longer, and leaves nothing of it. Rejects then. */
async function discard(session: RecordingSession): Promise<never> {
  session.abandon();
  const { recording } = await session.finished;
  if (recording !== undefined) await rm(recording, { force: true });
  throw new Error('The program was stopped before it began.');
}
