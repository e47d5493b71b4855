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
import { type ResolvedRun, STEADY_FLAGS } from '../target/index.ts';
import { analyzeApart } from './analyze-apart.ts';
import { CliError } from './cli-error.ts';
import { keepTexts } from './kept-texts.ts';
import { finish, finishRuns, ofFileOnly, prepareProgram } from './launch.ts';
import { partOf, placesOf, questionOf, type RecordingOptions, type RunOptions } from './options.ts';
import { newRecording, newRunFolder, prepareOutputs } from './output-files.ts';
import { publish, refuseExports, writeCpuprofile } from './publish.ts';
import { preparePushAfter } from './push-command.ts';
import { analyzeAll } from './recorded-sides.ts';
import type { RunTarget } from './run-target.ts';
import type { PushAfterOptions } from './server-options.ts';
import { neutralise } from './text.ts';

/** `heatline run`: records a program and reports. The exit code: the program's, 0 when the recording was ended. */
export async function run(what: RunTarget, options: RunOptions & PushAfterOptions): Promise<number> {
  const inputs = [what.name, ...what.args];
  const pushing = preparePushAfter(options);
  if (options.runs > 1) {
    if (pushing) throw new CliError('--push sends one recording, not several runs; send them by heatline push.');
    await prepareOutputs({ ...options, output: undefined }, inputs);
    return runOften(what, options);
  }
  if (options.output && !/\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(`--output ${options.output} must end in .cpuprofile or .v8log.`);
  }
  await prepareOutputs(options, inputs);
  const question = questionOf(options);
  const { target, title, record } = await prepareRecording(what, options);
  const output = options.output && resolve(options.output);
  const place = output ?? newRecording(title);
  await tellLeftovers(dirname(place));
  const starting = record(place);
  pushing?.follow(starting);
  return finish(starting, async (outcome, recording) => {
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
async function runOften(what: RunTarget, options: RunOptions): Promise<number> {
  refuseExports(options);
  if (options.output && /\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(
      `With --runs ${options.runs} recordings are made: --output has to name a folder, not ${options.output}.`,
    );
  }
  const { target, title, record } = await prepareRecording(what, options);
  const folder = newRunFolder(options.output ? resolve(options.output) : newRecording(title, ''));
  return finishRuns((at) => record(join(folder, `run-${at}.cpuprofile`)), options.runs, {
    place: () => `Recordings: ${folder}`,
    report: async (outcomes) => {
      // A run that was stopped did not do all of its work.
      const done = outcomes.filter(({ ending }) => ending.kind !== 'stopped' || options.duration !== undefined);
      const used = done.length > 0 ? done : outcomes;
      for (const { recording } of outcomes.filter((outcome) => !used.includes(outcome))) await rm(recording);
      const files = used.map(({ recording }) => recording);
      const question = { time: options.time, marks: partOf(options).marks, places: placesOf(options) };
      const analyses = await analyzeAll(files, question, analyzeApart);
      const noted = used.map((outcome, i) => withDiagnostics(analyses[i], target, outcome));
      await publish(meanOfRuns(noted), options, process.stderr);
      keepTexts(analyses[0], folder);
    },
  });
}

/**
 * How to record a program: see `prepareProgram`. `v8Version`: undefined for a command. `record` may be told to `pipe` the
 * program's streams, and what V8 is to log besides.
 */
export async function prepareRecording(what: RunTarget, options: RecordingOptions) {
  const { interval, sampler, frameRepair, logLimit, detailLimit, steady } = options;
  const { title, target, launch } = await prepareProgram(what, options);
  if (steady && !target) throw ofFileOnly('--steady');
  const runtimeArgs = [...(steady ? STEADY_FLAGS : []), ...(launch.runtimeArgs ?? [])];
  const how = { runtimeArgs, interval, sampler, frameRepair, logLimit, detailLimit };
  const record = (
    output: string,
    more: Partial<Pick<RecordOptions, 'stdio' | 'moreLogFlags'>> = {},
  ): Promise<RecordingSession> => startRecording({ ...launch, ...how, output, ...more });
  return { title, target, v8Version: launch.v8Version, record };
}

/** An analysis with what was noticed of how its program was run and recorded. */
export function withDiagnostics(analysis: Analysis, target: ResolvedRun | undefined, outcome: RecordingOutcome) {
  if (!target) return withOutcome(analysis, outcome);
  const how: Diagnostic[] =
    target.how === 'javascript' ? [] : [{ code: `typescript-${target.how}`, severity: 'info', message: target.reason }];
  return withOutcome(analysis, { diagnostics: [...target.diagnostics, ...how, ...outcome.diagnostics] });
}

/** An analysis with what was noticed of its recording besides, each once. */
export function withOutcome(analysis: Analysis, { diagnostics }: Pick<RecordingOutcome, 'diagnostics'>): Analysis {
  // The recording's own facts stand beside the samples of one thread, which an analysis of several names.
  const identify = (diagnostic: Diagnostic): string =>
    diagnostic.code + describeDiagnostic({ ...diagnostic, inThreads: undefined });
  const known = new Set(analysis.diagnostics.map(identify));
  const added = diagnostics.filter((diagnostic) => !known.has(identify(diagnostic)));
  return { ...analysis, diagnostics: [...analysis.diagnostics, ...added] };
}

/** Makes recordings of what runs of Heatline that were killed have left in this folder, and says where they are. */
async function tellLeftovers(folder: string): Promise<void> {
  for (const { recording, program, startedAt } of await finishLeftovers(folder)) {
    const when = new Date(startedAt).toLocaleString();
    const what = `The recording of ${program} from ${when} was not finished; what there was of it is in ${recording}.`;
    process.stderr.write(`${neutralise(what)}\n`);
  }
}
