// What recording costs the program: paired runs of three real CPU-bound programs without a profiler, with
// `node --cpu-prof`, and with Heatline's samplers, at three intervals. The pairs are interleaved; the figures are
// medians of the ratios of CPU time of the main thread and of wall time. Linux only (schedstat).
// `npx tsx test/bench/overhead.ts [rounds]`, after `npm run build`, on a machine that does nothing else.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './load-runs.ts';
import { fixed, operands, printTable, progress } from './report.ts';

const rounds = Number(operands.at(0) ?? 5);
const meter = resolve('test/bench/overhead-meter.cjs');
const programs: Readonly<Record<string, readonly string[]>> = {
  tsc: ['node_modules/typescript/bin/tsc', '-p', 'src/extension', '--noEmit', '--composite', 'false'],
  prettier: ['node_modules/prettier/bin/prettier.cjs', '--check', 'node_modules/typescript/lib/lib.dom.d.ts'],
  eslint: ['node_modules/eslint/bin/eslint.js', 'src/profile'],
};
const intervals = { '10 ms': 10_000, '1 ms': 1000, '250 µs': 250 };
const ways = ['cpu-prof', 'inspector', 'v8log'] as const;
type Way = (typeof ways)[number];

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const folder = await mkdtemp(join(tmpdir(), 'heatline-overhead-'));
try {
  const rows: string[][] = [];
  for (const [name, program] of Object.entries(programs)) rows.push(...(await compare(name, program)));
  printTable({
    title: 'What recording costs the program',
    columns: ['', 'interval', ...ways],
    rows,
    notes: [
      `Ratio of the main thread's CPU time to that without a profiler, and of wall time; medians of ${rounds} pairs.`,
    ],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare(name: string, program: readonly string[]): Promise<string[][]> {
  const rows: string[][] = [];
  await cost([...program]); // warms the file system's cache
  for (const [label, interval] of Object.entries(intervals)) {
    const ratios = new Map<Way, Cost[]>(ways.map((way) => [way, []]));
    for (let round = 0; round < rounds; round++) {
      for (const way of ways) {
        const plain = await cost([...program]);
        const profiled = await cost(commandOf(way, interval, program));
        ratios.get(way)?.push({ cpuMs: profiled.cpuMs / plain.cpuMs, wallMs: profiled.wallMs / plain.wallMs });
      }
    }
    const cells = ways.map((way) => {
      const measured = ratios.get(way) ?? [];
      const cpu = fixed(median(measured.map(({ cpuMs }) => cpuMs)), 2);
      return `${cpu} (${fixed(median(measured.map(({ wallMs }) => wallMs)), 2)})`;
    });
    progress(`${name}, ${label}: ${cells.join(', ')}`);
    rows.push([name, label, ...cells]);
  }
  return rows;
}

function commandOf(way: Way, interval: number, program: readonly string[]): string[] {
  if (way === 'cpu-prof')
    return ['--cpu-prof', `--cpu-prof-interval=${interval}`, `--cpu-prof-dir=${folder}`, ...program];
  const output = ['--output', join(folder, `${way}.cpuprofile`)];
  const heatline = ['dist/cli.cjs', 'run', '--sampler', way, '--interval', String(interval), ...output];
  return [...heatline, '--runtime-arg', '--require', '--runtime-arg', meter, ...program];
}

/** Runs Node with the arguments; what the measured program's main thread cost until its exit. */
async function cost(args: string[]): Promise<Cost> {
  const file = join(folder, 'cost.json');
  const preload = args[0] === 'dist/cli.cjs' ? [] : ['--require', meter];
  await new Promise<void>((done) => {
    const env = { ...process.env, OVERHEAD_METER: file };
    execFile(process.execPath, [...preload, ...args], { env, maxBuffer: 1 << 28 }, () => done());
  });
  const measured = JSON.parse(await readFile(file, 'utf8')) as Cost;
  await rm(file);
  return measured;
}
