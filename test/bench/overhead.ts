// What recording costs the program: runs of real CPU-bound programs of 0.1, 3 and 30 s without a profiler, with
// `node --cpu-prof`, and with Heatline's samplers (frame repair on), in turn. The figures are medians of the ratios within a
// round, of the CPU time of the main thread and of wall time, from the program's start until its thread is gone: what is
// written and taken at the end counts. Linux only (schedstat). After `npm run build`, on a machine that does nothing else:
// `npx tsx test/bench/overhead.ts [rounds] [--node=20,26] [--program=tsc,eslint] [--interval=250] [--report=FILE]`.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBinary, nodeMajors, type NodeMajor } from '../support/nodes.ts';
import { median } from './load-runs.ts';
import { compareWays, formatRatio, formatWays, ways } from './program-cost.ts';
import { formatTime, operands, option, progress, publish } from './report.ts';

const rounds = Number(operands.at(0) ?? 5);
/** Microseconds between two samples. */
const interval = Number(option('interval') ?? 1000);
const askedPrograms = option('program')?.split(',');
const askedNodes = option('node')?.split(',');

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
  const request = { node: await nodeBinary(major), program: command, folder, interval, of: 'main thread' } as const;
  const { plain, profiled } = await compareWays(request, Math.max(1, Math.round(rounds * weight)));
  const cells = formatWays(plain, profiled);
  const versus = formatRatio(profiled.v8log, profiled['cpu-prof'], 'cpuMs');
  progress(`Node ${major}, ${name}: ${cells.join(', ')}; ${versus}`);
  const without = formatTime(median(plain.map(({ cpuMs }) => cpuMs)));
  return [`Node ${major}`, name, without, ...cells, versus, String(plain.length)];
}
