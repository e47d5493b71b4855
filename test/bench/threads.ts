// What recording costs a program with four worker threads, and one that starts twenty children, against the same program
// without a profiler and with `node --cpu-prof` (which records both too, each thread into a file of its own). The figures
// are medians of the ratios within a round, of the CPU time of the whole process tree and of wall time, until the program
// is gone. Linux only. After `npm run build`, on a machine that does nothing else:
// `npx tsx test/bench/threads.ts [rounds] [--node=20,26] [--interval=250] [--report=FILE]`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBinary, nodeMajors, type NodeMajor } from '../support/nodes.ts';
import { median } from './load-runs.ts';
import { compareWays, formatWays, ways } from './program-cost.ts';
import { formatTime, operands, option, progress, publish } from './report.ts';

const rounds = Number(operands.at(0) ?? 5);
/** Microseconds between two samples. */
const interval = Number(option('interval') ?? 1000);
const askedNodes = option('node')?.split(',');
const program = 'test/bench/threads-program.cjs';
const programs = { 'four workers': ['workers'], 'twenty children': ['children'] } as const;
const folder = await mkdtemp(join(tmpdir(), 'heatline-threads-'));

try {
  const rows: string[][] = [];
  for (const major of nodeMajors)
    for (const [name, args] of Object.entries(programs))
      if (askedNodes?.includes(String(major)) ?? true) rows.push(await compare(major, name, args));
  const table = {
    title: 'What recording costs programs of several threads',
    columns: ['Node', 'Program', 'Without', ...Object.values(ways), 'Rounds'],
    rows,
    notes: [
      `Every thread sampled every ${interval} µs. CPU time of all threads and processes of the program and, in brackets, wall time, as multiples of the same run without a profiler; medians. The workers run at once, of the children two at a time; each loads TypeScript’s compiler and parses with it. Heatline’s own process, which takes the samples out, is not part of the CPU time, but takes a core from the program on a machine of two.`,
    ],
  };
  await publish({ summary: [], tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare(major: NodeMajor, name: string, args: readonly string[]): Promise<string[]> {
  const node = await nodeBinary(major);
  const request = { node, program: [program, ...args], folder, interval, of: 'process tree' } as const;
  const { plain, profiled } = await compareWays(request, rounds);
  const cells = formatWays(plain, profiled);
  progress(`Node ${major}, ${name}: ${cells.join(', ')}`);
  return [`Node ${major}`, name, formatTime(median(plain.map(({ cpuMs }) => cpuMs))), ...cells, String(plain.length)];
}
