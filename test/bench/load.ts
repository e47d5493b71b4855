// Opening recordings, reading alone and with the whole analysis, against reading the file and JSON.parse (the least that a
// viewer pays that parses a file at once); and reading V8 logs. Interleaved rounds, each in a fresh process, medians.
// `npx tsx test/bench/load.ts [rounds] [name…]`; recordings are made on first use.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readV8Log } from '../../src/readers/v8-log/read.ts';
import { withScratch } from '../support/scratch.ts';
import { corpusFile, corpusLogs, corpusNames } from './corpus.ts';
import type { Measurement } from './load-child.ts';
import { bundleChild, measure, median } from './load-runs.ts';
import { fixed, formatSize, formatTime, operands, progress, publish } from './report.ts';

const rounds = Number(operands.find((operand) => /^\d+$/.test(operand)) ?? 5);
const asked = operands.filter((operand) => !/^\d+$/.test(operand));
const names = asked.length > 0 ? asked : corpusNames;
const BASE = 'read + `JSON.parse`';
const OPENED = 'Heatline, opened';
/** What is measured of each recording, by the columns of the first table. */
const tasks: Readonly<Record<string, string>> = {
  ...{ 'Heatline, read': 'load', [OPENED]: 'aggregate', 'Heatline, opened again': 'again', [BASE]: 'json' },
};

/** Bytes below which the memory that a recording takes says little of its size. */
const SMALL = 10e6;

/** What each task took for one file, over the rounds. */
type Results = Map<string, Measurement[]>;

interface Opened {
  readonly bytes: number;
  readonly results: Results;
}

await withScratch(async (folder) => {
  const child = await bundleChild(folder);
  const files: Opened[] = [];
  for (const name of names) {
    const path = await corpusFile(name);
    files.push({ bytes: (await stat(path)).size, results: await openAll(child, path, name) });
  }
  const least = await leastMemory(child, folder);
  const logs = await openLogs(child);
  const table = (columns: readonly string[], cell: (results: Results, task: string) => string) => ({
    columns: ['Recording', ...columns],
    rows: files.map(({ bytes, results }) => [formatSize(bytes), ...columns.map((task) => cell(results, task))]),
  });
  await publish({
    summary: [...summarize(files), logs.summary],
    tables: [
      {
        title: 'Opening a recording: time as a multiple of reading the file and `JSON.parse`, CPU time in brackets',
        ...table(Object.keys(tasks), timeCell),
        notes: [
          `Wall time and, in brackets, CPU time of all threads; ${rounds} interleaved rounds, each in a fresh process, medians. “Read” is the validated call tree, samples and line ticks; “opened” also self and total time of every function, call and line; “again” in a process that has opened the recording three times. Where \`JSON.parse\` fails, the times themselves.`,
        ],
      },
      {
        title: 'Peak memory above what the process had before',
        ...table([OPENED, BASE], memoryCell),
        notes: [
          `A recording of one node takes Heatline ${formatSize(least)}: Node's code that ran for the first time, a young heap, the kernels.`,
          growthNote(files),
        ],
      },
      { title: 'Reading V8 logs', columns: ['', 'MB', 'MB/s', 'peak MB'], rows: logs.rows },
    ],
  });
});

/** For the README: a middling recording, the largest that JSON.parse takes, and the largest of all. */
function summarize(files: readonly Opened[]): (readonly [what: string, measured: string])[] {
  const sorted = [...files].sort((a, b) => a.bytes - b.bytes);
  const readable = sorted.filter(({ results }) => !Number.isNaN(medianOf(results, BASE, 'wall')));
  const chosen = [readable.find(({ bytes }) => bytes > 40e6), readable.at(-1), sorted.at(-1)];
  return [...new Set(chosen)].flatMap((file) => {
    if (!file) return [];
    const { bytes, results } = file;
    const [time, memory] = (['wall', 'memory'] as const).map((kind) => medianOf(results, OPENED, kind));
    const base = medianOf(results, BASE, 'wall');
    const what = `opening a recording of ${formatSize(bytes)}`;
    if (Number.isNaN(base))
      return [[`${what}, for which \`JSON.parse\` fails`, `${formatTime(time)}, ${formatSize(memory)} of memory`]];
    const against = formatSize(medianOf(results, BASE, 'memory'));
    const measured = `${fixed(time / base, 2)} of the time, ${formatSize(memory)} of memory instead of ${against}`;
    return [[`${what}, against reading it and \`JSON.parse\``, measured]];
  });
}

