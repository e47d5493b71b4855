import assert from 'node:assert/strict';
import { weighByWall } from '../../../../src/readers/time/weigh-by-wall.ts';

const IDLE = 0;

/** Samples as `row@time`; what they stand for as `row from–to`, in microseconds. */
function weigh(drawn: string, end: number): string {
  const samples = drawn === '' ? [] : drawn.split(' ').map((sample) => sample.split('@').map(Number));
  const { node, start } = weighByWall({
    row: Int32Array.from(samples, ([row]) => row),
    time: Float64Array.of(...samples.map(([, time]) => time), end),
    ...{ idleRow: IDLE, isIdleSilent: true, isHeldUp: true, interval: 1000 },
  });
  return Array.from(node, (row, i) => `${row} ${start[i]}–${start[i + 1]}`).join(', ');
}

describe('what a sample stands for, where no clock of its thread was recorded', () => {
  it('is the time until the next one', () => {
    assert.equal(weigh('1@0 2@1000 1@2500', 3500), '1 0–1000, 2 1000–2500, 1 2500–3500');
  });

  it('is one interval before a gap, in which the thread idled or nobody looked', () => {
    assert.equal(weigh('1@0 2@1000 1@21000', 22_000), '1 0–1000, 2 1000–2000, 0 2000–21000, 1 21000–22000');
  });

  it('is one interval before idle time, which is sampled as the thread wakes up', () => {
    assert.equal(weigh('1@0 2@1000 0@3500 1@3600', 4600), '1 0–1000, 2 1000–2000, 0 2000–3600, 1 3600–4600');
  });

  it('is three intervals at most where a silent sampler wakes up now and then', () => {
    const first = '1 100000–103000, 0 103000–200000';
    assert.equal(weigh('1@100000', 200_000), first);
    assert.equal(weigh('1@100000 1@200000', 300_000), `${first}, 1 200000–203000, 0 203000–300000`);
  });

  it('is nothing where there are no samples', () => {
    assert.equal(weigh('', 1000), '');
  });
});
