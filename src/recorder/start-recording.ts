import { setTimeout as sleep } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { startCallCounter } from './call-counter.ts';
import { type CountOptions, type RecordOptions, type RecordingSession } from './recording-session.ts';
import { chooseSampler, type SamplerDecision } from './choose-sampler.ts';
import { type CpuClockPoller, startCpuClockPoller } from './cpu-clock.ts';
import { connectInspector, type InspectorConnection } from './inspector-connection.ts';
import { startInspectorSampler, type Sampler } from './inspector-sampler.ts';
import { DEFAULT_INTERVAL } from './interval.ts';
import { buildLaunchCommand, checkOptions } from './launch-command.ts';
import { killQuietly, startProgram, type Program } from './program.ts';
import { explainEarlyExit } from './early-exit.ts';
import { openRendezvous, type Rendezvous } from './rendezvous.ts';
import { detectRuntime, explainTooOld } from '../target/index.ts';
import { makeLogFolder, startV8LogSampler, v8LogFlags } from './v8-log-sampler.ts';
import { superviseRecording } from './live-recording.ts';
import { type ReadyNote, RecordingError } from '../recording/index.ts';

const LAUNCH_TIMEOUT_MS = 20_000;
const NEVER = new Promise<never>(() => undefined);

/**
 * Launches a program under the inspector, starts sampling before its first line, and lets it run. Rejects with a
 * {@link RecordingError} when that is not possible; once it resolves, everything is told by the session.
 */
export async function startRecording(options: RecordOptions): Promise<RecordingSession> {
  checkOptions(options);
  const decision = chooseSampler(options.sampler, await v8VersionFor(options), options.wantLineTotals);
  if (decision.sampler === 'inspector') {
    const start: Method['start'] = (connection, { v8 }) => startInspectorSampler(connection, options, v8);
    return launch(options, { decision, flags: [], isTimed: true, start });
  }
  const folder = await makeLogFolder(options.output);
  const start: Method['start'] = (connection, ready) => startV8LogSampler(connection, ready, folder, options.output);
  const method: Method = { decision, flags: v8LogFlags(folder, options.interval), isTimed: true, start };
  return launch(options, method).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
}

/**
 * Launches a program as {@link startRecording} does, but counts each call of its functions, exactly, instead of sampling.
 * Counting slows the program down, so nothing is timed. The recording ends in `.calls.json`.
 */
export function startCounting(options: CountOptions): Promise<RecordingSession> {
  const counting: RecordOptions = { ...options, interval: DEFAULT_INTERVAL, sampler: 'inspector', frameRepair: false };
  checkOptions(counting);
  const decision: SamplerDecision = { sampler: 'inspector', reason: 'Calls were counted, not sampled.' };
  const start: Method['start'] = (connection) => startCallCounter(connection, options.output);
  return launch(counting, { decision, flags: [], isTimed: false, start });
}

/** A way to record a program. */
interface Method {
  readonly decision: SamplerDecision;
  /** For V8. */
  readonly flags: readonly string[];
  /** Whether times are recorded, which the CPU clock is needed for. */
  readonly isTimed: boolean;
  /** Starts what records, and lets the program run. */
  start(connection: InspectorConnection, ready: ReadyNote): Promise<Sampler>;
}

async function launch(options: RecordOptions, method: Method): Promise<RecordingSession> {
  const { decision, flags, isTimed } = method;
  const rendezvous = await openRendezvous();
  let program: Program | undefined;
  let ready: ReadyNote | undefined;
  let clock: CpuClockPoller | undefined;
  try {
    program = await startProgram(buildLaunchCommand(options, rendezvous, flags), options);
    ready = await waitUntilReady(options, rendezvous, program);
    const connection = await connect(ready);
    // Subscribed before the program runs: it may be over at once.
    const waitsForUs = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
    // The first reading has to come before the program runs, to cover its first moments.
    clock = isTimed ? startCpuClockPoller(ready.pid) : undefined;
    const sampler = await method.start(connection, ready);
    return superviseRecording({
      options,
      decision,
      rendezvous,
      program,
      ready,
      connection,
      waitsForUs,
      sampler,
      clock,
    });
  } catch (error) {
    program?.kill('SIGKILL');
    // Its launcher may not have known its id; left alone, it would wait for us forever.
    if (ready) killQuietly(ready.pid, 'SIGKILL');
    clock?.stop();
    await rendezvous.close();
    if (error instanceof RecordingError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reason}`);
  }
}

/** Needed before the launch only to choose a sampler. */
async function v8VersionFor(options: RecordOptions): Promise<string> {
  if (options.sampler !== 'auto') return '';
  return options.v8Version ?? (await detectRuntime(options.runtimeExecutable, options.env, options.cwd)).v8;
}

async function waitUntilReady(options: RecordOptions, rendezvous: Rendezvous, program: Program): Promise<ReadyNote> {
  let isReady = false;
  const early = program.exited.then(async (exit) => {
    if (isReady) return NEVER;
    throw await explainEarlyExit(options, exit, program.errorText());
  });
  const ready = await Promise.race([rendezvous.ready, early, program.isOurs ? NEVER : launchTimeout()]);
  isReady = true;
  const tooOld = explainTooOld(ready.execPath, ready.version);
  if (tooOld) throw tooOld;
  return ready;
}

/** Not every terminal says when its command has failed. */
async function launchTimeout(): Promise<never> {
  await sleep(LAUNCH_TIMEOUT_MS, undefined, { ref: false });
  throw new RecordingError(
    'exited-before-attach',
    'Node did not start in the terminal, or ended before Heatline could attach; see what the terminal says.',
  );
}

async function connect(ready: ReadyNote): Promise<InspectorConnection> {
  if (ready.url === undefined) {
    throw new RecordingError(
      'inspector-not-opened',
      `The program cannot open its inspector on 127.0.0.1: ${ready.error ?? 'no reason was given'}.`,
    );
  }
  return connectInspector(ready.url);
}
