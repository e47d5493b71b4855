import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OwnSamplerName } from '../../src/recording/index.ts';
import { sharedBootloader } from '../support/bootloader.ts';
import { nodeBinary } from '../support/nodes.ts';
import { record as recordToEnd } from '../support/recording.ts';
import type { HeatLine } from './inject-heat.ts';
import type { PhaseTimes } from './known-answer.ts';
import { type ReadingName, type Run } from './runs.ts';
import type { RunnableProgram } from './variants.ts';

const run = promisify(execFile);

/** A program that measures itself. */
export interface MeasuredProgram extends RunnableProgram {
  /** Lines that were injected into it and measure themselves. */
  readonly lines?: readonly HeatLine[];
}

/** What a run left: the recording, and what really happened. */
export interface RecordedRun {
  /** Absolute path of the recording. */
  readonly recording: string;
  /** What the program itself measured with the system's clock, in nanoseconds. */
  readonly phases: PhaseTimes;
  readonly lines?: readonly HeatLine[] | undefined;
  /** CPU time of this Node's main thread before it begins with a program, in nanoseconds; where `lines` are. */
  readonly startCost?: number | undefined;
}

/** `recording` is a name in the run's folder. */
const NOTE = 'run.json';

/** Runs a program and records it into an empty folder, with what is true beside it. */
export async function recordRun(
  { major, reading, isBusy }: Run,
  program: MeasuredProgram,
  intervalUs: number,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const node = await nodeBinary(major);
  const recordIt = (): Promise<Finished> => record({ node, program, intervalUs, folder }, reading);
  const { recording, output } = await (isBusy ? withHogs(recordIt) : recordIt());
  const { lines } = program;
  const note: RecordedRun = {
    recording: path.basename(recording),
    phases: phasesIn(output, program),
    ...(lines && { lines, startCost: await startCost(node) }),
  };
  await writeFile(path.join(folder, NOTE), JSON.stringify(note));
}

/** What a run left in its folder. */
export async function readRun(folder: string): Promise<RecordedRun> {
  const note = JSON.parse(await readFile(path.join(folder, NOTE), 'utf8')) as RecordedRun;
  return { ...note, recording: path.join(folder, note.recording) };
}

/** What a program prints as its last line. */
export function phasesIn(output: string, { program }: RunnableProgram): PhaseTimes {
  const line = output.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`${program} did not print its phases: ${output}`);
  return JSON.parse(line) as PhaseTimes;
}

export interface RecordRequest {
  readonly node: string;
  readonly program: RunnableProgram;
  /** Between samples. */
  readonly intervalUs: number;
  /** An empty folder for the recording. */
  readonly folder: string;
}

export interface Finished {
  readonly recording: string;
  readonly output: string;
}

/** Records a program that calibrates itself, as one of the readings needs it. */
export async function record(request: RecordRequest, reading: ReadingName): Promise<Finished> {
  switch (reading) {
    case 'v8log':
    case 'inspector':
      return recordWithHeatline(request, reading, true);
    case 'repair off':
      return recordWithHeatline(request, 'v8log', false);
    case 'cpu-prof': {
      const interval = `--cpu-prof-interval=${request.intervalUs}`;
      const where = [`--cpu-prof-dir=${request.folder}`, '--cpu-prof-name=peer.cpuprofile'];
      const output = await runMeasured(request, ['--cpu-prof', interval, ...where]);
      return { recording: path.join(request.folder, 'peer.cpuprofile'), output };
    }
  }
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_OPTIONS: '', HEATLINE_CALIBRATE: '1' });

async function recordWithHeatline(
  { node, program, intervalUs, folder }: RecordRequest,
  sampler: OwnSamplerName,
  frameRepair: boolean,
): Promise<Finished> {
  const { file, stdout } = await recordToEnd({
    ...{ program: program.program, args: program.args ?? [], cwd: path.dirname(program.program), env: environment() },
    ...{ runtimeExecutable: node, runtimeArgs: program.nodeArgs, interval: intervalUs, sampler, frameRepair },
    ...{ output: path.join(folder, 'recording.cpuprofile'), stdio: 'pipe', bootloader: await sharedBootloader() },
  });
  return { recording: file, output: stdout };
}

/** Runs a program that calibrates itself, with further options of Node; what it prints. */
export async function runMeasured(
  { node, program, folder }: RecordRequest,
  options: readonly string[],
): Promise<string> {
  const args = [...options, ...program.nodeArgs, program.program, ...(program.args ?? [])];
  return (await run(node, args, { cwd: folder, env: environment() })).stdout;
}

/**
 * CPU time of a Node's main thread before it begins with the program, in nanoseconds: the median of some starts. Nobody
 * samples it.
 */
async function startCost(node: string): Promise<number> {
  const script = `console.log(require(${JSON.stringify(path.join(import.meta.dirname, 'clock.cjs'))}).now())`;
  const costs: number[] = [];
  for (let start = 0; start < 5; start++) costs.push(Number((await run(node, ['-e', script])).stdout));
  return costs.sort((a, b) => a - b)[2];
}

const HOGS = 2;

/** Takes as many cores as it can get while something runs, with processes that do nothing else. */
async function withHogs<T>(work: () => Promise<T>): Promise<T> {
  const text = `const end = Date.now() + 600000; while (Date.now() < end && process.ppid === ${process.pid});`;
  const hogs = Array.from({ length: HOGS }, () => spawn(process.execPath, ['-e', text], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL');
  }
}
