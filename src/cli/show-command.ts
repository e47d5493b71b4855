import { resolve } from 'node:path';
import { analyze, type AnalyzeOptions } from '../analysis/analyze.ts';
import { CliError } from './cli-error.ts';
import { stackFormats } from '../export/format-names.ts';
import { partOf, placesOf, questionOf, type RangeOptions, rangeOf, type ShowOptions } from './options.ts';
import { prepareOutputs } from './output-files.ts';
import { publish, refuseExports } from './publish.ts';
import { publishTiming } from './time-command.ts';
import { filesOf, isFolder, isOneRecording, loadMean } from './recorded-sides.ts';

/** `heatline show`: reports on a recording, or on the mean of the runs in a folder. The exit code. */
export async function show(recording: string, options: ShowOptions & RangeOptions): Promise<number> {
  if (recording === '') throw new CliError('Name the recording to show.');
  const file = resolve(recording);
  const hasCalls = file.endsWith('.calls.json');
  if (hasCalls && stackFormats.some((name) => options[name] && name !== 'flamegraph')) {
    const holds = 'timed or counted calls, of which --flamegraph draws the order';
    throw new CliError(`${recording} holds ${holds}; record with heatline run to get stacks and times.`);
  }
  const range = rangeOf(options);
  // Contradictions are told before anything is read.
  partOf(options);
  const hasRuns = isFolder(file) && !(await isOneRecording(file));
  if (range && (hasCalls || hasRuns)) {
    throw new CliError(
      '--from and --to need a single recording of stacks: counted calls and means of runs have no time.',
    );
  }
  if (range && options.mark !== undefined) {
    throw new CliError(
      '--mark shows what the program marked, --from and --to a part of the time: leave one of them out.',
    );
  }
  if (range && options.cpuprofile) {
    throw new CliError('--cpuprofile writes all samples of a thread: leave --from and --to out.');
  }
  if (options.label.length > 0 && (hasCalls || hasRuns))
    throw new CliError('--label needs a single recording of stacks: leave it out, or name a pprof.');
  await prepareOutputs(options, filesOf(recording));
  if (hasRuns) await showRuns(recording, options);
  else if (hasCalls) await publishTiming(file, options, process.stdout);
  else await showStacks(file, options, { range, labels: options.label });
  return 0;
}

/** Reports on one recording of stacks, or a part of it, and writes the files that were asked for. */
export async function showStacks(
  file: string,
  options: ShowOptions,
  part: Pick<AnalyzeOptions, 'range' | 'labels'> = {},
): Promise<void> {
  const question = { ...questionOf(options), ...part };
  await publish(await analyze(file, question), options, process.stdout, { recording: file, question });
}

/** Reports on the mean of the runs in a folder. */
async function showRuns(folder: string, options: ShowOptions): Promise<void> {
  const { marks } = partOf(options);
  const mean = await loadMean(folder, { time: options.time, marks, places: placesOf(options) });
  if ((mean.quality.runs ?? 1) > 1) refuseExports(options);
  await publish(mean, options, process.stdout);
}
