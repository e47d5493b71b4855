import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Places } from '../analysis/index.ts';
import type { MovedPath } from '../urls/index.ts';
import { CliError } from './cli-error.ts';
import { InvalidArgumentError, type Command, Option } from 'commander';
import type { Microseconds, RecordingPart, SampleLabel, ThreadId, TimeRange, ValueName } from '../core/index.ts';
import { exportFormats, type ExportName, stackFormats } from '../export/format-names.ts';
import { askedInterval } from '../recorder/session/interval.ts';
import { type SamplerChoice } from '../recorder/recording-session.ts';
import type { LoaderChoice, TypeScriptChoice } from '../target/index.ts';
import { type RunnerChoice, runnerChoices } from '../target/tests/runner-names.ts';
import { RecordingError } from '../recording/index.ts';

/** Which rows a report shows. */
export interface TableOptions {
  readonly path: readonly MovedPath[];
  readonly json?: string;
  readonly top: number;
  readonly all?: boolean;
}

/** Files to write, by their formats. */
export type ExportOptions = Readonly<Partial<Record<ExportName, string>>>;

/** What is shown of a recording, besides the thread: what lies between two times, in microseconds from its first sample, with these labels. */
export interface RangeOptions {
  readonly from?: Microseconds;
  readonly to?: Microseconds;
  readonly label: readonly SampleLabel[];
}

/** Options of `heatline show`. */
export interface ShowOptions extends TableOptions, ExportOptions {
  /** The thread to report on; all together where absent. */
  readonly thread?: ThreadId;
  readonly time: ValueName;
  /** Whether what the program marks limits the report; only spans of one name, where one is given. */
  readonly ignoreMarks?: boolean;
  readonly mark?: string;
  /** What is heat, by its name in a recording that measured several things. */
  readonly value?: string;
}

/** How a program is run. */
export interface LaunchOptions {
  /** Milliseconds. */
  readonly duration?: number;
  readonly output?: string;
  readonly runtime?: string;
  readonly runtimeArg: readonly string[];
  readonly typescript: TypeScriptChoice;
  readonly loader: LoaderChoice;
  readonly cwd?: string;
  readonly testRunner: RunnerChoice;
  readonly testName?: string;
}

/** Options of `heatline run`. `interval` in microseconds. */
export interface RunOptions extends ShowOptions, LaunchOptions {
  readonly interval?: number;
  readonly sampler: SamplerChoice;
  readonly frameRepair: boolean;
  readonly runs: number;
  readonly steady?: boolean;
  /** Bytes. */
  readonly logLimit?: number;
  /** Bytes. */
  readonly detailLimit?: number;
}

/** How a program is recorded. */
export type RecordingOptions = Omit<RunOptions, keyof ShowOptions | 'runs'>;

/** Options of `heatline why`. */
export interface WhyOptions extends ShowOptions, LaunchOptions {
  readonly recording?: string;
}

/** Options of `heatline attach`. */
export interface AttachCommandOptions
  extends ShowOptions, Pick<RunOptions, 'interval' | 'duration' | 'output' | 'detailLimit'> {
  readonly frameRepair?: boolean;
  readonly signal?: boolean;
  /** A part of a title or url. */
  readonly page?: string;
}

/** Options of `heatline time`. */
export interface TimeCommandOptions extends TableOptions, LaunchOptions, Pick<ExportOptions, 'flamegraph'> {
  readonly function: readonly string[];
  readonly in: readonly string[];
  readonly countOnly?: boolean;
}

/** Options of `heatline diff`. */
export interface DiffOptions extends TableOptions {
  readonly time: ValueName;
  readonly markdown?: string;
  /** Recordings of the side after, where there are several. */
  readonly to?: readonly string[];
  /** The slowdown that may pass: 0.1 for 10 %. */
  readonly failAbove: number;
  readonly unclear: 'fail' | 'pass';
}

/** Options of `heatline mcp`. */
export interface McpOptions {
  readonly recordings: readonly string[];
}