/** The memory that each further megabyte takes at most. Small recordings mostly show the runtime warming up. */
function growthNote(files: readonly Opened[]): string {
  const large = files.filter(({ bytes }) => bytes >= SMALL);
  const points = large.map(({ bytes, results }) => ({ bytes, memory: medianOf(results, OPENED, 'memory') }));
  const [smallest, ...others] = points.sort((a, b) => a.bytes - b.bytes);
  const slopes = others.map(({ bytes, memory }) => (memory - smallest.memory) / (bytes - smallest.bytes));
  if (slopes.length === 0) return `Growth needs two recordings of ${formatSize(SMALL)} and more.`;
  return `From ${formatSize(smallest.bytes)} on, Heatline takes at most ${fixed(Math.max(...slopes), 2)} MB for each further MB of recording.`;
}

/** Milliseconds or bytes, the median of the rounds; NaN where the task failed. */
function medianOf(results: Results, task: string, kind: 'wall' | 'cpu' | 'memory'): number {
  return median((results.get(task) ?? []).map((one) => one[kind]));
}

/** Bytes of memory that opening takes whatever is in the recording. */
async function leastMemory(child: string, folder: string): Promise<number> {
  const path = join(folder, 'least.cpuprofile');
  const callFrame = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
  const nodes = [{ id: 1, callFrame, hitCount: 0 }];
  await writeFile(path, JSON.stringify({ nodes, startTime: 0, endTime: 1000, samples: [1], timeDeltas: [500] }));
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) memory.push((await measure(child, 'aggregate', path)).memory);
  return median(memory);
}

/** V8 logs: megabytes a second, and peak memory. The longest is told in the README. */
async function openLogs(child: string): Promise<{ rows: string[][]; summary: readonly [string, string] }> {
  const rows: string[][] = [];
  let summary: readonly [string, string] = ['', ''];
  for (const name of corpusLogs) {
    const path = await corpusFile(name);
    const runs: Measurement[] = [];
    for (let round = 0; round < rounds; round++) runs.push(await measure(child, 'log', path));
    const { size } = await stat(path);
    const [wall, memory] = [median(runs.map((one) => one.wall)), median(runs.map((one) => one.memory))];
    const rate = fixed(size / 1000 / wall);
    rows.push([name, fixed(size / 1e6), rate, fixed(memory / 1e6)]);
    const samples = (await readV8Log(path)).samples.node.length;
    const what = `reading a V8 log of ${formatSize(size)} (${fixed(samples / 1000)} 000 samples)`;
    summary = [what, `${rate} MB/s, ${formatSize(memory)} of memory`];
  }
  return { rows, summary };
}

/** A task that failed is not run again. */
async function openAll(child: string, path: string, name: string): Promise<Results> {
  const results: Results = new Map(Object.keys(tasks).map((task) => [task, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [task, all] of results) {
      if (all.some(({ failure }) => failure !== undefined)) continue;
      const one = await measure(child, tasks[task], path);
      progress(`${name}, round ${round + 1}: ${task} ${one.failure ?? `${fixed(one.wall)} ms`}`);
      all.push(one);
    }
  }
  return results;
}

function timeCell(results: Results, task: string): string {
  const [wall, cpu] = (['wall', 'cpu'] as const).map((kind) => medianOf(results, task, kind));
  const base = medianOf(results, BASE, 'wall');
  if (Number.isNaN(wall)) return 'fails';
  if (task === BASE || Number.isNaN(base)) return formatTime(wall);
  return `${fixed(wall / base, 2)} (${fixed(cpu / medianOf(results, BASE, 'cpu'), 2)})`;
}

function memoryCell(results: Results, task: string): string {
  const memory = medianOf(results, task, 'memory');
  return Number.isNaN(memory) ? 'fails' : formatSize(memory);
}
