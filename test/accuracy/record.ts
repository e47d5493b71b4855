import { spawn } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { startRecording } from '../../src/recorder/index.ts';
import { startCpuClock } from '../../src/recorder/cpu-clock.ts';
import type { PhaseTimes } from './known-answer.ts';
import type { RunnableProgram } from './variants.ts';

/** `cpu-prof` is Node's own sampler, for what other tools read. */
export type AccuracySampler = 'inspector' | 'v8log' | 'cpu-prof' | 'none';

export interface RecordRequest {
  readonly node: string;
  readonly program: RunnableProgram;
  readonly sampler: AccuracySampler;
  readonly intervalUs: number;
  /** An empty folder for the recording. */
  readonly folder: string;
  /** Nothing is run: what is in the folder from an earlier run is taken. */
  readonly again?: boolean;
}

export interface RecordedRun {
  /** Path of the recording; empty without a sampler. */
  readonly recording: string;
  /** What the program measured itself, with the system's clock. */
  readonly phases: PhaseTimes;
  readonly elapsedMs: number;
}

/** Runs a program under a sampler and brings back what the sampler and the program's own clock saw. */
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
  inspector: async (request) => {
    const output = path.join(request.folder, 'inspector.cpuprofile');
    const session = await startRecording({
      program: request.program.program,
      args: [],
      cwd: path.dirname(request.program.program),
      env: environment(),
      runtimeExecutable: request.node,
      runtimeArgs: request.program.nodeArgs,
      interval: request.intervalUs,
      sampler: 'inspector',
      output,
      stdio: 'pipe',
      bootloader: await buildBootloader(request.folder),
    });
    let text = '';
    session.stdout?.on('data', (chunk) => (text += String(chunk)));
    session.stderr?.resume();
    const outcome = await session.finished;
    if (outcome.recording === undefined) throw new Error(outcome.diagnostics.map(({ message }) => message).join(' '));
    return { recording: outcome.recording, output: text };
  },
  v8log: recordV8Log,
};

/** The part of the recorder that runs inside the program is a bundle, made here from the sources under test. */
async function buildBootloader(folder: string): Promise<string> {
  const outfile = path.join(folder, 'bootloader.cjs');
  const entry = path.join(import.meta.dirname, '../../src/recorder/bootloader.ts');
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', target: 'node20', format: 'cjs' });
  return outfile;
}

/**
 * One log for each isolate: loaders and workers have isolates of their own, and when two write into one file, they write
 * over each other and number their scripts alike. The main thread's log is the one with the clock script in it.
 */
async function recordV8Log(request: RecordRequest): Promise<Finished> {
  const logs = path.join(request.folder, 'logs');
  const recording = path.join(request.folder, 'recording.v8log');
  const clock = path.join(request.folder, 'clock.cjs');
  const anchor = path.join(request.folder, 'anchor');
  await mkdir(logs, { recursive: true });
  await writeFile(clock, clockScript(anchor));
  const flags = ['--prof', '--log-source-code', '--log-source-position', '--no-sparkplug', '--logfile-per-isolate'];
  const options = [`--logfile=${path.join(logs, 'v8.log')}`, `--prof-sampling-interval=${request.intervalUs}`];
  let cpuClock: Awaited<ReturnType<typeof startCpuClock>>;
  const args = [...flags, ...options, '--require', clock];
  const output = await run(request, args, async (pid) => (cpuClock = await startCpuClock(pid)));
  const readings = await cpuClock?.stop();
  const anchorUs = Number(await readFile(anchor, 'utf8'));
  for (const name of await readdir(logs)) {
    const log = path.join(logs, name);
    if ((await readFile(log)).includes(' heatline:clock:1:1')) await rename(log, recording);
  }
  const facts = { version: 1, sampler: 'v8log', cpuClock: readings && { ...readings, anchorUs } };
  await appendFile(recording, `heatline,${JSON.stringify(facts)}\n`);
  await Promise.all([rm(clock), rm(anchor), rm(logs, { recursive: true })]);
  return { recording, output };
}

/** Ties V8's clock to `process.hrtime`, once, in the program that is sampled. */
const clockScript = (anchor: string): string => `
const { existsSync, writeFileSync } = require('node:fs');
if (require('node:worker_threads').isMainThread && !existsSync(${JSON.stringify(anchor)})) {
  const now = process.hrtime.bigint();
  new (require('node:vm').Script)('0', { filename: 'heatline:clock' });
  writeFileSync(${JSON.stringify(anchor)}, String(Number(now / 1000n)));
}
`;

function run(
  { node, program, folder }: RecordRequest,
  options: readonly string[],
  onStart?: (pid: number) => Promise<unknown>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [...options, ...program.nodeArgs, program.program];
    const child = spawn(node, args, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    const begun = child.pid === undefined ? Promise.resolve() : onStart?.(child.pid);
    child.on('close', (code) => {
      if (code === 0) void Promise.resolve(begun).then(() => resolve(output), reject);
      else reject(new Error(`${node} ${args.join(' ')} ended with ${String(code)}`));
    });
  });
}
