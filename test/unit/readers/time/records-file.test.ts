import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { readRecords } from '../../../../src/readers/time/records-file.ts';
import { type SampleRecords, sampleRecordsSchema } from '../../../../src/recording/sample-records.ts';
import { useScratch } from '../../../support/scratch.ts';

/** A `struct record` as the addon writes it: time and CPU time in nanoseconds, state and switches, pc. */
const recordOf = (time: number, cpu: number, state: number, switches: number, pc: number): Buffer =>
  Buffer.from(BigUint64Array.from([time, cpu, state + 4 * switches, pc], BigInt).buffer);
const [RUNNING, WAITING, RETURNING] = [0, 1, 2];

describe('the file in which signals leave records', () => {
  const scratch = useScratch();
  const take = (...parts: readonly Buffer[]): SampleRecords | undefined => {
    writeFileSync(scratch('records-1'), Buffer.concat(parts));
    return readRecords(scratch('records-1'));
  };

  it('gives columns of differences, up to the zeros behind the last record', () => {
    const records = take(
      recordOf(5_000_000_400, 40_000_400, RUNNING, 3, 0x1000),
      recordOf(5_001_000_800, 40_990_800, RUNNING, 3, 0x2000),
      recordOf(5_002_001_200, 41_000_000, WAITING, 4, 0x7fff_1234_5678),
      recordOf(5_003_001_600, 41_010_000, RETURNING, 4, 0x7fff_0000_0000),
      recordOf(5_004_002_000, 41_020_000, WAITING, 6, 0x7fff_1234_5678),
      Buffer.alloc(200),
    );
    assert.deepEqual(records, {
      // The sums are rounded: 0.4 µs more each time are 1 µs more now and then.
      timeUs: [5_000_000, 1001, 1000, 1001, 1000],
      cpuUs: [40_000, 991, 9, 10, 10],
      states: 'RRWEW',
      switches: [3, 0, 1, 0, 2],
    });
    assert.deepEqual(v.parse(sampleRecordsSchema, records), records);
  });

  it('is read to its end where it is full', () => {
    const one = recordOf(1000, 1000, RUNNING, 0, 0);
    // A part that is read at a time is a megabyte.
    const count = 2 * 32_768 + 5;
    assert.equal(take(...Array.from({ length: count }, () => one))?.states.length, count);
  });

  it('may have none, or be cut', () => {
    assert.equal(take(Buffer.alloc(4096)), undefined);
    const one = recordOf(1000, 1000, RUNNING, 0, 0);
    assert.equal(take(one, one.subarray(0, 20))?.states, 'R');
  });

  it('is not there where signals leave none', () => {
    assert.equal(readRecords(scratch('none')), undefined);
  });
});

describe('records in a recording', () => {
  const good = { timeUs: [9, 1], cpuUs: [2, 1], states: 'RW', switches: [0, 1] };
  const isTaken = (records: object): boolean => v.is(sampleRecordsSchema, records);

  it('are understood where all columns fit', () => assert.ok(isTaken(good)));

  const wrong: Record<string, object> = {
    'a column is shorter': { cpuUs: [2] },
    'a time goes back': { timeUs: [9, -1] },
    'a number is none': { switches: [0, '1'] },
    'a state is unknown': { states: 'RX' },
  };
  for (const [what, columns] of Object.entries(wrong))
    it(`are not where ${what}`, () => assert.ok(!isTaken({ ...good, ...columns })));
});
