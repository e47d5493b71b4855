import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnalyzeOptions, analyzeStacks } from '../analysis/analyze.ts';
import type { CallAnalysis } from '../analysis/analyze-calls.ts';
import { formatCpuprofile } from '../export/cpuprofile.ts';
import { type ExportContext, exportFormats, exportNames } from '../export/formats.ts';
import { formatPprof } from '../export/pprof.ts';
import { readThreads } from '../readers/read-threads.ts';
import { type Analysis, type ThreadId, threadOf } from '../core/index.ts';
import { CliError } from './cli-error.ts';
import { type CallView, formatCalls } from './format-calls.ts';
import { formatReport } from './format-report.ts';
import { buildJsonCalls, buildJsonReport } from './json-report.ts';
import { fileOptions, type ShowOptions, type TableOptions } from './options.ts';
import { type OutputOptions, takesStdout, writeJson, writePieces } from './output-files.ts';
import { shortPath, sourceLines } from './report-view.ts';
import { painter, wantsColor } from './text.ts';

const widthWithoutTerminal = 120;

/** Prints the report to the stream and writes the files that were asked for. */
export async function publish(analysis: Analysis, options: ShowOptions, stream: NodeJS.WriteStream): Promise<void> {
  const lineOf = sourceLines();
  const report = formatReport(analysis, { ...viewOf(options, stream), lineOf });
  reportStream(options, stream).write(report);
  if (options.json) await writeJson(options.json, buildJsonReport(analysis));
  const context: ExportContext = { labelOf: (source) => shortPath(source, process.cwd()), lineOf, readBundle };
  for (const name of exportNames) {
    const file = options[name];
    if (file) await writePieces(file, exportFormats[name].write(analysis, context));
  }
}

/** Prints the calls of all functions, or of those with these names, and writes the file that was asked for. */
export async function publishCalls(
  analysis: CallAnalysis,
  options: TableOptions,
  names: readonly string[],
  stream: NodeJS.WriteStream,
): Promise<void> {
  reportStream(options, stream).write(formatCalls(analysis, names, viewOf(options, stream)));
  if (options.json) await writeJson(options.json, buildJsonCalls(analysis));
}

/** Of several runs: throws a `CliError` where a file was asked for that can be of a single recording only. */
export function refuseExports(options: ShowOptions): void {
  const name = fileOptions.find((one) => options[one]);
  if (name)
    throw new CliError(
      `--${name} writes the stacks of one recording, not of several runs; leave it out, and name one recording to heatline show.`,
    );
}

export function viewOf({ top, all = false }: Pick<TableOptions, 'top' | 'all'>, stream: NodeJS.WriteStream): CallView {
  const paint = painter(wantsColor(stream, process.env));
  return { width: stream.columns || widthWithoutTerminal, paint, top, all, cwd: process.cwd() };
}

/** With a file on standard output the report must not be mixed into it. */
export function reportStream(options: OutputOptions, stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return takesStdout(options) && stream === process.stdout ? process.stderr : stream;
}

/** The panel's bundle lies beside the command's. */
function readBundle(name: string): string {
  try {
    return readFileSync(join(__dirname, name), 'utf8');
  } catch {
    throw new CliError(
      `The flame graph cannot be written: ${name} is missing beside ${__filename}; install Heatline again.`,
    );
  }
}

/** As recordings are. */
const OWNER_ONLY = 0o600;

/**
 * All samples of one thread as a standard CPU profile, for other tools; of the first where none is named. `marked`: what the
 * report is of, where that is not all.
 */
export async function writeCpuprofile(
  file: string,
  recording: string,
  { marked }: Pick<Analysis, 'marked'>,
  thread?: ThreadId,
): Promise<void> {
  const profiles = await readThreads(recording);
  const profile = thread === undefined ? profiles[0] : profiles.find((each) => threadOf(each.recording).id === thread);
  if (profile) await writePieces(file, formatCpuprofile(profile), OWNER_ONLY);
  if (marked?.shown) process.stderr.write(`\n${file} has all of the recording, not only what the program marks.\n`);
}

/** The stacks of what was asked about as a pprof. */
export async function writePprof(file: string, recording: string, question: AnalyzeOptions): Promise<void> {
  await writePieces(file, [formatPprof(await analyzeStacks(recording, question))], OWNER_ONLY);
}
