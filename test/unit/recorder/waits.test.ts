import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { type NotedWaits, takeWaits } from '../../../src/recorder/waits.ts';
import { useScratch } from '../../support/scratch.ts';

/** A `struct wait` as the addon writes it: numbers of eight bytes, in nanoseconds. */
const waitOf = (...numbers: readonly number[]): Buffer => Buffer.from(BigUint64Array.from(numbers, BigInt).buffer);

describe('the file in which a thread notes its waits', () => {
  const scratch = useScratch();

  const read = async (...parts: readonly Buffer[]): Promise<NotedWaits> => {
    const file = scratch('waits-1');
    await writeFile(file, Buffer.concat(parts));
    return takeWaits(file);
  };
  const times = [1e6, 5e5, 2e6, 6e5, 4e6, 7e5, 5e6, 16e5];

  it('has the times of each, up to the zeros behind the last one', async () => {
    const { waits, turns } = await read(waitOf(...times, 3, 2, 60_000, 0), Buffer.alloc(200));
    assert.equal(turns, undefined);
    assert.deepEqual(waits, {
      fromUs: [2000],
      toUs: [4000],
      ranUs: [100],
      wakeUps: [2],
      wakingUs: [60],
      offBeforeUs: [900],
      offAfterUs: [100],
      cpuAfterUs: [900],
      isReturn: [0],
    });
  });

  it('has apart from these what it waited for its turn to be sampled', async () => {
    const turns = waitOf(0, 0, 2e6, 0, 52e6, 0, 0, 0, 1, 0, 7e6, 2);
    const noted = await read(turns, waitOf(...times, 3, 2, 60_000, 1));
    assert.deepEqual(noted.turns, { fromUs: [2000], toUs: [52_000], offUs: [7000] });
    assert.deepEqual([noted.waits?.fromUs, noted.waits?.isReturn], [[2000], [1]]);
  });

  it('has nothing before a first sample, and nothing yet behind a wait that goes on', async () => {
    const { waits } = await read(waitOf(0, 0, ...times.slice(2, 6), 0, 0, 3, 2, 60_000, 0));
    assert.deepEqual([waits?.offBeforeUs, waits?.offAfterUs, waits?.cpuAfterUs], [[0], [0], [0]]);
  });

  it('has none where there is only room for one, or a part of one', async () => {
    assert.deepEqual((await read(Buffer.alloc(65_536))).waits?.fromUs, []);
    assert.deepEqual((await read(waitOf(...times))).waits?.fromUs, []);
  });

  it('is gone when it was taken', async () => {
    assert.ok((await read(Buffer.alloc(100))).waits);
    assert.deepEqual(takeWaits(scratch('waits-1')), {});
  });

  it('is not there where nothing is noted', () => {
    assert.deepEqual(takeWaits(scratch('none')), {});
  });
});
