// What recording costs the program: runs of real CPU-bound programs of 0.1, 3 and 30 s without a profiler, with
// `node --cpu-prof`, and with Heatline's samplers (frame repair on), in turn. The figures are medians of the ratios within a
// round, of the CPU time of the main thread and of wall time, from the program's start until its thread is gone: what is
// written and taken at the end counts. Without options a second table has some of them at a short interval. `--threads`:
// what it costs a program with four worker threads, and one that starts twenty children, by the CPU time of the whole process
// tree. Linux only (schedstat). After `npm run build`, on a machine that does nothing else:
// `npx tsx test/bench/overhead.ts [rounds] [--threads] [--node=20,26] [--program=tsc,eslint] [--interval=250] [--report=FILE]`.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultTable } from '../docs/results.ts';
import { nodeBinary, nodeMajors, type NodeMajor, outerNodeMajors } from '../support/nodes.ts';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { median } from './load-runs.ts';
import { compareWays, type CostRequest, formatRatio, formatWays, ways } from './program-cost.ts';
import { formatTime, operands, option, progress, publish } from './report.ts';

/** One table: `interval` in microseconds. */
interface Comparison {
  readonly title: string;
  readonly interval: number;
  readonly rounds: number;
  readonly majors: readonly NodeMajor[];
  readonly programs: readonly string[];
}

const rounds = Number(operands.at(0) ?? 5);
const askedInterval = option('interval');
const askedPrograms = option('program')?.split(',');
const askedNodes = option('node')?.split(',');

/** A program to measure. `weight`: its rounds, as a multiple of those asked for. */
interface Program {
  readonly command: readonly string[];
  readonly weight: number;
  readonly of?: CostRequest['of'];
}

const areThreads = process.argv.includes('--threads');

const noEmit = ['--noEmit', '--composite', 'false', '--emitDeclarationOnly', 'false', '--declaration', 'false'];
const tsc = 'node_modules/typescript/bin/tsc';
const eslint = 'node_modules/eslint/bin/eslint.js';
const folder = await makeScratch();
// Prettier formats nothing below node_modules, hence a copy.
const declarations = join(folder, 'lib.dom.d.ts');
const threaded = (kind: string): Program => ({
  ...{ command: ['test/bench/threads-program.cjs', kind], weight: 1, of: 'process tree' },
});
const threadedPrograms = { 'four workers': threaded('workers'), 'twenty children': threaded('children') };
const programs: Readonly<Record<string, Program>> = {
  'tsc --version': { command: [tsc, '--version'], weight: 3 },
  tsc: { command: [tsc, '-p', 'src/extension', ...noEmit], weight: 1 },
  prettier: { command: ['node_modules/prettier/bin/prettier.cjs', '--no-config', '--check', declarations], weight: 1 },
  eslint: { command: [eslint, 'src/core'], weight: 1 },
  'eslint all': { command: [eslint, 'src', 'test'], weight: 0.4 },
  ...threadedPrograms,
};
/** Those that run for some seconds. */
const someSeconds = ['tsc', 'prettier', 'eslint'];
/** Microseconds between two samples. */
const USUAL_INTERVAL = 1000;
const SHORT_INTERVAL = 250;

try {
  await cp('node_modules/typescript/lib/lib.dom.d.ts', declarations);
  const tables: ResultTable[] = [];
  for (const comparison of comparisons()) tables.push(await tableOf(comparison));
  await publish({ summary: areThreads ? [] : summarize(tables[0]), tables });
} finally {
  await removeScratch(folder);
}

/** All programs at the usual interval, and some at a short one; or what was asked for. */
function comparisons(): Comparison[] {
  const majors = nodeMajors.filter((major) => askedNodes?.includes(String(major)) ?? true);
  const wanted = Object.keys(programs)
    .filter((name) => name in threadedPrograms === areThreads)
    .filter((name) => askedPrograms?.includes(name) ?? true);
  const title = `What recording costs ${areThreads ? 'programs of several threads' : 'the program'}`;
  const all = { title, interval: Number(askedInterval ?? USUAL_INTERVAL), rounds, majors, programs: wanted };
  if (areThreads || askedInterval !== undefined || askedPrograms || askedNodes) return [all];
  const outer = majors.filter((major) => outerNodeMajors.includes(major));
  const some = { interval: SHORT_INTERVAL, rounds: Math.ceil(rounds / 2), majors: outer, programs: someSeconds };
  return [all, { title: 'At a short interval', ...some }];
}

async function tableOf({ title, interval, rounds, majors, programs }: Comparison): Promise<ResultTable> {
  const rows: string[][] = [];
  for (const major of majors) for (const name of programs) rows.push(await compare(major, name, interval, rounds));
  const whose = areThreads ? 'all threads and processes of the program' : 'the main thread, until the thread is gone,';
  const note = `Sampled every ${interval} µs, frame repair on. CPU time of ${whose} and in brackets wall time, as multiples of the same run without a profiler; medians.`;
  const about =
    'The workers run at once, of the children two at a time; each loads TypeScript’s compiler and parses with it. Heatline’s own process, which takes the samples out, is not part of the CPU time, but takes a core from the program on a machine of two.';
  const columns = ['Node', 'Program', 'Without', ...Object.values(ways), 'V8 log ÷ `--cpu-prof`', 'Rounds'];
  return { title, columns, rows, notes: areThreads ? [note, about] : [note] };
}

/** For the README, one of the rows: tsc. */
function summarize({ rows }: ResultTable): (readonly [what: string, measured: string])[] {
  const row = rows.find(([, program]) => program === 'tsc');
  if (!row) return [];
  const [cpuProf, inspector, v8log] = row.slice(3).map((cell) => `× ${cell.split(' ')[0]}`);
  const every = Number(askedInterval ?? USUAL_INTERVAL) / 1000;
  const what = `recording tsc on ${row[0]} every ${every} ms: CPU time of its main thread`;
  return [[what, `${inspector} (inspector), ${v8log} (V8 log); \`node --cpu-prof\` ${cpuProf}`]];
}

async function compare(major: NodeMajor, name: string, interval: number, rounds: number): Promise<string[]> {
  const { command, weight, of = 'main thread' } = programs[name];
  const request = { node: await nodeBinary(major), program: command, folder, interval, of };
  const { plain, profiled } = await compareWays(request, Math.max(1, Math.round(rounds * weight)));
  const cells = formatWays(plain, profiled);
  const versus = formatRatio(profiled.v8log, profiled['cpu-prof'], 'cpuMs');
  progress(`Node ${major}, ${name}: ${cells.join(', ')}; ${versus}`);
  const without = formatTime(median(plain.map(({ cpuMs }) => cpuMs)));
  return [`Node ${major}`, name, without, ...cells, versus, String(plain.length)];
}
