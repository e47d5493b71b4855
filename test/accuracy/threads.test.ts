import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isLinux, itWhere } from '../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../support/nodes.ts';
import { recordThreads, threadKinds } from './record-threads.ts';
import { MOST_OF_SUM, MOST_POINTS } from './threads-report.ts';

/** Milliseconds of the thread that does the least: Node's start, which is not sampled, is little beside it. */
const LEAST = 600;

describe('three threads that share the work 1 : 2 : 4', function () {
  // Waiting for a child costs a second of the system's time now and then (docs/limits.md), which is the thread's all the same.
  this.retries(3);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-shares-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const onLinux = itWhere(isLinux, 'only Linux tells the CPU time of a thread');
  for (const major of nodeMajors) {
    for (const kind of threadKinds) {
      onLinux(`have their shares as ${kind} on Node ${major}`, async () => {
        const place = path.join(folder, String(major), kind);
        const sampler = major < 26 ? 'v8log' : 'inspector';
        const request = { kind, sampler, milliseconds: LEAST, intervalUs: 500, folder: place } as const;
        const verdict = await recordThreads({ ...request, node: await nodeBinary(major) });
        const { threadError, lineError, unsampledShare, toldShare, recorded } = verdict;
        assert.equal(recorded, 3);
        assert.ok(threadError < MOST_POINTS, `threads are off by ${threadError.toFixed(2)} points`);
        // On a busy machine there are gaps, which Heatline tells: nobody's, they are missing in some thread.
        const most = MOST_POINTS + 100 * unsampledShare;
        assert.ok(lineError < most, `lines are off by ${lineError.toFixed(2)} points, of ${most.toFixed(2)}`);
        assert.ok(
          Math.abs(toldShare - 1) < MOST_OF_SUM,
          `the sum is ${(100 * toldShare).toFixed(1)} % of the system's`,
        );
      });
    }
  }
});
