import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { judgeAnalysis } from './judge.ts';
import { knownShares } from './known-answer.ts';
import { countCalls, record } from './record.ts';
import type { AccuracySampler } from './record.ts';
import { summarize } from './summarize.ts';
import { buildVariant } from './variants.ts';
import { workloads } from './workloads.ts';
import type { VariantName } from './workloads.ts';

/** Percentage points: wide enough for a busy machine. `npm run accuracy` tells the real errors. */
const MEAN_LIMIT = 5;
const MAX_LIMIT = 12;

const cases: readonly (readonly [string, VariantName, AccuracySampler])[] = [
  ['cross-file', 'plain', 'v8log'],
  ['cross-file', 'minified', 'v8log'],
  ['loops-bench', 'tsx', 'v8log'],
  ['call-sites', 'plain', 'v8log'],
  ['blame-set-result', 'tsc', 'inspector'],
];

describe('known answers, on this Node', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-accuracy-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, variant, sampler] of cases) {
    it(`${name}, ${variant}, by the ${sampler} sampler`, async () => {
      const workload = workloads.find((candidate) => candidate.name === name);
      assert.ok(workload);
      const place = path.join(folder, name, variant);
      const program = await buildVariant(workload, variant, path.join(place, 'program'));
      const request = { node: process.execPath, program, sampler, intervalUs: 500 };
      const { recording, phases } = await record({ ...request, folder: path.join(place, sampler) });
      const known = await knownShares(workload, phases);
      const verdicts = judgeAnalysis(await analyze(recording), known);
      const { meanError, maxError, worst } = summarize(verdicts);
      assert.equal(verdicts.length, known.length);
      assert.ok(meanError < MEAN_LIMIT, `off by ${meanError.toFixed(1)} points on average`);
      assert.ok(maxError < MAX_LIMIT, `${worst} is off by ${maxError.toFixed(1)} points`);
    });
  }

  it('counts a hundred million calls of a method that does almost nothing, exactly', async () => {
    const workload = workloads.find(({ name }) => name === 'mass');
    assert.ok(workload);
    const program = await buildVariant(workload, 'minified', path.join(folder, 'mass'));
    const counted = await countCalls({ node: process.execPath, program, folder: path.join(folder, 'calls') });
    assert.deepEqual(counted.get('almostNothing'), [100_000_000]);
    assert.deepEqual(counted.get('heavy'), [50, 50]);
  });
});
