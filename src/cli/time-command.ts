import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { analyze, refuseSpecialFile } from '../analysis/analyze.ts';
import { formatFlameGraphPage } from '../export/html/flame-graph-page.ts';
import { timeCalls } from '../recorder/index.ts';
import { readTimedCalls } from '../readers/timed-calls.ts';
import { CliError } from './cli-error.ts';
import { buildJsonTiming, formatTiming } from './format-timing.ts';
import { finish, prepareProgram } from './launch.ts';
import { placesOf, type TimeCommandOptions } from './options.ts';
import { newRecording, prepareOutputs, writeJson, writePieces } from './output-files.ts';
import { exportContext, reportStream, viewOf } from './publish.ts';
import type { RunTarget } from './run-target.ts';

/**
 * `heatline time` and `heatline count`: runs a program with the calls of its functions timed or counted, and reports. The exit code: the
 * program's.
 */
export async function time(what: RunTarget, options: TimeCommandOptions): Promise<number> {
  const { output } = options;
  if (output && !output.endsWith('.calls.json'))
    throw new CliError(`--output ${output} must end in .calls.json, so that it is not mistaken for a profile.`);
  const functions = options.function.flatMap(splitNames).filter((name) => name !== '');
  if (options.countOnly && options.flamegraph)
    throw new CliError('--flamegraph draws the order of timed calls: leave --count-only out, or the chart.');
  await prepareOutputs(options, [what.name, ...what.args]);
  const asked = { ...options, function: functions };
  const { title, start } = await prepareTiming(what, asked);
  const recording = resolve(output ?? newRecording(title, 'calls.json'));
  return finish(start(recording, 'inherit'), () => publishTiming(recording, asked, process.stderr));
}

/** Finds out how a program is run whose calls are to be timed or counted, and what starts that. */
export async function prepareTiming(what: RunTarget, options: TimeCommandOptions) {
  const { title, target, launch } = await prepareProgram(what, options);
  const own = [launch.cwd, ...(what.isCommand ? [] : [dirname(resolve(what.name))])];
  const roots = (options.in.length > 0 ? options.in : own).flatMap(bothPaths);
  const preload = join(dirname(__filename), 'time-calls.cjs');
  const node = target ? [launch.runtimeExecutable, ...launch.runtimeArgs] : [];
  const words = [...node, launch.program, ...launch.args];
  const wanted = { functions: options.function, roots, countOnly: options.countOnly === true };
  return {
    title,
    start: (recording: string, stdio: 'inherit' | 'pipe') =>
      timeCalls({ ...launch, words, ...wanted, preload, stdio, output: recording }),
  };
}

/** Prints the times of calls and writes the file that was asked for. */
export async function publishTiming(
  recording: string,
  options: Pick<TimeCommandOptions, 'json' | 'top' | 'all' | 'flamegraph' | 'path'> &
    Partial<Pick<TimeCommandOptions, 'function'>>,
  stream: NodeJS.WriteStream,
): Promise<void> {
  await refuseSpecialFile(recording);
  const timing = await readTimedCalls(recording);
  reportStream(options, stream).write(formatTiming(timing, viewOf(options, stream), options.function));
  if (options.json) await writeJson(options.json, buildJsonTiming(timing));
  if (!options.flamegraph) return;
  const analysis = await analyze(recording, { ofCalls: true, places: placesOf(options) });
  await writePieces(options.flamegraph, formatFlameGraphPage(analysis, exportContext()));
}

/** Names between commas, but for a place in a file whose path has one; its path as Node knows it, too. */
function splitNames(names: string): string[] {
  const [, file, line] = /^(.*):(\d+)$/.exec(names) ?? [];
  return existsSync(file) ? bothPaths(file).map((path) => `${path}:${line}`) : names.split(',');
}

/** Node follows links to files before it loads them. */
function bothPaths(path: string): string[] {
  const full = resolve(path);
  return existsSync(full) ? [full, realpathSync(full)] : [full];
}
