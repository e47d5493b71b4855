// From a recording and its source maps on disk to the analysis in original lines, against JSON.parse of both: a minified
// bundle of prettier. `npx tsx test/bench/end-to-end.ts [rounds]`; recorded on first use.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrettier, corpusFile } from './corpus.ts';
import { bundleChild, measure, median } from './load-runs.ts';
import type { Measurement } from './measurement.ts';
import { fixed, operands, progress, publish } from './report.ts';

const rounds = Number(operands.at(0) ?? 7);
const tasks = {
  json: 'read + JSON.parse, profile and map',
  load: 'Heatline, read',
  aggregate: 'Heatline, opened without the map',
  analyze: 'Heatline, opened in original lines',
} as const;
type Task = keyof typeof tasks;

const folder = await mkdtemp(join(tmpdir(), 'heatline-bench-end-'));
try {
  const child = await bundleChild(folder);
  const path = await corpusFile('prettier-bundle');
  const map = `${await bundlePrettier()}.map`;
  const runs: Record<Task, Measurement[]> = { json: [], load: [], aggregate: [], analyze: [] };
  for (let round = 0; round < rounds; round++) {
    for (const task of Object.keys(tasks) as Task[])
      runs[task].push(await measure(child, task, path, ...(task === 'json' ? [map] : [])));
    progress(`round ${round + 1}`);
  }
  const of = (task: Task, key: 'wall' | 'cpu' | 'memory'): number => median(runs[task].map((one) => one[key]));
  const megabytes = async (file: string): Promise<string> => `${fixed((await stat(file)).size / 1e6, 1)} MB`;
  const table = {
    title: `End to end: a profile of ${await megabytes(path)} and its map of ${await megabytes(map)}`,
    columns: ['', 'wall ms', '× JSON.parse', 'CPU ms', '× JSON.parse', 'peak MB'],
    rows: (Object.keys(tasks) as Task[]).map((task) => [
      tasks[task],
      fixed(of(task, 'wall')),
      fixed(of(task, 'wall') / of('json', 'wall'), 2),
      fixed(of(task, 'cpu')),
      fixed(of(task, 'cpu') / of('json', 'cpu'), 2),
      fixed(of(task, 'memory') / 1e6),
    ]),
    notes: [`Fresh processes, ${rounds} interleaved rounds, medians.`],
  };
  await publish({ summary: [], tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true });
}
