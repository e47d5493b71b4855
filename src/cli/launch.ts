import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CountOptions, killQuietly, type RecordingOutcome, type RecordingSession } from '../recorder/index.ts';
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

/** Waits for the end. Signals that this process gets meanwhile end the recording. */
export async function finish(starting: Promise<RecordingSession>): Promise<RecordingOutcome> {
  const release = stopOnSignals(starting);
  try {
    return await (
      await starting
    ).finished;
  } finally {
    release();
  }
}

/** The first signal ends the recording, the second kills the program. Returns a function that stops listening. */
function stopOnSignals(starting: Promise<RecordingSession>): () => void {
  let count = 0;
  const onSignal = (): void => {
    const isFirst = ++count === 1;
    void starting.then(
      (session) => {
        if (isFirst) void session.stop('user');
        else if (session.pid !== undefined) killQuietly(session.pid, 'SIGKILL');
      },
      () => undefined,
    );
    if (!isFirst) process.exitCode = 130;
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return () => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
}

/** Prints what went wrong to standard error. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const paint = painter(wantsColor(process.stderr, process.env));
  process.stderr.write(`${formatDiagnostics({ diagnostics }, { paint }) || 'heatline: Nothing was recorded.'}\n`);
}
