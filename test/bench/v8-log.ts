// Reading V8 logs: megabytes a second and peak memory, for a real log, for one several times as long, and for the first
// one with its ticks repeated: the same code and the same stacks, so that only the text grows.
// `npx tsx test/bench/v8-log.ts [rounds] [log or name of the corpus…]`; logs are recorded on first use.
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readV8Log } from '../../src/readers/v8-log/read.ts';
import { corpusFile } from './corpus.ts';
import { bundleChild, measure, median } from './load-runs.ts';
import type { Measurement } from './measurement.ts';
import { fixed, formatSize, operands, progress, publish } from './report.ts';

const rounds = Number(operands.find((operand) => /^\d+$/.test(operand)) ?? 5);
const asked = operands.filter((operand) => !/^\d+$/.test(operand));
const names = asked.length > 0 ? asked : ['prettier-log', 'prettier-log-long'];
const REPEATED = [4, 8] as const;

/** A copy of a log with its ticks repeated so many times, each time later. */
async function repeatTicks(path: string, times: number, to: string): Promise<string> {
  const file = join(to, `${basename(path, '.v8log')}, ticks ${times} ×.v8log`);
  await copyFile(path, file);
  const ticks = (await readFile(path, 'latin1')).split('\n').filter((line) => line.startsWith('tick,'));
  const timeOf = (tick: string): number => Number(tick.split(',', 3)[2]);
  const span = timeOf(ticks.at(-1) ?? '') - timeOf(ticks[0]) + 1000;
  const log = await open(file, 'a');
  for (let i = 1; i < times; i++) {
    const later = ticks.map((tick) =>
      tick.replace(/^(tick,\w+,)(\d+)/, (_, pc: string, at) => `${pc}${+at + i * span}`),
    );
    await log.write(`${later.join('\n')}\n`, null, 'latin1');
  }
  await log.close();
  return file;
}

const folder = await mkdtemp(join(tmpdir(), 'heatline-bench-v8-log-'));
try {
  const child = await bundleChild(folder);
  const paths: string[] = [];
  for (const name of names) paths.push(existsSync(name) ? name : await corpusFile(name));
  for (const times of REPEATED) paths.push(await repeatTicks(paths[0], times, folder));
  const runs = new Map<string, Measurement[]>(paths.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) runs.get(path)?.push(await measure(child, 'log', path));
    progress(`round ${round + 1}`);
  }
  const rows: string[][] = [];
  let largest = { size: 0, summary: '' };
  for (const [path, all] of runs) {
    const { size } = await stat(path);
    const { tree, samples } = await readV8Log(path);
    const of = (key: 'wall' | 'cpu' | 'memory'): number => median(all.map((one) => one[key]));
    const [nodes, memory] = [tree.frame.length, of('memory')];
    const speed = (time: number): string => fixed(size / 1000 / time);
    const sizes = [fixed(size / 1e6), fixed(samples.node.length), fixed(nodes)];
    if (size > largest.size) {
      const rate = `${speed(of('wall'))} MB/s, ${formatSize(memory)} of memory`;
      largest = { size, summary: rate };
    }
    const perNode = fixed(memory / nodes);
    rows.push([basename(path, '.v8log'), ...sizes, speed(of('wall')), speed(of('cpu')), fixed(memory / 1e6), perNode]);
  }
  const table = {
    title: 'Reading V8 logs',
    columns: ['', 'MB', 'samples', 'tree nodes', 'MB/s', 'MB/s of CPU', 'peak MB', 'bytes a node'],
    rows,
    notes: [
      `Fresh processes, ${rounds} interleaved rounds, medians. "ticks n ×": the first log's ticks n times, which adds text and samples but no code and hardly a node.`,
    ],
  };
  await publish({ summary: [[`reading a V8 log of ${formatSize(largest.size)}`, largest.summary]], tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true });
}
