import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { analyzeCalls } from '../analysis/analyze-calls.ts';
import { startCounting } from '../recorder/index.ts';
import { formatRatio, formatTime, plainSpaces } from '../present/quantities.ts';
import { finish, type PreparedLaunch, prepareLaunch } from './launch.ts';
import { type CountCommandOptions, placesOf } from './options.ts';
import { newRecording } from './output-files.ts';
import { publishCalls } from './publish.ts';

/** `heatline time --count-only`: counts a program's calls and reports. The exit code: the program's, 0 when it was stopped. */
export async function count(file: string, args: readonly string[], options: CountCommandOptions): Promise<number> {
  const prepared = await prepareLaunch(file, args, options);
  const output = options.output ?? newRecording(prepared.target.subject, 'calls.json');
  const started = performance.now();
  return finish(startCounting({ ...prepared.launch, output: resolve(output) }), async (outcome, recording) => {
    const counted = performance.now() - started;
    const analysis = await analyzeCalls(recording, placesOf(options));
    await publishCalls(analysis, options, options.function, process.stderr);
    if (!options.overhead) return;
    // A program that was stopped took as long as it was allowed to.
    const sentence =
      outcome.ending.kind === 'stopped'
        ? 'The program was stopped, so the cost of counting is unknown: let it end by itself.'
        : overheadSentence(counted, await timePlainRun(prepared));
    process.stderr.write(plainSpaces(`\n${sentence}\n`));
  });
}

/** Milliseconds that the same program takes when its calls are not counted. */
async function timePlainRun({ launch }: PreparedLaunch): Promise<number> {
  const started = performance.now();
  const { runtimeExecutable, runtimeArgs, program, args, cwd, env } = launch;
  const child = spawn(runtimeExecutable, [...runtimeArgs, program, ...args], { cwd, env, stdio: 'inherit' });
  await new Promise((done, failed) => child.once('error', failed).once('exit', done));
  return performance.now() - started;
}

function overheadSentence(counted: number, plain: number): string {
  const took = formatTime(counted * 1000);
  return `The program took ${took} while its calls were counted and ${formatTime(plain * 1000)} without: ${formatRatio(counted / plain)} times as long.`;
}
