import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OwnSamplerName } from '../../src/recording/index.ts';
import { sharedBootloader } from '../support/bootloader.ts';
import { nodeBinary } from '../support/nodes.ts';
import { record as recordToEnd } from '../support/recording.ts';
import { withHogs } from './hogs.ts';
import type { HeatLine } from './inject-heat.ts';
import type { PhaseTimes } from './known-answer.ts';
import { type ReadingName, type Run } from './runs.ts';
import { startCost } from './start-cost.ts';
import type { RunnableProgram } from './variants.ts';

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
export async function recordRun(run: Run, program: MeasuredProgram, intervalUs: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const node = await nodeBinary(run.major);
  const request: RecordRequest = { node, program, intervalUs, folder };
  const recordIt = (): Promise<Finished> => record(request, run.reading);
  const { recording, output } = await (run.isBusy ? withHogs(recordIt) : recordIt());
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
export function runMeasured({ node, program, folder }: RecordRequest, options: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [...options, ...program.nodeArgs, program.program, ...(program.args ?? [])];
    const child = spawn(node, args, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${node} ${args.join(' ')} ended with ${String(code)}`));
    });
  });
}
