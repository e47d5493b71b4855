// Runs a program without a profiler, with `node --cpu-prof` or with one of Heatline's samplers, and tells what it cost, until
// its very end, which nothing inside of it could see. Linux only.
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './load-runs.ts';
import { fixed } from './report.ts';

/** Ways to record a program, by their names in tables. */
export const ways = {
  'cpu-prof': '`node --cpu-prof`',
  inspector: 'Heatline, inspector',
  v8log: 'Heatline, V8 log',
} as const;
export type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as Way[];

/** What a program cost, in milliseconds. `wallMs`: from its start. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface CostRequest {
  readonly node: string;
  /** The program and its arguments. */
  readonly program: readonly string[];
  /** Where recordings are written. */
  readonly folder: string;
  /** Microseconds between two samples. */
  readonly interval: number;
  /** Whose CPU time: the main thread's, or that of all threads and of all processes below. */
  readonly of: 'main thread' | 'process tree';
}

/** The costs of the runs of a program: `rounds` of each way, in turn, after one that warms the file system's cache. */
export async function compareWays(
  request: CostRequest,
  rounds: number,
): Promise<{ readonly plain: readonly Cost[]; readonly profiled: Readonly<Record<Way, readonly Cost[]>> }> {
  const plain: Cost[] = [];
  const profiled: Record<Way, Cost[]> = { 'cpu-prof': [], inspector: [], v8log: [] };
  await measureCost(request);
  for (let round = 0; round < rounds; round++) {
    plain.push(await measureCost(request));
    for (const way of wayNames) profiled[way].push(await measureCost(request, way));
  }
  return { plain, profiled };
}

/** The median of the ratios within a round, with two digits. */
export const formatRatio = (of: readonly Cost[], to: readonly Cost[], key: keyof Cost): string =>
  fixed(median(of.map((one, i) => one[key] / to[i][key])), 2);

/** A cell for each way: CPU time and, in brackets, wall time as multiples of those without a profiler. */
export const formatWays = (plain: readonly Cost[], profiled: Readonly<Record<Way, readonly Cost[]>>): string[] =>
  wayNames.map(
    (way) => `${formatRatio(profiled[way], plain, 'cpuMs')} (${formatRatio(profiled[way], plain, 'wallMs')})`,
  );

const meter = resolve('test/bench/overhead-meter.cjs');

function commandOf({ node, program, folder, interval }: CostRequest, way: Way | undefined): string[] {
  if (way === undefined) return [node, '--require', meter, ...program];
  if (way === 'cpu-prof') {
    const where = [`--cpu-prof-interval=${interval}`, `--cpu-prof-dir=${folder}`];
    return [node, '--require', meter, '--cpu-prof', ...where, ...program];
  }
  const output = ['--output', join(folder, `${way}.cpuprofile`)];
  const heatline = ['dist/cli.cjs', 'run', '--runtime', node, '--sampler', way, '--interval', String(interval)];
  return [process.execPath, ...heatline, ...output, '--runtime-arg', '--require', '--runtime-arg', meter, ...program];
}

async function measureCost(request: CostRequest, way?: Way): Promise<Cost> {
  const file = join(request.folder, 'program.json');
  const [command, ...args] = commandOf(request, way);
  const child = spawn(command, args, { env: { ...process.env, OVERHEAD_METER: file }, stdio: 'ignore' });
  const watching = watch(file, request.of);
  await new Promise<void>((done) => child.once('close', () => done()));
  const measured = await Promise.race([watching, sleep(1000, undefined, { ref: false })]);
  await rm(file, { force: true });
  if (measured === undefined) throw new Error(`${args.join(' ')} ended unseen.`);
  return measured;
}

interface Clock {
  readonly file: string;
  /** Milliseconds of CPU time. */
  readonly read: (text: string) => number;
}

const clocks: Readonly<Record<CostRequest['of'], (pid: number) => Clock>> = {
  'main thread': (pid) => ({
    file: `/proc/${pid}/task/${pid}/schedstat`,
    read: (text) => Number(text.split(' ')[0]) / 1e6,
  }),
  // The process's own times and those of its children that have ended, in hundredths of a second.
  'process tree': (pid) => ({
    file: `/proc/${pid}/stat`,
    read: (text) => {
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return 10 * fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    },
  }),
};

/** Looks at a program every 2 ms until it is gone. */
async function watch(file: string, of: CostRequest['of']): Promise<Cost> {
  for (;;) {
    const started = await readFile(file, 'utf8').catch(() => '');
    if (started.endsWith('}')) {
      const { pid, startedAt } = JSON.parse(started) as { pid: number; startedAt: number };
      return watchClock(clocks[of](pid), startedAt);
    }
    await sleep(1);
  }
}

async function watchClock({ file, read }: Clock, startedAt: number): Promise<Cost> {
  let last: Cost = { cpuMs: NaN, wallMs: NaN };
  for (;;) {
    const text = await readFile(file, 'latin1').catch(() => undefined);
    if (text === undefined) return last;
    const cpuMs = read(text);
    // A process that has ended but was not waited for yet stands still.
    if (cpuMs !== last.cpuMs) last = { cpuMs, wallMs: Date.now() - startedAt };
    await sleep(2);
  }
}
