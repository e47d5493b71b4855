import assert from 'node:assert/strict';
import { thinOlderHalf } from '../../../src/recorder/cpu-clock.ts';

describe('readings of a long recording', () => {
  it('are thinned in their older half, and stay in order', () => {
    const [times, sums] = [Array.from({ length: 11 }, (_, i) => i), Array.from({ length: 11 }, (_, i) => 100 * i)];
    assert.equal(thinOlderHalf([times, sums]), 2);
    assert.deepEqual(times, [0, 2, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(sums, [0, 200, 400, 500, 600, 700, 800, 900, 1000]);
    assert.equal(thinOlderHalf([[], []]), 0);
  });
});
