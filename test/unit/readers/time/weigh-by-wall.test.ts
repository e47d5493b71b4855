import assert from 'node:assert/strict';
import { weighByWall } from '../../../../src/readers/time/weigh-by-wall.ts';

const IDLE = 0;

function weigh(samples: readonly (readonly [row: number, time: number])[], end: number) {
  const { node, start } = weighByWall({
    row: Int32Array.from(samples, ([row]) => row),
    time: Float64Array.of(...samples.map(([, time]) => time), end),
    ...{ idleRow: IDLE, isIdleSilent: true, isHeldUp: true, interval: 1000 },
  });
  return [...node].map((row, i) => [row, start[i], start[i + 1]]);
}

describe('what a sample stands for, where no clock of its thread was recorded', () => {
  it('is the time until the next one', () => {
    assert.deepEqual(
      weigh(
        [
          [1, 0],
          [2, 1000],
          [1, 2500],
        ],
        3500,
      ),
      [
        [1, 0, 1000],
        [2, 1000, 2500],
        [1, 2500, 3500],
      ],
    );
  });

  it('is one interval before a gap, in which the thread idled or nobody looked', () => {
    assert.deepEqual(
      weigh(
        [
          [1, 0],
          [2, 1000],
          [1, 21_000],
        ],
        22_000,
      ),
      [
        [1, 0, 1000],
        [2, 1000, 2000],
        [IDLE, 2000, 21_000],
        [1, 21_000, 22_000],
      ],
    );
  });

  it('is one interval before idle time, which is sampled as the thread wakes up', () => {
    assert.deepEqual(
      weigh(
        [
          [1, 0],
          [2, 1000],
          [IDLE, 3500],
          [1, 3600],
        ],
        4600,
      ),
      [
        [1, 0, 1000],
        [2, 1000, 2000],
        [IDLE, 2000, 3600],
        [1, 3600, 4600],
      ],
    );
  });

  it('is three intervals at most where a silent sampler wakes up now and then', () => {
    const each = [100_000, 200_000, 300_000].map((time) => [1, time] as const);
    const expected = each.flatMap(([row, time]) => [
      [row, time, time + 3000],
      [IDLE, time + 3000, time + 100_000],
    ]);
    assert.deepEqual(weigh(each, 400_000), expected);
    assert.deepEqual(weigh(each.slice(0, 1), 200_000), expected.slice(0, 2));
  });

  it('is nothing where there are no samples', () => {
    assert.deepEqual(weigh([], 1000), []);
  });
});
