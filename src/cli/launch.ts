import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CountOptions, exitCodeOf, type RecordingOutcome, type RecordingSession } from '../recorder/index.ts';
import { detectRuntime, resolveTarget, type ResolvedTarget } from '../target/index.ts';
import { CliError } from './cli-error.ts';
import { formatDiagnostics } from './format-quality.ts';
import type { LaunchOptions } from './options.ts';
import { painter, wantsColor } from './style.ts';
import { type Diagnostic, endingSignals } from '../recording/index.ts';

/** The program to run, and how the recorder launches it. */
export interface PreparedLaunch {
  readonly target: ResolvedTarget;
  readonly launch: Omit<CountOptions, 'output'> & { readonly runtimeExecutable: string };
}

/** Finds the runtime, and how the file runs in it. Throws `CliError` or `RecordingError`. */
export async function prepareLaunch(
  file: string,
  args: readonly string[],
  options: LaunchOptions,
): Promise<PreparedLaunch> {
  const cwd = resolve(options.cwd ?? '.');
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new CliError(`The folder ${cwd} does not exist.`);
  const runtime = await detectRuntime(options.runtime, process.env, process.cwd());
  const target = await resolveTarget({
    program: resolve(file),
    cwd,
    runtimeVersion: runtime.version,
    runtimeTypescript: runtime.typescript,
    runtimeArgs: options.runtimeArg,
    typescript: options.typescript,
  });
  const launch = {
    program: target.program,
    args,
    cwd,
    env: { ...target.env, ...process.env },
    runtimeExecutable: runtime.path,
    runtimeArgs: [...target.runtimeArgs, ...options.runtimeArg],
    duration: options.duration,
    stdio: 'inherit' as const,
  };
  return { target, launch };
}

/** How long after a second signal the program may still hand over what was sampled, in milliseconds. */
const HAND_OVER_MS = 1000;

/**
 * Waits for the end, reports, and tells where the recording is, whatever becomes of the report. The exit code: the
 * program's, 0 when the recording was ended.
 *
 * Of the signals that this process gets meanwhile the first ends the recording. The second kills the program (or lets go
 * of it, if it ran before), but what was sampled is saved first if it can be had; the third does not wait for that. While the report is made, any signal
 * ends this process.
 */
export async function finish(
  starting: Promise<RecordingSession>,
  report: (outcome: RecordingOutcome, recording: string) => Promise<void>,
): Promise<number> {
  let recording: string | undefined;
  let isReporting = false;
  let count = 0;
  const tell = (): void => {
    if (recording !== undefined) process.stderr.write(`\nRecording: ${recording}\n`);
    recording = undefined;
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    const code = 128 + constants.signals[signal];
    if (isReporting) {
      tell();
      process.exit(code);
    }
    if (++count > 1) process.exitCode = code;
    void starting.then(
      (session) => endSession(session, count),
      () => undefined,
    );
  };
  // Never taken off again: until this process is gone, a signal must not end it without the path.
  for (const signal of endingSignals) process.on(signal, onSignal);
  const outcome = await (await starting).finished;
  isReporting = true;
  recording = outcome.recording;
  if (recording === undefined) {
    printDiagnostics(outcome.diagnostics);
    return exitCodeOf(outcome.ending) || 2;
  }
  await report(outcome, recording).finally(tell);
  return exitCodeOf(outcome.ending);
}

/** What the first, the second, and any later signal does. */
async function endSession(session: RecordingSession, count: number): Promise<void> {
  const stopped = session.stop('user');
  if (count === 1) return;
  if (count === 2) await Promise.race([stopped, sleep(HAND_OVER_MS, undefined, { ref: false })]);
  session.abandon();
}

/** Prints what went wrong to standard error. */
function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const paint = painter(wantsColor(process.stderr, process.env));
  process.stderr.write(`${formatDiagnostics({ diagnostics }, { paint }) || 'heatline: Nothing was recorded.'}\n`);
}
