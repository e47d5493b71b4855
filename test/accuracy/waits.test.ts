import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { itWhere } from '../support/it-where.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { recordWaits, type WaitKind } from './record-waits.ts';

/** Work in milliseconds: some 400 samples. */
const WORK = 400;
const isProven = process.platform === 'linux' && process.arch === 'x64';

/** One of each: the suite records all of them. */
const cases: readonly [major: NodeMajor, sampler: 'inspector' | 'v8log', kind: WaitKind][] = [
  [20, 'inspector', 'even'],
  [22, 'v8log', 'work'],
  [24, 'inspector', 'command'],
  [24, 'v8log', 'timers'],
  [26, 'v8log', 'even'],
];

describe('computing and waiting in turns', function () {
  // The program counts as waited what it waited for a processor too, of which a busy machine has much, some now and some then.
  this.retries(4);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-waits-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const onProven = itWhere(isProven, 'only on Linux x64 it is known which samples found the thread waiting');
  for (const [major, sampler, kind] of cases)
    onProven(`are told apart, on the right lines: ${kind}, ${sampler}, Node ${major}`, async () => {
      const request = {
        kind,
        sampler,
        milliseconds: WORK,
        intervalUs: 1000,
        folder: path.join(folder, `${major}${kind}`),
      };
      const verdict = await recordWaits({ ...request, node: await nodeBinary(major) });
      const { lineError, toldShare, unsampledShare, waitedShare, strayShare } = verdict;
      // On a busy machine samples fall out, which is told.
      assert.ok(toldShare > 0.85 - unsampledShare && toldShare < 1.1, JSON.stringify(verdict));
      assert.ok(lineError < 8 + 50 * unsampledShare, JSON.stringify(verdict));
      // The suite judges how well; unless they are told apart, none or all of it is on the line that waits.
      assert.ok(waitedShare > 0.5 && waitedShare < 1.5, JSON.stringify(verdict));
      assert.ok(strayShare < 0.5, JSON.stringify(verdict));
    });
});
