import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isLinux, itWhere } from '../support/it-where.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { type BurstKind, recordBursts } from './record-bursts.ts';

/** Work in milliseconds: some 400 samples, of which each line has a third, to 3 points. */
const WORK = 400;

/** One of each: the suite records all of them. */
const cases: readonly [major: NodeMajor, sampler: 'inspector' | 'v8log', kind: BurstKind][] = [
  [20, 'inspector', 'timer'],
  [22, 'v8log', 'timers'],
  [24, 'inspector', 'worker'],
  [26, 'v8log', 'server'],
];

describe('short bursts between idle times', function () {
  // Few samples find bursts where others work on the machine too, some now and some then.
  this.retries(3);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-bursts-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const onLinux = itWhere(isLinux, 'only Linux tells the CPU time of a thread');
  for (const [major, sampler, kind] of cases)
    onLinux(`have their time on their lines: ${kind}, ${sampler}, Node ${major}`, async () => {
      const request = { kind, sampler, milliseconds: WORK, intervalUs: 1000, folder: path.join(folder, String(major)) };
      const verdict = await recordBursts({ ...request, node: await nodeBinary(major) });
      const { lineError, toldShare, unsampledShare } = verdict;
      // On a busy machine samples fall out, which is told.
      const missing = unsampledShare + 0.15;
      assert.ok(toldShare > 1 - missing && toldShare < 1.1, JSON.stringify(verdict));
      assert.ok(lineError < 12 + 50 * unsampledShare, JSON.stringify(verdict));
    });
});
