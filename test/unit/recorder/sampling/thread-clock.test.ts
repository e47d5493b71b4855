import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { ThreadClock } from '../../../../src/recorder/sampling/thread-clock.ts';
import { isLinux, itWhere } from '../../../support/it-where.ts';
import { useScratch } from '../../../support/scratch.ts';

/** Above what Linux numbers threads by. */
const GONE = 2 ** 30;

describe('the clock of a thread', () => {
  const scratch = useScratch();
  const onLinux = itWhere(isLinux, 'needs /proc');

  onLinux('that was gone before anybody looked goes by its records, which are taken', () => {
    const numbers = [
      [5_000_000n, 1_000_000n],
      [6_000_000n, 1_800_000n],
      [9_000_000n, 4_000_000n],
    ].flatMap(([time, cpu]) => [time, cpu, 0n, 0n]);
    const file = scratch(`records${GONE}`);
    writeFileSync(file, Buffer.from(BigUint64Array.from(numbers).buffer));
    const clock = ThreadClock.start(GONE, GONE, scratch('records'));
    const { timesUs, cpuUs, records } = clock?.stop() ?? {};
    assert.deepEqual(
      [timesUs, cpuUs],
      [
        [5000, 9000],
        [1000, 4000],
      ],
    );
    assert.equal(records?.timeUs.length, 3);
    assert.ok(!existsSync(file));
  });

  onLinux('that is gone and left no record is none', () => {
    assert.equal(ThreadClock.start(GONE, GONE, scratch('none')), undefined);
    assert.equal(ThreadClock.start(GONE, GONE, undefined), undefined);
  });
});
