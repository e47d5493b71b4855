import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatCpuprofile } from '../formats/cpuprofile/format.ts';
import { readV8Log } from '../formats/v8-log/read.ts';
import type { Analysis } from '../profile/index.ts';
import { CliError } from './cli-error.ts';
import { flameGraphPage } from './flame-graph-page.ts';
import { formatReport } from './format-report.ts';
import { buildJsonReport } from './json-report.ts';
import type { ShowOptions } from './options.ts';
import { readSources } from './source-text.ts';
import { painter, wantsColor } from './style.ts';

const widthWithoutTerminal = 120;

/** Prints the report to the stream and writes the files that were asked for. */
export async function publish(
  analysis: Analysis,
  options: ShowOptions,
  cwd: string,
  stream: NodeJS.WriteStream,
): Promise<void> {
  const report = formatReport(analysis, {
    width: stream.columns || widthWithoutTerminal,
    paint: painter(wantsColor(stream, process.env)),
    top: options.top,
    all: options.all ?? false,
    cwd,
    source: readSources(),
  });
  // With the JSON on standard output the report must not be mixed into it.
  const isTaken = options.json === '-' && stream === process.stdout;
  (isTaken ? process.stderr : stream).write(report);
  if (options.json) await writeJson(options.json, analysis);
  if (options.flamegraph) await writeFlameGraph(options.flamegraph, analysis, cwd);
}

/**
 * Makes the folders of output files, and sees that the files can be written, before anything runs: a typing error must
 * cost no recording.
 */
export async function prepareFiles(...files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) if (file && file !== '-') await writing(file, () => tryFile(resolve(file)));
}

async function tryFile(file: string): Promise<void> {
  await makeFolder(dirname(file));
  const isNew = !existsSync(file);
  await (await open(file, 'a')).close();
  if (isNew) await rm(file);
}

/** Level by level: `mkdir` with `recursive` never ends below `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

async function writeJson(file: string, analysis: Analysis): Promise<void> {
  const text = `${JSON.stringify(buildJsonReport(analysis), undefined, 2)}\n`;
  if (file === '-') process.stdout.write(text);
  else await writing(file, () => writeFile(file, text));
}

async function writeFlameGraph(file: string, analysis: Analysis, cwd: string): Promise<void> {
  const page = await flameGraphPage(analysis, cwd);
  await writing(file, () => pipeline(Readable.from(page), createWriteStream(file)));
}

/** A V8 log's samples as a standard CPU profile too, for other tools. */
export async function writeCpuprofile(file: string, v8Log: string): Promise<void> {
  const profile = await readV8Log(v8Log);
  await writing(file, () => pipeline(Readable.from(formatCpuprofile(profile)), createWriteStream(file)));
}

async function writing(file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CliError(`${file} cannot be written (${code || message}); choose another place.`);
  }
}
