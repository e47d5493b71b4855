import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/** Makes the folders of output files before anything runs, so that a typing error costs no recording. */
export async function prepareFolders(...files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files)
    if (file && file !== '-') await writing(file, () => mkdir(dirname(file), { recursive: true }));
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

async function writing(file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CliError(`${file} cannot be written (${code || message}); choose another place.`);
  }
}
