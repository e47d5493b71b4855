import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodeOf, type RecordingOutcome, type RecordingSession } from '../recorder/index.ts';
import { isOtherScript, prepareRun } from '../target/index.ts';
import { CliError } from './cli-error.ts';
import type { LaunchOptions } from './options.ts';
import type { RunTarget } from './run-target.ts';
import { neutralise, painter, wantsColor } from './text.ts';
import { type Diagnostic, endingSignals } from '../recording/index.ts';
import { formatDiagnostics } from './format-report.ts';

/** The absolute path of a folder in which something is to run. Throws `CliError` where there is none. */
export function resolveFolder(folder = '.'): string {
  const cwd = resolve(folder);
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (!stats) throw new CliError(`The folder ${cwd} does not exist.`);
  if (!stats.isDirectory()) throw new CliError(`${cwd} is not a folder.`);
  return cwd;
}

/** The environment for a program. VS Code runs Heatline in Electron as a Node, which programs in Electron are not to become. */
export function programEnvironment({ env, versions }: Pick<NodeJS.Process, 'env' | 'versions'> = process) {
  const { ELECTRON_RUN_AS_NODE: _, ...others } = env;
  return versions.electron === undefined ? env : others;
}

/**
 * Finds out how a program is launched, and for a file the runtime. `title` names it for people; `target` tells how a file is run, and is
 * undefined for a command. Throws `CliError` and `RecordingError`.
 */
export async function prepareProgram({ name, args, isCommand }: RunTarget, options: LaunchOptions) {
  const how = { cwd: resolveFolder(options.cwd), env: programEnvironment() };
  const always = { duration: options.duration, stdio: 'inherit' as const };
  if (!isCommand && !isOtherScript(resolve(name))) {
    const { target, launch } = await prepareRun({
      ...{ program: resolve(name), args, ...how, isCwdGiven: options.cwd !== undefined },
      ...{ runtime: options.runtime, runtimeFolder: process.cwd(), runtimeArgs: options.runtimeArg },
      ...{ testRunner: options.testRunner, testPattern: options.testName },
      ...{ typescript: options.typescript, loader: options.loader },
    });
    return { title: target.subject, target, launch: { ...launch, ...always } };
  }
  refuseRuntime(options);
  const command = isCommand ? name : resolve(name);
  const launch = { program: command, command, args, ...how, ...always, runtimeArgs: undefined, v8Version: undefined };
  return { title: name, target: undefined, launch };
}

/** Refuses the options that choose Node for a file: a command brings its own Node. */
function refuseRuntime({ runtime, runtimeArg, typescript, loader }: LaunchOptions): void {
  const given = {
    '--runtime': runtime !== undefined,
    '--runtime-arg': runtimeArg.length > 0,
    '--typescript': typescript !== 'auto',
    '--loader': loader !== 'auto',
  };
  const wrong = Object.entries(given).find(([, isGiven]) => isGiven);
  if (wrong) throw ofFileOnly(wrong[0]);
}

/** The error for an option that only a file can have. */
export const ofFileOnly = (option: string): CliError =>
  new CliError(`${option} is for a FILE that Heatline runs itself; a command after -- chooses its own Node.`);

/** How long after a second signal the program may still hand over what was sampled, in milliseconds. */
const HAND_OVER_MS = 1000;

/** Something that runs and can be stopped: a recording, or a program whose calls are timed. */
type RunningSession = Pick<RecordingSession, 'stop' | 'abandon' | 'finished'>;

/**
 * Waits for the end, reports, and tells where the recording is, whatever becomes of the report. The exit code: the
 * program's, 0 when the recording was ended.
 *
 * Of the signals that this process gets meanwhile the first ends the recording. The second kills the program (or lets go
 * of it, if it ran before), but what was sampled is saved first if it can be had; the third does not wait for that, nor for
 * a start. While the report is made, any signal ends this process at once, even if one of its threads is in a read that does
 * not return.
 */
