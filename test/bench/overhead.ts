// What recording costs the program: runs of real CPU-bound programs of 0.1, 3 and 30 s without a profiler, with
// `node --cpu-prof`, and with Heatline's samplers (frame repair on), in turn. The figures are medians of the ratios within a
// round, of the CPU time of the main thread and of wall time, from the program's start until its thread is gone: what is
// written and taken at the end counts. Linux only (schedstat). After `npm run build`, on a machine that does nothing else:
// `npx tsx test/bench/overhead.ts [rounds] [--node=20,26] [--program=tsc,eslint] [--interval=250] [--report=FILE]`.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeBinary, nodeMajors, type NodeMajor } from '../support/nodes.ts';
import { median } from './load-runs.ts';
import { fixed, formatTime, operands, option, progress, publish } from './report.ts';

const rounds = Number(operands.at(0) ?? 5);
/** Microseconds between two samples. */
const interval = Number(option('interval') ?? 1000);
const meter = resolve('test/bench/overhead-meter.cjs');
const askedPrograms = option('program')?.split(',');
const askedNodes = option('node')?.split(',');
const ways = {
  'cpu-prof': '`node --cpu-prof`',
  inspector: 'Heatline, inspector',
  v8log: 'Heatline, V8 log',
} as const;
type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as Way[];

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A program to measure. `weight`: its rounds, as a multiple of those asked for. */
interface Program {
  readonly command: readonly string[];
  readonly weight: number;
}

const noEmit = ['--noEmit', '--composite', 'false', '--emitDeclarationOnly', 'false', '--declaration', 'false'];
const tsc = 'node_modules/typescript/bin/tsc';
const eslint = 'node_modules/eslint/bin/eslint.js';
const folder = await mkdtemp(join(tmpdir(), 'heatline-overhead-'));
// Prettier formats nothing below node_modules, hence a copy.
const declarations = join(folder, 'lib.dom.d.ts');
const programs: Readonly<Record<string, Program>> = {
  'tsc --version': { command: [tsc, '--version'], weight: 3 },
  tsc: { command: [tsc, '-p', 'src/extension', ...noEmit], weight: 1 },
  prettier: { command: ['node_modules/prettier/bin/prettier.cjs', '--no-config', '--check', declarations], weight: 1 },
  eslint: { command: [eslint, 'src/core'], weight: 1 },
  'eslint all': { command: [eslint, 'src', 'test'], weight: 0.4 },
};

try {
  await cp('node_modules/typescript/lib/lib.dom.d.ts', declarations);
  const rows: string[][] = [];
  for (const major of nodeMajors)
    for (const [name, program] of Object.entries(programs))
      if ((askedNodes?.includes(String(major)) ?? true) && (askedPrograms?.includes(name) ?? true))
        rows.push(await compare(major, name, program));
  const table = {
    title: 'What recording costs the program',
    columns: ['Node', 'Program', 'Without', ...Object.values(ways), 'V8 log ÷ `--cpu-prof`', 'Rounds'],
    rows,
    notes: [
      `Sampled every ${interval} µs, frame repair on. CPU time of the main thread, until the thread is gone, and in brackets wall time, as multiples of the same run without a profiler; medians.`,
    ],
  };
  await publish({ summary: summarize(rows), tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** For the README, one of the rows: tsc. */
function summarize(rows: readonly string[][]): (readonly [what: string, measured: string])[] {
  const row = rows.find(([, program]) => program === 'tsc');
  if (!row) return [];
  const [cpuProf, inspector, v8log] = row.slice(3).map((cell) => `× ${cell.split(' ')[0]}`);
  const what = `recording tsc on ${row[0]} every ${interval / 1000} ms: CPU time of its main thread`;
  return [[what, `${inspector} (inspector), ${v8log} (V8 log); \`node --cpu-prof\` ${cpuProf}`]];
}

async function compare(major: NodeMajor, name: string, { command, weight }: Program): Promise<string[]> {
  const node = await nodeBinary(major);
  const plain: Cost[] = [];
  const profiled: Record<Way, Cost[]> = { 'cpu-prof': [], inspector: [], v8log: [] };
  await cost(node, command); // warms the file system's cache
  for (let round = 0; round < Math.max(1, Math.round(rounds * weight)); round++) {
    plain.push(await cost(node, command));
    for (const way of wayNames) profiled[way].push(await cost(node, command, way));
  }
  const ratio = (of: readonly Cost[], to: readonly Cost[], key: keyof Cost): string =>
    fixed(median(of.map((one, i) => one[key] / to[i][key])), 2);
  const cells = wayNames.map(
    (way) => `${ratio(profiled[way], plain, 'cpuMs')} (${ratio(profiled[way], plain, 'wallMs')})`,
  );
  const versus = ratio(profiled.v8log, profiled['cpu-prof'], 'cpuMs');
  progress(`Node ${major}, ${name}: ${cells.join(', ')}; ${versus}`);
  const without = formatTime(median(plain.map(({ cpuMs }) => cpuMs)));
  return [`Node ${major}`, name, without, ...cells, versus, String(plain.length)];
}

function commandOf(node: string, program: readonly string[], way: Way | undefined): string[] {
  if (way === undefined) return [node, '--require', meter, ...program];
  if (way === 'cpu-prof') {
    const where = [`--cpu-prof-interval=${interval}`, `--cpu-prof-dir=${folder}`];
    return [node, '--require', meter, '--cpu-prof', ...where, ...program];
  }
  const output = ['--output', join(folder, `${way}.cpuprofile`)];
  const heatline = ['dist/cli.cjs', 'run', '--runtime', node, '--sampler', way, '--interval', String(interval)];
  return [process.execPath, ...heatline, ...output, '--runtime-arg', '--require', '--runtime-arg', meter, ...program];
}

/** Runs the program in one of the ways, or without a profiler; what its main thread cost. */
async function cost(node: string, program: readonly string[], way?: Way): Promise<Cost> {
  const file = join(folder, 'program.json');
  const [command, ...args] = commandOf(node, program, way);
  const child = spawn(command, args, { env: { ...process.env, OVERHEAD_METER: file }, stdio: 'ignore' });
  const watching = watch(file);
  await new Promise<void>((done) => child.once('close', () => done()));
  const measured = await Promise.race([watching, sleep(1000, undefined, { ref: false })]);
  await rm(file, { force: true });
  if (measured === undefined) throw new Error(`${args.join(' ')} ended unseen.`);
  return measured;
}

/** Looks at a program's main thread every 2 ms until it is gone: nothing inside of it could see its very end. */
async function watch(file: string): Promise<Cost> {
  for (;;) {
    const started = await readFile(file, 'utf8').catch(() => '');
    if (started.endsWith('}')) {
      const { pid, startedAt } = JSON.parse(started) as { pid: number; startedAt: number };
      return watchThread(pid, startedAt);
    }
    await sleep(1);
  }
}

async function watchThread(pid: number, startedAt: number): Promise<Cost> {
  const schedstat = `/proc/${pid}/task/${pid}/schedstat`;
  let last: Cost = { cpuMs: NaN, wallMs: NaN };
  for (;;) {
    const text = await readFile(schedstat, 'latin1').catch(() => undefined);
    if (text === undefined) return last;
    const cpuMs = Number(text.split(' ')[0]) / 1e6;
    // A process that has ended but was not waited for yet stands still.
    if (cpuMs !== last.cpuMs) last = { cpuMs, wallMs: Date.now() - startedAt };
    await sleep(2);
  }
}
