import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { analyze } from '../analysis/analyze.ts';
import { meanOfRuns } from '../compare/index.ts';
import type { Analysis } from '../core/index.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import type { Diagnostic } from '../recording/index.ts';
import { type RecordingOutcome, type RecordingSession, startRecording } from '../recorder/index.ts';
import type { ResolvedRun } from '../target/index.ts';
import { CliError } from './cli-error.ts';
import { keepTexts } from './kept-texts.ts';
import { finish, finishRuns, prepareLaunch } from './launch.ts';
import type { RunOptions } from './options.ts';
import { type OutputPlaces, withOutputPlaces } from './output-files.ts';
import { publish, refuseExports, writeCpuprofile } from './publish.ts';
import { analyzeAll } from './recorded-sides.ts';
import { STEADY_FLAGS } from './steady.ts';

/** `heatline run`: records a program and reports. The exit code: the program's, 0 when the recording was ended. */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<number> {
  if (options.runs > 1) {
    return withOutputPlaces({ ...options, output: undefined }, (places) => runOften(file, args, options, places));
  }
  if (options.output && !/\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(`--output ${options.output} must end in .cpuprofile or .v8log.`);
  }
  return withOutputPlaces(options, (places) => runOnce(file, args, options, places));
}

async function runOnce(
  file: string,
  args: readonly string[],
  options: RunOptions,
  places: OutputPlaces,
): Promise<number> {
  const { target, record } = await prepareRecording(file, args, options);
  const output = options.output && resolve(options.output);
  const starting = record(output ?? places.newRecording(process.cwd(), target.subject, new Date()));
  return finish(starting, async (outcome, recording) => {
    const { time, thread, cpuprofile } = options;
    const analysis = await analyze(recording, { time, thread });
    await publish(withDiagnostics(analysis, target, outcome), options, process.cwd(), process.stderr);
    // Beside a file that was asked for there is to be no other.
    if (output === undefined) keepTexts(analysis, dirname(recording));
    if (cpuprofile) await writeCpuprofile(cpuprofile, recording, thread);
    if (!output?.endsWith('.cpuprofile') || !recording.endsWith('.v8log')) return;
    await writeCpuprofile(output, recording, thread);
    process.stderr.write(`\nCPU profile for other tools: ${output}\n`);
  });
}

/** Records several runs into a folder, and reports on their mean. */
async function runOften(
  file: string,
  args: readonly string[],
  options: RunOptions,
  places: OutputPlaces,
): Promise<number> {
  refuseExports(options, 'several runs');
  if (options.output && /\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(
      `With --runs ${options.runs} recordings are made: --output has to name a folder, not ${options.output}.`,
    );
  }
  const { target, record } = await prepareRecording(file, args, options);
  const folder = options.output
    ? places.newRunFolder(resolve(options.output))
    : places.newRunFolder(places.newRecording(process.cwd(), target.subject, new Date(), ''));
  return finishRuns((at) => record(join(folder, `run-${at}.cpuprofile`)), options.runs, {
    place: () => `Recordings: ${folder}`,
    report: async (outcomes) => {
      // A run that was stopped did not do all of its work.
      const done = outcomes.filter(({ ending }) => ending.kind !== 'stopped' || options.duration !== undefined);
      const used = done.length > 0 ? done : outcomes;
      for (const { recording } of outcomes.filter((outcome) => !used.includes(outcome))) await rm(recording);
      const analyses = await analyzeAll(
        used.map(({ recording }) => recording),
        options.time,
      );
      const noted = used.map((outcome, i) => withDiagnostics(analyses[i], target, outcome));
      await publish(meanOfRuns(noted), options, process.cwd(), process.stderr);
      keepTexts(analyses[0], folder);
    },
  });
}

async function prepareRecording(
  file: string,
  args: readonly string[],
  options: RunOptions,
): Promise<{ target: ResolvedRun; record: (output: string) => Promise<RecordingSession> }> {
  const { target, launch } = await prepareLaunch(file, args, options);
  const { interval, sampler, lineTotals, frameRepair } = options;
  const runtimeArgs = [...(options.steady ? STEADY_FLAGS : []), ...(launch.runtimeArgs ?? [])];
  const record = (output: string): Promise<RecordingSession> =>
    startRecording({ ...launch, runtimeArgs, interval, sampler, wantLineTotals: lineTotals, frameRepair, output });
  return { target, record };
}

function withDiagnostics(analysis: Analysis, target: ResolvedRun, outcome: RecordingOutcome): Analysis {
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
