import assert from 'node:assert/strict';
import { matchRecords } from '../../../../src/readers/time/match-records.ts';

const INTERVAL = 1000;

/** The record of each sample; times in microseconds. */
function match(records: readonly number[], samples: readonly number[], isHeldUp = true): number[] {
  const options = { interval: INTERVAL, isHeldUp };
  return [...matchRecords({ time: Float64Array.from(records) }, samples, options)];
}

describe('the record of a sample', () => {
  it('is the last one before it', () => {
    assert.deepEqual(match([0, 1000, 2000, 3000], [5, 1005, 2080, 3005]), [0, 1, 2, 3]);
  });

  it('is the one that the clocks of both, read one after the other, show a moment later', () => {
    assert.deepEqual(match([0, 1000, 2000], [5, 990, 2005]), [0, 1, 2]);
  });

  it('is none of those of which V8 took no sample', () => {
    assert.deepEqual(match([0, 1000, 2000, 3000], [5, 2005, 3005]), [0, 2, 3]);
  });

  it('is its own where V8 wrote several at once, which had to wait', () => {
    const records = Array.from({ length: 20 }, (_, i) => i * INTERVAL);
    const samples = records.map((time) => time + 5);
    for (const i of [11, 12, 13]) samples[i] = 13_300 + 10 * (i - 11);
    assert.deepEqual(match(records, samples), [...records.keys()]);
  });

  it('is no other where the sampler itself dates samples: one without a signal has none', () => {
    assert.deepEqual(match([0, 1000, 2000, 3000], [5, 1005, 2005, 2040, 3005], false), [0, 1, -1, 2, 3]);
  });

  it('is none where signals left none yet', () => {
    assert.deepEqual(match([5000, 6000], [5, 1005, 5005, 6005]), [-1, -1, 0, 1]);
  });

  it('is found where the clock of a log is off by milliseconds', () => {
    const records = Array.from({ length: 50 }, (_, i) => i * INTERVAL + ((i * i * 37) % 397));
    const late = records.map((time) => time + 4300);
    assert.deepEqual(match(records, late), [...records.keys()]);
  });

  it('is not looked for elsewhere where a few samples were held up, each for another time', () => {
    const records = [0, 1000, 2014, 3000, 4000, 5035, 6000, 7000];
    const delays = [20, 930, 150, 700, 280, 280, 410, 560];
    const samples = records.map((time, i) => time + delays[i]);
    assert.deepEqual(match(records, samples), [...records.keys()]);
  });

  it('is none where there are no records', () => {
    assert.deepEqual(match([], [5, 1005]), [-1, -1]);
  });
});
