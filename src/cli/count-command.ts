import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { analyzeCalls } from '../analysis/analyze-calls.ts';
import { exitCodeOf, startCounting } from '../recorder/index.ts';
import { CliError } from './cli-error.ts';
import { complain, finish, type PreparedLaunch, prepareLaunch } from './launch.ts';
import type { CountCommandOptions } from './options.ts';
import { prepareFiles, publishCalls } from './publish.ts';
import { makeRecordingPlace } from './recording-place.ts';

/** `heatline count`: counts a program's calls and reports. The exit code: the program's, 0 when it was stopped. */
export async function count(file: string, args: readonly string[], options: CountCommandOptions): Promise<number> {
  if (options.output && !options.output.endsWith('.calls.json')) {
    throw new CliError(`--output ${options.output} must end in .calls.json, so that nobody takes it for a profile.`);
  }
  await prepareFiles(options);
  const prepared = await prepareLaunch(file, args, options);
  const output = options.output ?? makeRecordingPlace(process.cwd(), prepared.target.program, new Date(), 'calls.json');
  const started = performance.now();
  const outcome = await finish(startCounting({ ...prepared.launch, output: resolve(output) }));
  const counted = performance.now() - started;
  if (outcome.recording === undefined) {
    complain(outcome.diagnostics);
    return exitCodeOf(outcome.ending) || 2;
  }
  const analysis = await analyzeCalls(outcome.recording);
  await publishCalls(analysis, options, options.function, process.cwd(), process.stderr);
  if (options.overhead) {
    // What was stopped took as long as it was let run.
    const sentence =
      outcome.ending.kind === 'stopped'
        ? 'The program was stopped, so what the counting cost cannot be told: let it end by itself.'
        : overheadSentence(counted, await timePlainRun(prepared));
    process.stderr.write(`\n${sentence}\n`);
  }
  process.stderr.write(`\nRecording: ${outcome.recording}\n`);
  return exitCodeOf(outcome.ending);
}

/** Milliseconds of the same run without us. */
async function timePlainRun({ launch }: PreparedLaunch): Promise<number> {
  const started = performance.now();
  const { runtimeExecutable, runtimeArgs = [], program, args, cwd, env } = launch;
  const child = spawn(runtimeExecutable, [...runtimeArgs, program, ...args], { cwd, env, stdio: 'inherit' });
  await new Promise((done, failed) => child.once('error', failed).once('exit', done));
  return performance.now() - started;
}

function overheadSentence(counted: number, plain: number): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return `The program took ${seconds(counted)} while its calls were counted, ${seconds(plain)} without: ${(counted / plain).toFixed(1)} times as long.`;
}
