// The short form of the loading bench for every check: one real recording of some 28 MB, made on first use. Fails when
// reading or aggregating takes more than two and a half times its goal, a multiple of the CPU time of reading the file
// and JSON.parse in the same run: wide enough for a busy machine, narrow enough to notice a step that became slow.
// `npx tsx test/bench/guard.ts`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusFile } from './corpus.ts';
import { bundleChild, measure, median } from './load-runs.ts';

const GOAL = 0.4;
const MARGIN = 2.5;
const ROUNDS = 3;

const folder = await mkdtemp(join(tmpdir(), 'heatline-guard-'));
try {
  const child = await bundleChild(folder);
  const path = await corpusFile('prettier-tsc');
  const cpu: Record<string, number[]> = { json: [], load: [], aggregate: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const task of Object.keys(cpu)) cpu[task].push((await measure(child, task, path)).cpu);
  for (const task of ['load', 'aggregate']) {
    const ratio = median(cpu[task]) / median(cpu.json);
    const isFast = ratio < GOAL * MARGIN;
    if (!isFast) process.exitCode = 1;
    const verdict = isFast ? 'below' : 'not below';
    console.log(`${task}: ${ratio.toFixed(2)} x the CPU time of JSON.parse, ${verdict} ${(GOAL * MARGIN).toFixed(2)}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
