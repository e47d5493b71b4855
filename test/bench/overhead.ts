// What recording costs the program: runs of real CPU-bound programs of 0.1, 3 and 30 s without a profiler, with
// `node --cpu-prof`, and with Heatline's samplers (frame repair on), in turn. The figures are medians of the ratios within a
// round, of the CPU time of the main thread and of wall time, from the program's start until its thread is gone: what is
// written and taken at the end counts. A second table has some of them at a short interval. `--threads`:
// what it costs a program with four worker threads, and one that starts twenty children, by the CPU time of the whole process
// tree. Linux only (schedstat). After `npm run build`, on a machine that does nothing else:
// `npx tsx test/bench/overhead.ts [rounds] [--threads] [--report=FILE]`.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultTable } from '../docs/results.ts';
import { nodeBinary, nodeMajors, type NodeMajor, outerNodeMajors } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { median } from './load-runs.ts';
import { compareWays, type CostRequest, formatRatio, formatWays, ways } from './program-cost.ts';
import { formatTime, operands, progress, publish } from './report.ts';

/** One table: `interval` in microseconds. */
interface Comparison {
  readonly title: string;
  readonly interval: number;
  readonly rounds: number;
  readonly majors: readonly NodeMajor[];
  readonly programs: readonly string[];
}

const rounds = Number(operands.at(0) ?? 5);

/** A program to measure. `weight`: its rounds, as a multiple of those asked for. */
interface Program {
  readonly command: readonly string[];
  readonly weight: number;
  readonly of?: CostRequest['of'];
}

const areThreads = process.argv.includes('--threads');

/** What prettier checks. It formats nothing below node_modules, hence a copy. */
const DECLARATIONS = 'lib.dom.d.ts';

const noEmit = ['--noEmit', '--composite', 'false', '--emitDeclarationOnly', 'false', '--declaration', 'false'];
const tsc = 'node_modules/typescript/bin/tsc';
const eslint = 'node_modules/eslint/bin/eslint.js';

function programsIn(folder: string): Readonly<Record<string, Program>> {
  if (areThreads) {
    const of = 'process tree';
    return {
      'four workers': { command: ['test/bench/threads-program.cjs', 'workers'], weight: 1, of },
      'twenty children': { command: ['test/bench/threads-program.cjs', 'children'], weight: 1, of },
    };
  }
  const prettier = ['node_modules/prettier/bin/prettier.cjs', '--no-config', '--check', join(folder, DECLARATIONS)];
  return {
    'tsc --version': { command: [tsc, '--version'], weight: 3 },
    tsc: { command: [tsc, '-p', 'src/extension', ...noEmit], weight: 1 },
    prettier: { command: prettier, weight: 1 },
    eslint: { command: [eslint, 'src/core'], weight: 1 },
    'eslint all': { command: [eslint, 'src', 'test'], weight: 0.4 },
  };
}

/** Those that run for some seconds. */
const someSeconds = ['tsc', 'prettier', 'eslint'];
/** Microseconds between two samples. */
const USUAL_INTERVAL = 1000;
const SHORT_INTERVAL = 250;

await withScratch(async (folder) => {
  await cp(join('node_modules/typescript/lib', DECLARATIONS), join(folder, DECLARATIONS));
  const programs = programsIn(folder);
  const title = `What recording costs ${areThreads ? 'programs of several threads' : 'the program'}`;
  const all = { title, interval: USUAL_INTERVAL, rounds, majors: nodeMajors, programs: Object.keys(programs) };
  const some = {
    interval: SHORT_INTERVAL,
    rounds: Math.ceil(rounds / 2),
    majors: outerNodeMajors,
    programs: someSeconds,
  };
  const comparisons: Comparison[] = areThreads ? [all] : [all, { title: 'At a short interval', ...some }];
  const tables: ResultTable[] = [];
  for (const comparison of comparisons) tables.push(await tableOf(comparison, programs, folder));
  await publish({ summary: areThreads ? [] : summarize(tables[0]), tables });
});

async function tableOf(
  { title, interval, rounds, majors, programs: names }: Comparison,
  programs: Readonly<Record<string, Program>>,
  folder: string,
): Promise<ResultTable> {
  const rows: string[][] = [];
  for (const major of majors) {
    for (const name of names) {
      const { command, weight, of = 'main thread' } = programs[name];
      const request = { node: await nodeBinary(major), program: command, folder, interval, of };
      const { plain, profiled } = await compareWays(request, Math.max(1, Math.round(rounds * weight)));
      const versus = formatRatio(profiled.v8log, profiled['cpu-prof'], 'cpuMs');
      const without = formatTime(median(plain.map(({ cpuMs }) => cpuMs)));
      rows.push([`Node ${major}`, name, without, ...formatWays(plain, profiled), versus, String(plain.length)]);
      progress(rows[rows.length - 1].join(', '));
    }
  }
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
  const what = `recording tsc on ${row[0]} every ${USUAL_INTERVAL / 1000} ms: CPU time of its main thread`;
  return [[what, `${inspector} (inspector), ${v8log} (V8 log); \`node --cpu-prof\` ${cpuProf}`]];
}
