import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { meanOfRuns } from '../compare/index.ts';
import type { Analysis } from '../core/index.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import type { Diagnostic } from '../recording/index.ts';
import {
  finishLeftovers,
  type RecordingOutcome,
  type RecordingSession,
  type RecordOptions,
  startRecording,
} from '../recorder/index.ts';
import { isOtherScript, type ResolvedRun, STEADY_FLAGS } from '../target/index.ts';
import { analyzeApart } from './analyze-apart.ts';
import { CliError } from './cli-error.ts';
import { keepTexts } from './kept-texts.ts';
import { finish, finishRuns, prepareLaunch, programEnvironment, resolveFolder } from './launch.ts';
import { partOf, placesOf, type RecordingOptions, type RunOptions } from './options.ts';
import { type OutputPlaces, withOutputPlaces } from './output-files.ts';
import { publish, refuseExports, writeCpuprofile } from './publish.ts';
import { preparePushAfter, type PushAfter } from './push-command.ts';
import { analyzeAll } from './recorded-sides.ts';
import type { PushAfterOptions } from './server-options.ts';
import { neutralise } from './text.ts';

/** What `heatline run` is to run. */
export interface RunTarget {
  /** A file, or where `isCommand` a command of any kind. */
  readonly name: string;
  readonly args: readonly string[];
  readonly isCommand: boolean;
}

/** Whether this is a file of JavaScript or TypeScript, by its name, and not a command. */
export const isProgramFile = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name);

/** `heatline run`: records a program and reports. The exit code: the program's, 0 when the recording was ended. */
export async function run(what: RunTarget, options: RunOptions & PushAfterOptions): Promise<number> {
  const inputs = [what.name, ...what.args];
  const pushing = preparePushAfter(options);
  if (options.runs > 1) {
    if (pushing) throw new CliError('--push sends one recording, not several runs; send them by heatline push.');
    return withOutputPlaces({ ...options, output: undefined }, inputs, (places) => runOften(what, options, places));
  }
  if (options.output && !/\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(`--output ${options.output} must end in .cpuprofile or .v8log.`);
  }
  return withOutputPlaces(options, inputs, (places) => runOnce(what, options, places, pushing));
}

async function runOnce(
  what: RunTarget,
  options: RunOptions,
  places: OutputPlaces,
  pushing: PushAfter | undefined,
): Promise<number> {
  const part = partOf(options);
  const { target, title, record } = await prepareRecording(what, options);
  const output = options.output && resolve(options.output);
  const place = output ?? places.newRecording(title);
  await tellLeftovers(dirname(place));
  const starting = record(place);
  pushing?.follow(starting);
  return finish(starting, async (outcome, recording) => {
    const question = { time: options.time, ...part, places: placesOf(options) };
    const analysis = await analyzeApart(recording, question);
    await publish(withDiagnostics(analysis, target, outcome), options, process.stderr, { recording, question });
    // Beside a file that was asked for there is to be no other.
    if (output === undefined) keepTexts(analysis, dirname(recording));
    if (output?.endsWith('.cpuprofile') && recording.endsWith('.v8log')) {
      await writeCpuprofile(output, recording, analysis);
      process.stderr.write(`\nCPU profile for other tools: ${output}\n`);
    }
    await pushing?.send(recording, question);
  });
}

/** Records several runs into a folder, and reports on their mean. */
async function runOften(what: RunTarget, options: RunOptions, places: OutputPlaces): Promise<number> {
  refuseExports(options);
  if (options.output && /\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(
      `With --runs ${options.runs} recordings are made: --output has to name a folder, not ${options.output}.`,
    );
  }
  const { target, title, record } = await prepareRecording(what, options);
  const folder = places.newRunFolder(options.output ? resolve(options.output) : places.newRecording(title, ''));
  return finishRuns((at) => record(join(folder, `run-${at}.cpuprofile`)), options.runs, {
    place: () => `Recordings: ${folder}`,
    report: async (outcomes) => {
      // A run that was stopped did not do all of its work.
      const done = outcomes.filter(({ ending }) => ending.kind !== 'stopped' || options.duration !== undefined);
      const used = done.length > 0 ? done : outcomes;
      for (const { recording } of outcomes.filter((outcome) => !used.includes(outcome))) await rm(recording);
      const analyses = await analyzeAll(
        used.map(({ recording }) => recording),
        { time: options.time, marks: partOf(options).marks, places: placesOf(options) },
        analyzeApart,
      );
      const noted = used.map((outcome, i) => withDiagnostics(analyses[i], target, outcome));
      await publish(meanOfRuns(noted), options, process.stderr);
      keepTexts(analyses[0], folder);
    },
  });
}