/** Adds what {@link McpOptions} has. */
export function addMcpOptions(command: Command): Command {
  return command.option(
    '--recordings <FOLDER>',
    'recordings in this folder may be read too, besides those in the current one; repeatable',
    collect,
    [],
  );
}

/** Adds what {@link DiffOptions} has. */
export function addDiffOptions(command: Command): Command {
  command
    .option('--to <AFTER...>', 'several recordings of the side after; all others are of the side before')
    .addOption(
      new Option(
        '--fail-above <PERCENT>',
        'exit with 1 when the whole, a function or a line is slower by more than this, and clearly so',
      )
        .argParser(parsePercent)
        .default(0.1, '10%'),
    )
    .addOption(
      new Option('--unclear <RESULT>', 'what it is when the runs do not suffice to say: fail exits with 3, pass with 0')
        .choices(['fail', 'pass'])
        .default('fail'),
    )
    .option('--markdown <FILE>', 'write a summary for a pull request, with links to the lines; - for standard output');
  return addTableOptions(command.addOption(timeOption()));
}

/** The part that `10%`, `10 %` or `10` is of the whole. */
export function parsePercent(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*%?$/.exec(text.trim());
  if (!match) throw new InvalidArgumentError('Write it as 10%.');
  return Number(match[1]) / 100;
}

/** Adds what {@link ShowOptions} has. */
export function addShowOptions(command: Command): Command {
  for (const name of stackFormats)
    command.option(`--${name} <FILE${exportFormats[name].ending}>`, exportFormats[name].help);
  command
    .option('--thread <ID>', 'report on this thread only; the report lists them with their numbers', parseThread)
    .option(
      '--mark <NAME>',
      'report only on what the program marks by console.profile(NAME) … console.profileEnd(NAME)',
    )
    .option('--ignore-marks', 'report on all of the recording, whatever the program marks by console.profile');
  return addTableOptions(command.addOption(timeOption()));
}

/** Adds what only a recording that is there already can be asked: the value, and what {@link RangeOptions} has. */
export function addRangeOptions(command: Command): Command {
  return command
    .option('--value <NAME>', 'what is heat in a pprof that measured several things, such as alloc_space')
    .option(
      '--label <KEY=VALUE>',
      'report only on samples of a pprof with this label, such as endpoint=/cart; repeatable: any of one key, and all keys',
      addLabel,
      [],
    )
    .option('--from <TIME>', 'report only on what is after this time of the recording: 1.2s, 500ms, 2min', parseTime)
    .option('--to <TIME>', 'report only on what is before this time of the recording', parseTime);
}

/** The range that was asked for; undefined for the whole recording. */
export function rangeOf({ from = 0, to = Infinity }: Pick<RangeOptions, 'from' | 'to'>): TimeRange | undefined {
  if (from === 0 && to === Infinity) return undefined;
  if (from < to) return { from, to };
  throw new CliError('--from has to be before --to.');
}

/** What is asked of a recording. Throws as {@link partOf} does. */
export const questionOf = (options: ShowOptions) =>
  ({ time: options.time, ...partOf(options), places: placesOf(options) }) as const;

/** The part that was asked for, apart from the time. Throws a `CliError` where it is contradictory. */
export function partOf({ thread, mark, ignoreMarks, value }: ShowOptions): RecordingPart {
  if (mark !== undefined && ignoreMarks) throw new CliError('--mark and --ignore-marks exclude each other.');
  const marks = mark !== undefined ? { name: mark } : ignoreMarks ? 'ignored' : undefined;
  return { thread, marks, value };
}

const timeOption = (): Option =>
  new Option('--time <KIND>', 'what is heat: cpu, time on a CPU where the recording tells it; wall, blocked time too')
    .choices(['cpu', 'wall'])
    .default('cpu');

