// What recording costs a program: paired runs of three real CPU-bound programs without a profiler, with
// `node --cpu-prof`, and with Heatline's samplers, at three intervals. The pairs are interleaved; the figures are
// medians of the ratios of CPU time of the main thread and of wall time. Linux only (schedstat).
// `npx tsx test/bench/overhead.ts [rounds] [--node=20,26] [--program=tsc]`, after `npm run build`, on a
// machine that does nothing else.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeBinary, nodeMajors, type NodeMajor } from '../support/nodes.ts';
import { median } from './load-runs.ts';
import { fixed, operands, option, progress, publish } from './report.ts';

const rounds = Number(operands.at(0) ?? 5);
const meter = resolve('test/bench/overhead-meter.cjs');
/** Measure only this program. */
const asked = option('program');
const majors = nodeMajors.filter((major) => (option('node') ?? '20').split(',').includes(String(major)));
const intervals = { '10 ms': 10_000, '1 ms': 1000, '250 µs': 250 };
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

const noEmit = ['--noEmit', '--composite', 'false', '--emitDeclarationOnly', 'false', '--declaration', 'false'];
const folder = await mkdtemp(join(tmpdir(), 'heatline-overhead-'));
// Prettier formats nothing below node_modules, hence a copy.
const declarations = join(folder, 'lib.dom.d.ts');
const programs: Readonly<Record<string, readonly string[]>> = {
  tsc: ['node_modules/typescript/bin/tsc', '-p', 'src/extension', ...noEmit],
  prettier: ['node_modules/prettier/bin/prettier.cjs', '--no-config', '--check', declarations],
  eslint: ['node_modules/eslint/bin/eslint.js', 'src/core'],
};

try {
  await cp('node_modules/typescript/lib/lib.dom.d.ts', declarations);
  const rows: string[][] = [];
  for (const major of majors)
    for (const [name, program] of Object.entries(programs))
      if (asked === undefined || asked === name) rows.push(...(await compare(major, name, program)));
  const table = {
    title: 'What recording costs the program',
    columns: ['Node', 'Program', 'Without', 'Interval', ...Object.values(ways)],
    rows,
    notes: [
      `CPU time of the main thread and, in brackets, wall time, as multiples of the same run without a profiler; medians of ${rounds} rounds.`,
    ],
  };
  await publish({ summary: summarize(rows), tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** For the README, one of the rows: tsc, sampled every millisecond. */
function summarize(rows: readonly string[][]): (readonly [what: string, measured: string])[] {
  const row = rows.find(([, program, , interval]) => program === 'tsc' && interval === '1 ms');
  if (!row) return [];
  const [cpuProf, inspector, v8log] = row.slice(4).map((cell) => `× ${cell.split(' ')[0]}`);
  const what = `recording tsc on ${row[0]} every 1 ms: CPU time of its main thread`;
  return [[what, `${inspector} (inspector), ${v8log} (V8 log); \`node --cpu-prof\` ${cpuProf}`]];
}

async function compare(major: NodeMajor, name: string, program: readonly string[]): Promise<string[][]> {
  const node = await nodeBinary(major);
  const rows: string[][] = [];
  await cost(node, program); // warms the file system's cache
  for (const [label, interval] of Object.entries(intervals)) {
    const plainMs: number[] = [];
    const ratios = new Map<Way, Cost[]>(wayNames.map((way) => [way, []]));
    for (let round = 0; round < rounds; round++) {
      const plain = await cost(node, program);
      plainMs.push(plain.cpuMs);
      for (const way of wayNames) {
        const profiled = await cost(node, program, way, interval);
        ratios.get(way)?.push({ cpuMs: profiled.cpuMs / plain.cpuMs, wallMs: profiled.wallMs / plain.wallMs });
      }
    }
    const cells = wayNames.map((way) => {
      const measured = ratios.get(way) ?? [];
      const cpu = fixed(median(measured.map(({ cpuMs }) => cpuMs)), 2);
      return `${cpu} (${fixed(median(measured.map(({ wallMs }) => wallMs)), 2)})`;
    });
    progress(`Node ${major}, ${name}, ${label}: ${cells.join(', ')}`);
    rows.push([`Node ${major}`, name, `${fixed(median(plainMs) / 1000, 1)} s`, label, ...cells]);
  }
  return rows;
}

function commandOf(node: string, program: readonly string[], way: Way | undefined, interval: number): string[] {
  if (way === undefined) return [node, '--require', meter, ...program];
  if (way === 'cpu-prof') {
    const where = [`--cpu-prof-interval=${interval}`, `--cpu-prof-dir=${folder}`];
    return [node, '--require', meter, '--cpu-prof', ...where, ...program];
  }
  const output = ['--output', join(folder, `${way}.cpuprofile`)];
  const heatline = ['dist/cli.cjs', 'run', '--runtime', node, '--sampler', way, '--interval', String(interval)];
  return [process.execPath, ...heatline, ...output, '--runtime-arg', '--require', '--runtime-arg', meter, ...program];
}

/** Runs the program in one of the ways, or without a profiler; what its main thread cost until its exit. */
async function cost(node: string, program: readonly string[], way?: Way, interval = 0): Promise<Cost> {
  const file = join(folder, 'cost.json');
  const [command, ...args] = commandOf(node, program, way, interval);
  await new Promise<void>((done) => {
    const env = { ...process.env, OVERHEAD_METER: file };
    execFile(command, args, { env, maxBuffer: 1 << 28 }, () => done());
  });
  const measured = JSON.parse(await readFile(file, 'utf8')) as Cost;
  await rm(file);
  return measured;
}
