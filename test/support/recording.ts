import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { build } from 'esbuild';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Analysis } from '../../src/core/index.ts';
import { startRecording, type RecordOptions, type RecordingOutcome } from '../../src/recorder/index.ts';
import { type HeatlineSection, parseHeatlineSection } from '../../src/recording/facts.ts';
import type { Ending } from '../../src/recording/index.ts';
import { parseThreadIndex, type ThreadIndex, THREADS_KEY, THREADS_LINE } from '../../src/recording/threads.ts';
import { sharedBootloader } from './bootloader.ts';
import { hottestLine, samplesOf } from './figures.ts';
import { nodeBinary, type NodeMajor } from './nodes.ts';
import { useScratch } from './scratch.ts';

/**
 * Source text of functions for programs. `busy(ms)` computes for about that long where the machine is quiet. It is the same work
 * each time, so a busy machine makes it longer but not its samples fewer. `untilSampled(work)` does work again until V8's
 * samplers have looked at the process as often as it says: they may get no processor for longer than a program computes, and have
 * no name before they had one. Where one has looked fifty times as often, the others are of threads that idle. Only Linux tells
 * of them; elsewhere the work is done once. One line, with its end.
 */
export const BUSY = `${`function busy(ms) {
  let x = 0;
  const compute = (rounds) => { let y = x; for (let i = 0; i < rounds; i++) y += Math.sqrt(y + 1); x = y; };
  if (ms < 50) compute(ms * 1.5e5);
  else untilSampled((isFirst) => compute(isFirst ? ms * 1.5e5 : 1e5), ms / 10);
  return x;
}
function untilSampled(work, looks = 10) {
  const before = samplers();
  for (let i = 0; i === 0 || (i < 1e4 && !haveLooked(before, looks)); i++) work(i === 0);
}
function haveLooked(before, looks) {
  const now = samplers();
  const added = [...now].map(([id, looked]) => looked - (before.get(id) ?? 0));
  return (now.size > 0 || !isSampled()) && (Math.min(...added) >= looks || Math.max(...added) >= 50 * looks);
}
function isSampled() {
  try {
    return process.getBuiltinModule('fs').readFileSync('/proc/self/cmdline', 'latin1').includes('bootloader.cjs');
  } catch { return false; }
}
function samplers() {
  try {
    const { readdirSync, readFileSync } = process.getBuiltinModule('fs');
    const read = (id, name) => readFileSync('/proc/self/task/' + id + '/' + name, 'latin1');
    const ids = readdirSync('/proc/self/task').filter((id) => /v8:Prof|SamplingThread/.test(read(id, 'comm')));
    return new Map(ids.map((id) => [id, Number(/\\nvoluntary_ctxt_switches:\\s*(\\d+)/.exec(read(id, 'status'))[1])]));
  } catch { return new Map(); }
}`.replaceAll(/\n\s*/g, ' ')}\n`;

/** What a program under test is recorded with; `name` is that of its file, `program.js` unless said otherwise. */
export type ProgramOptions = Partial<RecordOptions> & { readonly name?: string };

/** A scratch folder in which programs are recorded. */
export interface Bench {
  readonly folder: string;
  /** Writes a file into the folder; its absolute path. */
  write(name: string, text: string): Promise<string>;
  /**
   * What records a program on the bench's Node: with the inspector every millisecond, into a folder of its own, unless said
   * otherwise.
   */
  options(program: string, more?: Partial<RecordOptions>): RecordOptions;
  /** Starts to record a program of this text. */
  start(text: string, more?: ProgramOptions): Promise<Session>;
  /** Records a program of this text to its end. */
  record(text: string, more?: ProgramOptions): Promise<Recorded>;
}
type Session = Awaited<ReturnType<typeof startRecording>>;

/**
 * The bench of the suite that calls this, for use in its tests and hooks. Records with the pinned Node of a major version, or
 * with the one that runs the tests.
 */
export function useBench(major?: NodeMajor): Bench {
  const scratch = useScratch();
  let runtimeExecutable = process.execPath;
  let bootloader = '';
  let recordings = 0;
  before(async () => {
    bootloader = await sharedBootloader();
    if (major !== undefined) runtimeExecutable = await nodeBinary(major);
  });
  const bench: Bench = {
    get folder() {
      return scratch();
    },
    write: async (name, content) => {
      await writeFile(scratch(name), content);
      return scratch(name);
    },
    options: (program, more) => ({
      ...{ program, args: [], cwd: scratch(), env: process.env, interval: 1000, sampler: 'inspector', stdio: 'pipe' },
      ...{ output: scratch(`recording-${++recordings}`, 'out.cpuprofile'), runtimeExecutable, bootloader },
      ...more,
    }),
    start: async (content, { name = 'program.js', ...more } = {}) =>
      startRecording(bench.options(await bench.write(name, content), more)),
    record: async (...program) => finish(await bench.start(...program)),
  };
  return bench;
}

/** A suite for each of these Nodes, whose bench records with it. */
export function describeOnNodes(
  title: string,
  majors: readonly NodeMajor[],
  suite: (bench: Bench, major: NodeMajor) => void,
): void {
  for (const major of majors) describe(`${title}, on Node ${major}`, () => suite(useBench(major), major));
}

