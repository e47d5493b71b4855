// Loading recordings: Heatline's reader, alone and with everything that is computed from it, against reading the file
// and JSON.parse (the least that any other viewer pays) and against reading alone. Interleaved rounds, each in a fresh
// process, medians. Run with `npx tsx test/bench/load.ts [rounds] [name…]`; the corpus is made on first use.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusFile, corpusNames } from './corpus.ts';
import type { Measurement } from './load-child.ts';
import { bundleChild, measure, median } from './load-runs.ts';

const tasks = ['read', 'json', 'load', 'aggregate'] as const;
type Task = (typeof tasks)[number];

const number = (value: number, digits: number): string =>
  (Number.isNaN(value) ? '–' : value.toFixed(digits)).padStart(8);

async function benchFile(child: string, name: string, rounds: number): Promise<void> {
  const path = await corpusFile(name);
  const { size } = await stat(path);
  const all = new Map<Task, Measurement[]>(tasks.map((task) => [task, []]));
  for (let round = 0; round < rounds; round++) {
    for (const task of tasks) all.get(task)?.push(await measure(child, task, path));
  }
  const of = (task: Task, pick: (one: Measurement) => number): number => median((all.get(task) ?? []).map(pick));
  console.log(`\n${name}, ${(size / 1e6).toFixed(1)} MB`);
  console.log('               wall ms   cpu ms  ×json    ×json cpu   memory MB   ÷ size');
  for (const task of tasks) {
    const wall = of(task, (one) => one.wall);
    const cpu = of(task, (one) => one.cpu);
    const memory = of(task, (one) => one.memory);
    const ratio = number(wall / of('json', (one) => one.wall), 3);
    const cpuRatio = number(cpu / of('json', (one) => one.cpu), 3);
    console.log(
      `${task.padEnd(12)} ${number(wall, 1)} ${number(cpu, 1)} ${ratio} ${cpuRatio}     ${number(memory / 1e6, 1)} ${number(memory / size, 2)}`,
    );
  }
}

const [rounds = '5', ...names] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'heatline-bench-load-'));
try {
  const child = await bundleChild(folder);
  console.log(`Node ${process.version}, ${rounds} rounds, medians. ×json: the ratio to reading and JSON.parse.`);
  for (const name of names.length > 0 ? names : corpusNames) await benchFile(child, name, Number(rounds));
} finally {
  await rm(folder, { recursive: true, force: true });
}