export function finish(
  starting: Promise<RunningSession>,
  report: (outcome: RecordingOutcome, recording: string) => Promise<void>,
): Promise<number> {
  return finishRuns(() => starting, 1, {
    place: ({ recording }) => recording && `Recording: ${recording}`,
    report: ([outcome]) => report(outcome, outcome.recording),
  });
}

/** A recording that is on disk. */
export type SavedOutcome = RecordingOutcome & { readonly recording: string };

/** What is done with what was recorded. */
export interface RunsReport {
  /** Where it is, as a sentence; told whatever becomes of the report. */
  readonly place: (outcome: RecordingOutcome) => string | undefined;
  readonly report: (outcomes: readonly SavedOutcome[]) => Promise<void>;
  /** What is left to do at once where a signal ends this process. */
  readonly release?: () => void;
}

/**
 * Starts the runs of a program one after the other, as {@link finish} does a single one. The first signal ends the run
 * that is being recorded, and no other is started. The exit code: that of the first program that failed.
 */
export async function finishRuns(
  start: (run: number) => Promise<RunningSession>,
  count: number,
  { place, report, release }: RunsReport,
): Promise<number> {
  let toTell: string | undefined;
  const tell = (): void => {
    if (toTell !== undefined) process.stderr.write(`\n${neutralise(toTell)}\n`);
    toTell = undefined;
  };
  let running: Promise<RunningSession> | undefined = start(1);
  const signals = watchSignals(
    () => running,
    () => {
      tell();
      release?.();
    },
  );
  const outcomes: SavedOutcome[] = [];
  let failure: { readonly error: unknown } | undefined;
  let code = 0;
  for (let run = 1; run <= count && signals.count === 0; run++) {
    if (run > 1) running = start(run);
    const outcome = await running.then(({ finished }) => finished).catch((error: unknown) => ({ error }));
    if ('error' in outcome) {
      // A signal to all of a terminal's programs may meet a run that only starts.
      if (outcomes.length === 0 || signals.count === 0) failure = outcome;
      break;
    }
    code ||= exitCodeOf(outcome.ending);
    const { recording } = outcome;
    if (recording === undefined) {
      printDiagnostics(outcome.diagnostics);
      // A command that ran no Node within reach did all that it does without us.
      if (outcome.diagnostics.every(({ code: of }) => of !== 'no-node-recorded')) code ||= 2;
      break;
    }
    outcomes.push({ ...outcome, recording });
    toTell = place(outcome);
  }
  running = undefined;
  // What was recorded before a run that failed is worth its report.
  if (outcomes.length > 0) await report(outcomes).finally(tell);
  if (failure) throw failure.error;
  return code;
}

/** Lets signals end what is running, and count; while nothing is, they end this process. */
function watchSignals(
  running: () => Promise<RunningSession> | undefined,
  beforeEnd: () => void,
): { readonly count: number } {
  const seen = { count: 0 };
  let started: Promise<RunningSession> | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const starting = running();
    if (starting === undefined || (seen.count >= 2 && starting !== started)) {
      beforeEnd();
      endBy(signal);
      return;
    }
    if (++seen.count > 1) process.exitCode = 128 + constants.signals[signal];
    void starting.then(
      (session) => {
        started = starting;
        return endSession(session, seen.count);
      },
      () => undefined,
    );
  };
  // Never taken off again: until this process is gone, a signal must not end it without the path.
  for (const signal of endingSignals) process.on(signal, onSignal);
  return seen;
}

/** `process.exit` would wait for threads; shells tell either way as 128 plus the signal's number. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** What the first, the second, and any later signal does. */
export async function endSession(session: RunningSession, count: number): Promise<void> {
  const stopped = session.stop('user');
  if (count === 1) return;
  if (count === 2) await Promise.race([stopped, sleep(HAND_OVER_MS, undefined, { ref: false })]);
  session.abandon();
}

function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const paint = painter(wantsColor(process.stderr, process.env));
  process.stderr.write(`${formatDiagnostics({ diagnostics }, { paint }) || 'heatline: Nothing was recorded.'}\n`);
}
