import { constants } from 'node:os';
import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { analyze } from '../analysis/analyze.ts';
import type { Analysis, Diagnostic } from '../profile/index.ts';
import { type Ending, type RecordingOutcome, type RecordingSession, startRecording } from '../recorder/index.ts';
import { detectRuntime, resolveTarget, type ResolvedTarget } from '../recorder/target/index.ts';
import { CliError } from './cli-error.ts';
import { formatDiagnostics } from './format-quality.ts';
import type { RunOptions } from './options.ts';
import { prepareFiles, publish, writeCpuprofile } from './publish.ts';
import { makeRecordingPlace } from './recording-place.ts';
import { painter, wantsColor } from './style.ts';

/** `heatline run`: records a program and reports. The exit code: the program's, 0 when the recording was ended. */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<number> {
  const cwd = resolve(options.cwd ?? '.');
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new CliError(`The folder ${cwd} does not exist.`);
  if (options.output && !/\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(`--output ${options.output} must end in .cpuprofile, so that other tools know what it is.`);
  }
  await prepareFiles(options.output, options.flamegraph, options.json);
  const runtime = await detectRuntime(options.runtime, process.env);
  const target = await resolveTarget({
    program: resolve(file),
    cwd,
    runtimeVersion: runtime.version,
    runtimeTypescript: runtime.typescript,
    runtimeArgs: options.runtimeArg,
    typescript: options.typescript,
  });
  const outcome = await record(target, args, options, cwd, runtime.path);
  if (outcome.recording === undefined) {
    complain(outcome.diagnostics);
    return exitCodeOf(outcome.ending) || 2;
  }
  const analysis = await analyze(outcome.recording);
  await publish(withDiagnostics(analysis, target, outcome), options, process.cwd(), process.stderr);
  process.stderr.write(`\nRecording: ${outcome.recording}\n`);
  if (options.output?.endsWith('.cpuprofile') && outcome.recording.endsWith('.v8log')) {
    await writeCpuprofile(options.output, outcome.recording);
    process.stderr.write(`CPU profile for other tools: ${resolve(options.output)}\n`);
  }
  return exitCodeOf(outcome.ending);
}

async function record(
  target: ResolvedTarget,
  args: readonly string[],
  options: RunOptions,
  cwd: string,
  runtime: string,
): Promise<RecordingOutcome> {
  const starting = startRecording({
    program: target.program,
    args,
    cwd,
    env: { ...target.env, ...process.env },
    runtimeExecutable: runtime,
    runtimeArgs: [...target.runtimeArgs, ...options.runtimeArg],
    interval: options.interval,
    duration: options.duration,
    sampler: options.sampler,
    wantLineTotals: options.lineTotals,
    output: options.output ? resolve(options.output) : makeRecordingPlace(process.cwd(), target.program, new Date()),
    stdio: 'inherit',
  });
  const release = stopOnSignals(starting);
  try {
    return await (
      await starting
    ).finished;
  } finally {
    release();
  }
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the recording, the second the program, at once. Returns how to listen no more. */
function stopOnSignals(starting: Promise<RecordingSession>): () => void {
  let count = 0;
  const onSignal = (): void => {
    const isFirst = ++count === 1;
    void starting.then(
      (session) => (isFirst ? session.stop('user') : kill(session.pid)),
      () => undefined,
    );
    if (!isFirst) process.exitCode = 130;
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return () => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function complain(diagnostics: readonly Diagnostic[]): void {
  const paint = painter(wantsColor(process.stderr, process.env));
  process.stderr.write(`${formatDiagnostics({ diagnostics }, { paint }) || 'heatline: Nothing was recorded.'}\n`);
}

/** As shells tell it: 128 plus the number of the signal that ended the program. */
function exitCodeOf(ending: Ending): number {
  if (ending.kind === 'stopped') return 0;
  return ending.kind === 'exit' ? ending.code : 128 + (constants.signals[ending.signal] ?? 0);
}

function withDiagnostics(analysis: Analysis, target: ResolvedTarget, outcome: RecordingOutcome): Analysis {
  const how: Diagnostic[] =
    target.how === 'javascript' ? [] : [{ code: `typescript-${target.how}`, severity: 'info', message: target.reason }];
  const known = new Set(analysis.diagnostics.map(({ code, message }) => code + message));
  const added = [...target.diagnostics, ...how, ...outcome.diagnostics].filter(
    ({ code, message }) => !known.has(code + message),
  );
  return { ...analysis, diagnostics: [...analysis.diagnostics, ...added] };
}
