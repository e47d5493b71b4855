import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { analyzeCalls } from '../../src/analysis/analyze-calls.ts';
import { type CountOptions, startCounting, startRecording } from '../../src/recorder/index.ts';
import type { SamplerName } from '../../src/recording/index.ts';
import { bundleBootloader } from '../support/bootloader.ts';
import type { PhaseTimes } from './known-answer.ts';
import type { RunnableProgram } from './variants.ts';

/** `cpu-prof` is `node --cpu-prof`, whose files other tools read. */
export type AccuracySampler = 'inspector' | 'v8log' | 'cpu-prof' | 'none';

export interface RecordRequest {
  readonly node: string;
  readonly program: RunnableProgram;
  readonly sampler: AccuracySampler;
  readonly intervalUs: number;
  /** False: without the frame repair. */
  readonly frameRepair?: boolean;
  /** An empty folder for the recording. */
  readonly folder: string;
  /** Take what an earlier run left in the folder instead of running the program. */
  readonly again?: boolean;
}

export interface RecordedRun {
  /** Path of the recording; empty without a sampler. */
  readonly recording: string;
  /** What the program itself measured with the system's clock. */
  readonly phases: PhaseTimes;
  readonly elapsedMs: number;
}

/** Runs a program under a sampler; what the sampler recorded and what the program's own clock measured. */
export async function record(request: RecordRequest): Promise<RecordedRun> {
  const note = path.join(request.folder, 'run.json');
  if (request.again) return JSON.parse(await readFile(note, 'utf8')) as RecordedRun;
  await mkdir(request.folder, { recursive: true });
  const started = performance.now();
  const { recording, output } = await recorders[request.sampler](request);
  const line = output.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`${request.program.program} did not print its phases: ${output}`);
  const recorded = { recording, phases: JSON.parse(line) as PhaseTimes, elapsedMs: performance.now() - started };
  await writeFile(note, JSON.stringify(recorded));
  return recorded;
}

interface Finished {
  readonly recording: string;
  readonly output: string;
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_OPTIONS: '', HEATLINE_CALIBRATE: '1' });

const recorders: Record<AccuracySampler, (request: RecordRequest) => Promise<Finished>> = {
  none: async (request) => ({ recording: '', output: await run(request, []) }),
  'cpu-prof': async (request) => {
    const recording = path.join(request.folder, 'peer.cpuprofile');
    const interval = `--cpu-prof-interval=${request.intervalUs}`;
    const where = [`--cpu-prof-dir=${request.folder}`, '--cpu-prof-name=peer.cpuprofile'];
    return { recording, output: await run(request, ['--cpu-prof', interval, ...where]) };
  },
  inspector: (request) => recordWithHeatline(request, 'inspector'),
  v8log: (request) => recordWithHeatline(request, 'v8log'),
};

async function recordWithHeatline(request: RecordRequest, sampler: SamplerName): Promise<Finished> {
  const session = await startRecording({
    ...(await launchOptions(request)),
    interval: request.intervalUs,
    sampler,
    frameRepair: request.frameRepair ?? true,
    output: path.join(request.folder, 'recording.cpuprofile'),
  });
  let output = '';
  session.stdout?.on('data', (chunk) => (output += String(chunk)));
  session.stderr?.resume();
  const { recording, diagnostics } = await session.finished;
  if (recording === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  return { recording, output };
}

/** The calls of each function, by its original name: an entry for each function of that name. */
export async function countCalls(
  request: Pick<RecordRequest, 'node' | 'program' | 'folder'>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  await mkdir(request.folder, { recursive: true });
  const session = await startCounting({
    ...(await launchOptions(request)),
    output: path.join(request.folder, 'counted.calls.json'),
  });
  session.stdout?.resume();
  session.stderr?.resume();
  const { recording, diagnostics } = await session.finished;
  if (recording === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  const { functions, calls } = await analyzeCalls(recording);
  const byName = new Map<string, number[]>();
  functions.name.forEach((name, row) => byName.set(name, [...(byName.get(name) ?? []), calls[row]]));
  return byName;
}

async function launchOptions({
  node,
  program,
  folder,
}: Pick<RecordRequest, 'node' | 'program' | 'folder'>): Promise<Omit<CountOptions, 'output'>> {
  return {
    program: program.program,
    args: program.args ?? [],
    cwd: path.dirname(program.program),
    env: environment(),
    runtimeExecutable: node,
    runtimeArgs: program.nodeArgs,
    stdio: 'pipe',
    bootloader: await bundleBootloader(folder),
  };
}

function run({ node, program, folder }: RecordRequest, options: readonly string[]): Promise<string> {
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