function addTableOptions(command: Command): Command {
  return command
    .option(
      '--path <FROM=TO>',
      'where files are that the recording has at another place: /app=. after a run in a container; repeatable',
      addPath,
      [],
    )
    .option('--json <FILE>', exportFormats.json.help)
    .option('--top <N>', 'number of rows in each table', parseTop, 15)
    .option('--all', 'also show dependencies and Node itself, not only your own code');
}

/** Adds what {@link AttachCommandOptions} has beyond {@link ShowOptions}. */
export function addAttachOptions(command: Command): Command {
  return command
    .option(...intervalOption)
    .option(
      '-d, --duration <TIME>',
      'end the recording after this time; the program goes on: 10s, 500ms, 2min',
      parseDuration,
    )
    .option(...outputOption('FILE.cpuprofile'))
    .option(...detailLimitOption)
    .option(
      '--frame-repair',
      "load Heatline's addon into the program (Linux x64 only): it brings back the frames that V8 loses in its builtins, and stays until the program ends",
    )
    .option('--page <TEXT>', 'of a browser with several pages: the one with this in its title or url')
    .option('--signal', 'send the process SIGUSR1 without asking, so that it opens its inspector');
}

const outputOption = (file: string): [flags: string, description: string] => [
  `-o, --output <${file}>`,
  'the file to write the recording to; default: a new file in .heatline/',
];

const intervalOption = [
  '-i, --interval <TIME>',
  'sampling interval: 1ms, 250us, 1000/s or a number of microseconds; from 50us to 1s (default: 1ms, for tests 250us)',
  interval,
] as const;

/** For all that the inspector's sampler records. */
const detailLimitOption = [
  '--detail-limit <SIZE>',
  "keep so much of the inspector's samples (12 bytes each), and where there are more every other one: 20MB; default: 96MB",
  parseSize,
] as const;

/** Adds what {@link RunOptions} has beyond {@link ShowOptions}. */
export function addRunOptions(command: Command): Command {
  command
    .option(...intervalOption)
    .addOption(
      new Option('--sampler <NAME>', 'what takes the samples; auto picks the one whose lines are right on this Node')
        .choices(['auto', 'inspector', 'v8log'])
        .default('auto'),
    )
    .option('-n, --runs <N>', 'run the program so often and report the mean; what is recorded is a folder', parseTop, 1)
    .option(
      '--steady',
      'make runs more alike: V8 optimises code on the main thread (--no-concurrent-recompilation), which takes about a third more CPU time there; compare such runs with each other only',
    )
    .option('--log-limit <SIZE>', 'end V8 logs at this size, while the program runs on: 500MB; default: 2GB', parseSize)
    .option(...detailLimitOption)
    .option(
      '--no-frame-repair',
      'load no native code into the program: the frames that V8 loses in its builtins stay lost (Linux only)',
    );
  return addLaunchOptions(command, 'FILE.cpuprofile');
}

/** Adds what {@link WhyOptions} has beyond {@link ShowOptions}. */
export function addWhyOptions(command: Command): Command {
  return addLaunchOptions(
    command.option(
      '--recording <FILE>',
      'explain this recording; default: the newest of this program with these arguments in .heatline/, or else one that is made first',
    ),
    'FILE.cpuprofile',
  );
}

/** Adds what {@link TimeCommandOptions} has. */
export function addTimeOptions(command: Command): Command {
  command
    .option(
      '-f, --function <NAMES>',
      'only these: parse,Index.search,parse*,search.ts:7; repeatable; default: all own functions with a name',
      collect,
      [],
    )
    .option(
      '--in <FOLDER>',
      'only functions in files below this folder; repeatable; default: the working directory and the folder of FILE',
      collect,
      [],
    )
    .option('--count-only', "only count the calls, by V8's own counters, without rewriting the program's code")
    .option(
      '--flamegraph <FILE.html>',
      'write the calls in their order as an interactive chart that any browser opens',
    );
  return addTableOptions(addLaunchOptions(command, 'FILE.calls.json'));
}

