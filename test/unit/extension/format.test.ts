import assert from 'node:assert/strict';
import { formatBytes, formatCount, formatShare, formatTime } from '../../../src/extension/format.ts';

describe('figures as people read them', () => {
  it('shares', () => {
    assert.deepEqual([0.312, 1, 0.9996, 0, 0.0004, Number.NaN].map(formatShare), [
      '31.2 %',
      '100 %',
      '100 %',
      '0.0 %',
      '< 0.1 %',
      '–',
    ]);
  });

  it('times, in the unit that fits', () => {
    const times = [0, 85, 999.6, 3_100, 312_000, 999_600, 2_040_000, 12_340_000, 59_960_000, 200_000_000, Number.NaN];
    assert.deepEqual(times.map(formatTime), [
      '0 µs',
      '85 µs',
      '1.0 ms',
      '3.1 ms',
      '312 ms',
      '1.00 s',
      '2.04 s',
      '12.3 s',
      '1 min 0 s',
      '3 min 20 s',
      '–',
    ]);
  });

  it('counts and sizes', () => {
    assert.deepEqual([7, 1234, 1234567].map(formatCount), ['7', '1\u202f234', '1\u202f234\u202f567']);
    assert.deepEqual([12, 812_345, 1_400_000].map(formatBytes), ['12 B', '812 kB', '1.4 MB']);
  });
});
