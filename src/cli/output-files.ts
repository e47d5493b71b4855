import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from './cli-error.ts';
import { exportNames } from '../export/format-names.ts';
import { formatJson } from '../export/json-report.ts';
import { refuseOverwriting } from './output-conflicts.ts';

/** The mode of recordings. */
export const OWNER_ONLY = 0o600;

const IGNORE = '.gitignore';

const outputNames = ['output', ...exportNames] as const;

/** The output files, by the options that name them. */
export type OutputOptions = Readonly<Partial<Record<(typeof outputNames)[number], string>>>;

/** Whether one of them is standard output. */
export const takesStdout = (options: OutputOptions): boolean => outputNames.some((name) => options[name] === '-');

/** How many recordings each name was asked for: their files appear only when their runs end. */
const given = new Map<string, number>();

/** Folders that were made, the outermost first. */
const made: string[] = [];

/**
 * A path for a new recording in `.heatline/` below the current folder; that folder is made, and keeps itself out of git.
 * The process id in the name keeps it apart from other runs, since the file appears only when its run ends; a number, from
 * what this process recorded within the same second. Throws a `CliError` where no folder can be made. Without an `ending` it is the name of a folder.
 */
export function newRecording(program: string, ending = 'cpuprofile'): string {
  const home = join(process.cwd(), '.heatline');
  const ignore = join(home, IGNORE);
  refusing(`${home} cannot be made`, 'name another place for the recording by --output', () => {
    makeFolder(home, 0o700);
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  });
  const place = join(home, `${nameOf(program)}-${stamp(new Date())}-${process.pid}`);
  const count = (given.get(place) ?? 0) + 1;
  given.set(place, count);
  return `${place}${count > 1 ? `-${count}` : ''}${ending && `.${ending}`}`;
}

/** Makes a folder for the runs of a program, and returns it. Throws a `CliError` where it has recordings already. */
export function newRunFolder(folder: string): string {
  const isTaken = existsSync(folder) && readdirSync(folder).some((name) => /^run-\d+\./.test(name));
  if (isTaken) throw new CliError(`${folder} has runs already; name another folder, or delete it.`);
  refusing(`${folder} cannot be made`, 'choose another place', () => makeFolder(folder));
  return folder;
}

/**
 * Makes the folders of output files and checks that the files can be written, and that none is one of the inputs, which
 * would be lost. Called before anything runs, so that a mistyped path costs no recording. Throws a `CliError`.
 */
export async function prepareOutputs(options: OutputOptions, inputs: readonly string[]): Promise<void> {
  const outputs = Object.fromEntries(outputNames.map((name) => [name, options[name]]));
  refuseOverwriting(outputs, inputs);
  for (const file of Object.values(outputs)) {
    if (file !== undefined && file !== '-') await tryFile(resolve(file)).catch(refuseToWrite(file));
  }
}

async function tryFile(file: string): Promise<void> {
  makeFolder(dirname(file));
  const isNew = !existsSync(file);
  await (await open(file, 'a')).close();
  if (isNew) await rm(file);
}

/**
 * Makes a folder and those above it, one level at a time: `mkdir` with `recursive` never ends below `/proc`. Those that stay
 * empty, as after a start that failed, go as this process ends.
 */
function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode });
  if (made.push(folder) === 1) process.once('exit', removeUnused);
}

function removeUnused(): void {
  for (const folder of made.reverse()) {
    try {
      const names = readdirSync(folder);
      if (names.length === 1 && names[0] === IGNORE) rmSync(join(folder, IGNORE));
      rmdirSync(folder);
    } catch {
      // It is used, or gone.
    }
  }
}

/** Local time as `2026-01-31-09-05-00`. */
function stamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
  return [now.getFullYear(), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}

/** Writes a text, or bytes, piece by piece; `-` is standard output. A new file gets the mode. Throws a `CliError`. */
export async function writePieces(file: string, pieces: Iterable<string | Buffer>, mode?: number): Promise<void> {
  if (file === '-') await print(pieces);
  else await pipeline(Readable.from(pieces), createWriteStream(file, { mode })).catch(refuseToWrite(file));
}

async function print(pieces: Iterable<string | Buffer>): Promise<void> {
  try {
    for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  } catch (error) {
    // Whoever reads it has enough (`heatline show --json - … | head`).
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** The same for a text that is at hand. */
export const writeText = (file: string, text: string): Promise<void> => writePieces(file, [text]);

/** The same for a value as JSON. */
export const writeJson = (file: string, value: object): Promise<void> => writeText(file, formatJson(value));

const refuseToWrite = (file: string) => (error: unknown) =>
  refuse(`${file} cannot be written`, 'choose another place', error);

function refusing(problem: string, advice: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    refuse(problem, advice, error);
  }
}

function refuse(problem: string, advice: string, error: unknown): never {
  const { code = '', message } = error as NodeJS.ErrnoException;
  throw new CliError(`${problem} (${code || message}); ${advice}.`);
}

/** A program's name as part of a recording's: without what a terminal would obey, and one that every file system takes. */
export function nameOf(program: string): string {
  const name = basename(program).replace(/\.\w+$/, '');
  return name.replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*\\]/gu, '_').slice(0, 60);
}