function addLaunchOptions(command: Command, output: string): Command {
  return command
    .option(
      '-d, --duration <TIME>',
      'stop the program and end the recording after this time: 10s, 500ms, 2min',
      parseDuration,
    )
    .option(...outputOption(output))
    .option('--runtime <PATH>', 'the Node to run; default: node on the PATH')
    .option('--runtime-arg <ARG>', 'an argument for Node, such as --max-old-space-size=4096; repeatable', collect, [])
    .addOption(
      new Option('--typescript <WAY>', 'how TypeScript is run; auto tries the others in this order')
        .choices(['auto', 'native', 'loader', 'build', 'strip'])
        .default('auto'),
    )
    .addOption(
      new Option('--loader <NAME>', 'which installed loader runs TypeScript; auto takes the first, where one is needed')
        .choices(['auto', 'tsx', 'ts-node', 'swc'])
        .default('auto'),
    )
    .addOption(
      new Option('--test-runner <NAME>', 'what runs a file of tests; auto recognises it, none runs the file by itself')
        .choices(runnerChoices)
        .default('auto'),
    )
    .option(
      '--test-name <PATTERN>',
      "only the tests whose full name fits, as the runner's own option (-t, -g) takes it",
    )
    .option('--cwd <FOLDER>', "the program's working directory; default: the current one, or the test runner's");
}

/** The two sides of `KEY=VALUE`. `form`: as it is to be written. */
export function pairOf(text: string, form: string): [key: string, value: string] {
  const [, key, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (key === undefined) throw new InvalidArgumentError(`Write it as ${form}.`);
  return [key, value];
}

/** One more `FROM=TO`. */
export function addPath(text: string, paths: readonly MovedPath[]): MovedPath[] {
  const [from, to] = pairOf(text, 'FROM=TO, such as /app=');
  if (!existsSync(to)) throw new InvalidArgumentError(`There is no ${resolve(to)}.`);
  return [...paths, { from, to: resolve(to) }];
}

/** Where files are looked for that are not where the recording says. */
export const placesOf = ({ path }: TableOptions): Places => ({ moves: path, folders: [process.cwd()] });

/** One more `KEY=VALUE`. */
function addLabel(text: string, labels: readonly SampleLabel[]): SampleLabel[] {
  const [key, value] = pairOf(text, 'KEY=VALUE, such as endpoint=/cart');
  return [...labels, { key, value }];
}

const collect = (value: string, values: readonly string[]): string[] => [...values, value];

function interval(text: string): number | undefined {
  try {
    return askedInterval(text);
  } catch (error) {
    throw error instanceof RecordingError ? new InvalidArgumentError(error.message) : error;
  }
}

const inMilliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, '': 1000, min: 60_000, m: 60_000 };

/** Milliseconds of `10s`, `500ms`, `2min` or a number of seconds. */
export function parseDuration(text: string): number {
  const value = readMilliseconds(text);
  if (!(value > 0)) throw new InvalidArgumentError(`Write it as 10s, 500ms or 2min.`);
  return value;
}

/** Microseconds of the same, which may be none. */
export function parseTime(text: string): Microseconds {
  const value = readMilliseconds(text);
  if (Number.isNaN(value)) throw new InvalidArgumentError(`Write it as 1.2s, 500ms or 2min.`);
  return value * 1000;
}

function readMilliseconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|)$/.exec(text.trim());
  return match ? Number(match[1]) * inMilliseconds[match[2]] : NaN;
}

/** Bytes of `500MB` or `2GB`. */
export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([MG])B?$/i.exec(text.trim());
  const value = match ? Number(match[1]) * 1024 ** (match[2].toUpperCase() === 'G' ? 3 : 2) : 0;
  if (!(value > 0)) throw new InvalidArgumentError('Write it as 500MB or 2GB.');
  return value;
}

/** A whole number from 1 on; anything else is refused with this sentence. */
const wholeNumber = (refusal: string) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError(refusal);
  return value;
};

const parseThread = wholeNumber('It must be the number of a thread.');

/** How many rows a text asks for. */
export const parseTop = wholeNumber('It must be a whole number, 1 or more.');
