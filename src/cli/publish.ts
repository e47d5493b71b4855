import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnalyzeOptions, analyzeStacks } from '../analysis/analyze.ts';
import { type ExportName, exportNames, stackFormats } from '../export/format-names.ts';
import { type ExportContext, type ExportedRecording, writers } from '../export/formats.ts';
import { readThreads } from '../readers/read-threads.ts';
import { type Analysis, type Profile, type ThreadId, threadOf } from '../core/index.ts';
import { CliError } from './cli-error.ts';
import { formatReport } from './format-report.ts';
import type { ShowOptions, TableOptions } from './options.ts';
import { type OutputOptions, takesStdout, writePieces } from './output-files.ts';
import { type ReportView, shortPath, sourceLines } from './report-view.ts';
import { painter, wantsColor } from './text.ts';

const widthWithoutTerminal = 120;

/** Where an analysis comes from, for formats that ask for more of it. */
interface PublishedRecording {
  readonly recording: string;
  readonly question: AnalyzeOptions;
}

/**
 * Prints the report to the stream and writes the files that were asked for. `from`: undefined for the mean of several runs, of which
 * no file but the report can be.
 */
export async function publish(
  analysis: Analysis,
  options: ShowOptions,
  stream: NodeJS.WriteStream,
  from?: PublishedRecording,
  format: (analysis: Analysis, view: ReportView) => string = formatReport,
): Promise<void> {
  const lineOf = sourceLines();
  const report = format(analysis, { ...viewOf(options, stream), lineOf });
  reportStream(options, stream).write(report);
  const context = exportContext(lineOf);
  for (const name of exportNames) {
    const file = options[name];
    if (file) await writePieces(file, await writers[name](exportedFrom(analysis, from), context), modes[name]);
    if (file && name === 'cpuprofile' && analysis.marked?.shown)
      process.stderr.write(`\n${file} has all of the recording, not only what the program marks.\n`);
  }
}

/** What export formats need of the command line. */
export const exportContext = (lineOf = sourceLines()): ExportContext => ({
  labelOf: (source) => shortPath(source, process.cwd()),
  lineOf,
  readBundle,
});

/** Files that hold all of a recording are their owner's alone, as recordings are. */
const modes: Readonly<Partial<Record<ExportName, number>>> = { cpuprofile: 0o600, pprof: 0o600, firefox: 0o600 };

function exportedFrom(analysis: Analysis, from: PublishedRecording | undefined): ExportedRecording {
  const source = (): PublishedRecording => {
    if (from === undefined) throw new CliError('Several runs have no stacks of their own; name one recording.');
    return from;
  };
  return {
    analysis,
    mapped: () => analyzeStacks(source().recording, source().question),
    thread: () => readOneThread(source().recording, analysis.thread),
  };
}

async function readOneThread(recording: string, thread: ThreadId | undefined): Promise<Profile> {
  const profiles = await readThreads(recording);
  return profiles.find((each) => threadOf(each.recording).id === thread) ?? profiles[0];
}

/** Of several runs: throws a `CliError` where a file was asked for that can be of a single recording only. */
export function refuseExports(options: ShowOptions): void {
  const name = stackFormats.find((one) => options[one]);
  if (name)
    throw new CliError(
      `--${name} writes the stacks of one recording, not of several runs; leave it out, and name one recording to heatline show.`,
    );
}

export function viewOf(
  { top, all = false }: Pick<TableOptions, 'top' | 'all'>,
  stream: NodeJS.WriteStream,
): Omit<ReportView, 'lineOf'> {
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

/** All samples of one thread as a standard CPU profile, for other tools. */
export async function writeCpuprofile(file: string, recording: string, analysis: Analysis): Promise<void> {
  const exported = exportedFrom(analysis, { recording, question: {} });
  await writePieces(file, await writers.cpuprofile(exported, exportContext()), modes.cpuprofile);
}
