import { resolve } from 'node:path';
import { analyze } from '../analysis/analyze.ts';
import type { Analysis } from '../core/index.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import type { Diagnostic } from '../recording/index.ts';
import { type RecordingOutcome, startRecording } from '../recorder/index.ts';
import type { ResolvedTarget } from '../target/index.ts';
import { CliError } from './cli-error.ts';
import { finish, prepareLaunch } from './launch.ts';
import type { RunOptions } from './options.ts';
import { type OutputPlaces, withOutputPlaces } from './output-files.ts';
import { publish, writeCpuprofile } from './publish.ts';

/** `heatline run`: records a program and reports. The exit code: the program's, 0 when the recording was ended. */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<number> {
  if (options.output && !/\.(cpuprofile|v8log)$/.test(options.output)) {
    throw new CliError(`--output ${options.output} must end in .cpuprofile or .v8log.`);
  }
  return withOutputPlaces(options, (places) => record(file, args, options, places));
}

async function record(
  file: string,
  args: readonly string[],
  options: RunOptions,
  places: OutputPlaces,
): Promise<number> {
  const { target, launch } = await prepareLaunch(file, args, options);
  const starting = startRecording({
    ...launch,
    interval: options.interval,
    sampler: options.sampler,
    wantLineTotals: options.lineTotals,
    frameRepair: options.frameRepair,
    output: options.output ? resolve(options.output) : places.newRecording(process.cwd(), target.program, new Date()),
  });
  return finish(starting, async (outcome, recording) => {
    const analysis = await analyze(recording, { time: options.time });
    await publish(withDiagnostics(analysis, target, outcome), options, process.cwd(), process.stderr);
    if (!options.output?.endsWith('.cpuprofile') || !recording.endsWith('.v8log')) return;
    await writeCpuprofile(options.output, recording);
    process.stderr.write(`\nCPU profile for other tools: ${resolve(options.output)}\n`);
  });
}

function withDiagnostics(analysis: Analysis, target: ResolvedTarget, outcome: RecordingOutcome): Analysis {
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
