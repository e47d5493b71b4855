// Does the cost grow linearly with the recording? One real recording, ten and a hundred times as long in nodes and
// samples, with ids shifted. Time and memory for each, and how many times as much each step takes as the one before.
// `npx tsx test/bench/growth.ts [rounds]`
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCpuprofile } from '../../src/readers/cpuprofile/read.ts';
import { corpusFile } from './corpus.ts';
import { bundleChild, measure, median } from './load-runs.ts';
import type { Measurement } from './measurement.ts';
import { fixed, operands, progress, publish } from './report.ts';

const rounds = Number(operands.at(0) ?? 5);
const names = { '1 ×': 'prettier-prettier', '10 ×': 'prettier-10-times', '100 ×': 'prettier-100-times' } as const;
const tasks = { load: 'read', aggregate: 'opened' } as const;
type Task = keyof typeof tasks;

interface Step {
  readonly label: string;
  readonly bytes: number;
  readonly nodes: number;
  readonly samples: number;
  readonly runs: Record<Task, Measurement[]>;
}

const folder = await mkdtemp(join(tmpdir(), 'heatline-bench-growth-'));
try {
  const child = await bundleChild(folder);
  const steps: (Step & { readonly path: string })[] = [];
  for (const [label, name] of Object.entries(names)) {
    const path = await corpusFile(name);
    const { tree, samples } = await readCpuprofile(path);
    const size = { bytes: (await stat(path)).size, nodes: tree.frame.length, samples: samples.node.length };
    steps.push({ label, path, ...size, runs: { load: [], aggregate: [] } });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { label, path, runs } of steps) {
      for (const task of Object.keys(tasks) as Task[]) runs[task].push(await measure(child, task, path));
      progress(`round ${round + 1}: ${label}`);
    }
  }
  const of = (step: Step, task: Task, key: 'wall' | 'cpu' | 'memory'): number =>
    median(step.runs[task].map((one) => one[key]));
  const rows = steps.flatMap((step, i) =>
    (Object.keys(tasks) as Task[]).map((task) => {
      const times = (key: 'cpu' | 'memory'): string =>
        i === 0 ? '–' : `× ${fixed(of(step, task, key) / of(steps[i - 1], task, key), 1)}`;
      return [
        `${step.label}, ${tasks[task]}`,
        fixed(step.bytes / 1e6, 1),
        fixed(step.nodes),
        fixed(step.samples),
        fixed(of(step, task, 'wall')),
        fixed(of(step, task, 'cpu')),
        times('cpu'),
        fixed((of(step, task, 'cpu') * 1e6) / step.bytes, 1),
        fixed(of(step, task, 'memory') / 1e6),
        times('memory'),
      ];
    }),
  );
  const table = {
    title: 'Growth: nodes and samples of one recording, ten and a hundred times',
    columns: ['', 'MB', 'nodes', 'samples', 'wall ms', 'CPU ms', 'step', 'ns a byte', 'memory MB', 'step'],
    rows,
    notes: [
      `Fresh processes, ${rounds} interleaved rounds, medians. A step of × 10 is linear; below it, fixed costs are shared.`,
    ],
  };
  await publish({ summary: [], tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true });
}
