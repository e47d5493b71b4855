// What `vscode.ts` runs inside VS Code's extension host: one part of the bench, whose figures go to a file.
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { HeatlineParts } from '../../src/extension/extension.ts';
import type { BenchFigures, BenchTask } from './vscode/figures.ts';
import { pause, watchHost } from './vscode/host-watch.ts';
import { benchRecording } from './vscode/recordings.ts';
import { benchRetention } from './vscode/retention.ts';
import { benchRuns } from './vscode/runs.ts';

/** Called by VS Code. */
export async function run(): Promise<void> {
  const { HEATLINE_BENCH_TASK: task = '', HEATLINE_BENCH_RESULT: result = '' } = process.env;
  await pause(3000); // the window's own start is over
  await writeFile(result, JSON.stringify(await measure(JSON.parse(task) as BenchTask)));
}

async function measure(task: BenchTask): Promise<BenchFigures> {
  const extension = vscode.extensions.getExtension<HeatlineParts>('heatline.heatline');
  if (!extension) throw new Error('Heatline is not there.');
  if (extension.isActive) throw new Error('Heatline was activated before anybody needed it.');
  const activation = await watchHost('activation', async () => await extension.activate());
  const parts = extension.exports;
  switch (task.part) {
    case 'activation':
      return { part: task.part, activation };
    case 'recordings': {
      const recordings = [];
      for (const recording of task.recordings) recordings.push(await benchRecording(parts, recording));
      return { part: task.part, recordings };
    }
    case 'run':
      return { part: task.part, sampler: task.run.sampler, ...(await benchRuns(parts, task.run)) };
    case 'retention':
      return { part: task.part, retention: await benchRetention(parts, task.recordings) };
  }
}
