import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { startClock } from '../../../../src/recorder/sampling/thread-clock.ts';
import { isLinux, itWhere } from '../../../support/it-where.ts';
import { useScratch } from '../../../support/scratch.ts';

/** Above what Linux numbers threads by. */
const GONE = 2 ** 30;

describe('the clock of a thread', () => {
  const scratch = useScratch();
  const onLinux = itWhere(isLinux, 'needs /proc');

  onLinux('that was gone before anybody looked goes by its records, which are taken', () => {
    const cpuAt: Readonly<Record<number, number>> = { 5: 1, 6: 2, 9: 4 };
    const numbers = Object.entries(cpuAt).flatMap(([time, cpu]) => [Number(time) * 1e6, cpu * 1e6, 0, 0]);
    const file = scratch(`records${GONE}`);
    writeFileSync(file, Buffer.from(BigUint64Array.from(numbers, BigInt).buffer));
    const clock = startClock(GONE, GONE, scratch('records'));
    const { timesUs, cpuUs, records } = clock?.stop() ?? {};
    assert.deepEqual([timesUs?.join(), cpuUs?.join(), records?.timeUs.length], ['5000,9000', '1000,4000', 3]);
    assert.ok(!existsSync(file));
  });

  onLinux('that is gone and left no record is none', () => {
    assert.equal(startClock(GONE, GONE, scratch('none')), undefined);
    assert.equal(startClock(GONE, GONE, undefined), undefined);
  });
});