/** What became of a program that was recorded to its end. */
export interface Recorded {
  readonly outcome: RecordingOutcome;
  readonly stdout: string;
  readonly stderr: string;
  /** Codes of the diagnostics. */
  readonly codes: readonly string[];
  /** Absolute path of the recording; throws with all that is known where there is none. */
  readonly file: string;
  readonly analyze: (...options: OptionsOfAnalyze) => Promise<Analysis>;
}
type OptionsOfAnalyze = Parameters<typeof analyze> extends [unknown, ...infer Options] ? Options : never;

/** Records a program to its end. */
export const record = async (options: RecordOptions): Promise<Recorded> => finish(await startRecording(options));

/** Waits for the end of a program that reads no more. */
export async function finish(session: Session): Promise<Recorded> {
  session.stdin?.end();
  const [outcome, stdout, stderr] = await Promise.all([
    session.finished,
    collect(session.stdout).then(String),
    collect(session.stderr).then(String),
  ]);
  const fileOf = (): string => {
    assert.ok(outcome.recording, JSON.stringify({ outcome, stdout, stderr }));
    return outcome.recording;
  };
  return {
    ...{ outcome, stdout, stderr, codes: outcome.diagnostics.map(({ code }) => code) },
    get file() {
      return fileOf();
    },
    analyze: (...more) => analyze(fileOf(), ...more),
  };
}

/** What is looked at in a program that was recorded, where it is named. */
export interface Expected {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly ending?: Ending;
  /** Of all diagnostics. */
  readonly codes?: readonly string[];
  /** Functions that have samples. */
  readonly sampled?: readonly string[];
  /** `file:line` of the hottest line. */
  readonly hottest?: string;
}

/** Fails unless it did what is expected, and its recording says so. */
export async function assertRecorded(
  recorded: Recorded,
  { sampled = [], hottest, ...expected }: Expected,
): Promise<void> {
  const did = {
    stdout: recorded.stdout,
    stderr: recorded.stderr,
    ending: recorded.outcome.ending,
    codes: recorded.codes,
  };
  assert.deepEqual(did, { ...did, ...expected });
  if (sampled.length === 0 && hottest === undefined) return;
  const analysis = await recorded.analyze();
  const { name: names, totalSamples } = analysis.functions;
  const found = names.map((name, row) => `${name} ${totalSamples[row]}`).join(', ');
  for (const name of sampled)
    assert.ok(samplesOf(analysis, name) > 0, `${name} is sampled, not only ${found} (${recorded.codes.join(', ')})`);
  if (hottest !== undefined) assert.equal(hottestLine(analysis), hottest);
}

/** The ending of a program that exits by itself. */
export const exit = (code: number): Ending => ({ kind: 'exit', code });

export const collect = (stream: Readable | undefined): Promise<Buffer> =>
  stream ? buffer(stream) : Promise.resolve(Buffer.alloc(0));

let bundledRecorder: Promise<string> | undefined;
/** The recorder's absolute path, bundled once for this process: loaded from its sources it needs a second to start. */
const sharedRecorder = (): Promise<string> =>
  (bundledRecorder ??= sharedBootloader().then(async (bootloader) => {
    const outfile = path.join(path.dirname(bootloader), 'recorder.cjs');
    const entry = path.join(import.meta.dirname, '../../src/recorder/index.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' });
    return outfile;
  }));

/**
 * Records in a process of its own, which can be killed. `then`: text of what it does with `starting`, the promise of its
 * session; it may kill itself by `die()`, after standing still for some milliseconds. `env`: what is added to its
 * environment, which the program has too where the options have none of their own.
 */
export async function recordApart(
  options: RecordOptions,
  then: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const own = options.env === process.env ? undefined : options.env;
  const code = `import recorder from ${JSON.stringify(await sharedRecorder())};
    const die = (ms = 0) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      process.kill(process.pid, 'SIGKILL');
    };
    const starting = recorder.startRecording({ env: process.env, ...${JSON.stringify({ ...options, env: own })} });
    ${then}`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
}

/** The next that a process, or a program that is recorded, prints. */
export async function printed({ stdout }: { readonly stdout?: Readable | null }): Promise<string> {
  assert.ok(stdout);
  const [data] = (await once(stdout, 'data')) as [Buffer];
  return data.toString();
}

/** What the recorder noted in a recording, as readers take it: of each thread, and of all. */
export interface Notes {
  readonly sections: readonly HeatlineSection[];
  readonly index?: ThreadIndex | undefined;
}

export async function readNotes(file: string): Promise<Notes> {
  const text = await readFile(file, 'utf8');
  const parse = (note: unknown): HeatlineSection => parseHeatlineSection(file, note);
  if (file.endsWith('.v8log')) {
    const notesOf = (start: string): unknown[] =>
      Array.from(text.matchAll(new RegExp(`^${start}(.*)$`, 'gm')), ([, json]) => JSON.parse(json) as unknown);
    return { sections: notesOf('heatline,').map(parse), index: parseThreadIndex(notesOf(THREADS_LINE)[0]) };
  }
  type Noted = Readonly<Record<'$heatline', unknown>> & { readonly [THREADS_KEY]?: readonly Noted[] };
  const main = JSON.parse(text) as Noted;
  const sections = [main, ...(main[THREADS_KEY] ?? [])].map(({ $heatline }) => parse($heatline));
  return { sections, index: sections[0].threads };
}