/**
 * How to record it. The recording is named after `title`; `target` is how a file is run, undefined for a command, as is its V8's version. `record` may
 * be told to `pipe` the program's streams, and what V8 is to log besides.
 */
export async function prepareRecording({ name, args, isCommand }: RunTarget, options: RecordingOptions) {
  const { interval, sampler, frameRepair, logLimit, detailLimit } = options;
  const how = { interval, sampler, frameRepair, logLimit, detailLimit };
  const isScript = !isCommand && isOtherScript(resolve(name));
  if (isCommand || isScript) {
    const launch = prepareCommand(isScript ? resolve(name) : name, args, options);
    const record = (output: string, more: MoreOptions = {}): Promise<RecordingSession> =>
      startRecording({ ...launch, ...how, output, ...more });
    return { target: undefined, title: name, v8Version: undefined, record };
  }
  const { target, launch } = await prepareLaunch(name, args, options);
  const runtimeArgs = [...(options.steady ? STEADY_FLAGS : []), ...(launch.runtimeArgs ?? [])];
  const record = (output: string, more: MoreOptions = {}): Promise<RecordingSession> =>
    startRecording({ ...launch, runtimeArgs, ...how, output, ...more });
  return { target, title: target.subject, v8Version: launch.v8Version, record };
}

type MoreOptions = Partial<Pick<RecordOptions, 'stdio' | 'moreLogFlags'>>;

/** How a command is launched. What is said of a file's runtime is of no use to it: it brings its own. */
function prepareCommand(command: string, args: readonly string[], options: RecordingOptions): PreparedCommand {
  const { runtime, runtimeArg, typescript, loader, steady } = options;
  const given = {
    '--runtime': runtime !== undefined,
    '--runtime-arg': runtimeArg.length > 0,
    '--typescript': typescript !== 'auto',
    '--loader': loader !== 'auto',
    '--steady': steady === true,
  };
  const wrong = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (wrong !== undefined)
    throw new CliError(`${wrong} is for a FILE that Heatline runs itself; a command after -- chooses its own Node.`);
  const { duration } = options;
  const cwd = resolveFolder(options.cwd);
  return { program: command, command, args, cwd, env: programEnvironment(), duration, stdio: 'inherit' };
}

type PreparedCommand = Omit<Parameters<typeof startRecording>[0], 'interval' | 'sampler' | 'output'>;

/** An analysis with what was noticed of how its program was run and recorded. */
export function withDiagnostics(
  analysis: Analysis,
  target: ResolvedRun | undefined,
  outcome: RecordingOutcome,
): Analysis {
  if (!target) return withOutcome(analysis, outcome);
  const how: Diagnostic[] =
    target.how === 'javascript' ? [] : [{ code: `typescript-${target.how}`, severity: 'info', message: target.reason }];
  return withOutcome(analysis, { diagnostics: [...target.diagnostics, ...how, ...outcome.diagnostics] });
}

/** An analysis with what was noticed of its recording besides, each once. */
export function withOutcome(analysis: Analysis, { diagnostics }: Pick<RecordingOutcome, 'diagnostics'>): Analysis {
  const identify = (diagnostic: Diagnostic): string => diagnostic.code + describeDiagnostic(diagnostic);
  const known = new Set(analysis.diagnostics.map(identify));
  const added = diagnostics.filter((diagnostic) => !known.has(identify(diagnostic)));
  return { ...analysis, diagnostics: [...analysis.diagnostics, ...added] };
}

/** Makes recordings of what runs of Heatline that were killed have left in this folder, and says where they are. */
async function tellLeftovers(folder: string): Promise<void> {
  for (const { recording, program, startedAt } of await finishLeftovers(folder)) {
    const when = new Date(startedAt).toLocaleString();
    process.stderr.write(
      neutralise(
        `The recording of ${program} from ${when} was not finished; what there was of it is in ${recording}.`,
      ) + '\n',
    );
  }
}
