import assert from 'node:assert/strict';
import { shareIntervals } from '../../../src/core/share-interval.ts';
import { Random } from '../../support/random.ts';

function shareInterval(share: number, samples: number): { low: number; high: number } {
  const { low, high } = shareIntervals(Float64Array.of(share), { whole: 1, samples });
  return { low: low[0], high: high[0] };
}

describe('shareIntervals', () => {
  it('knows nothing without samples', () => {
    assert.deepEqual(shareInterval(0, 0), { low: 0, high: 1 });
  });

  it('gives the textbook value for 10 of 50', () => {
    const { low, high } = shareInterval(0.2, 50);
    assert.ok(Math.abs(low - 0.1124) < 0.001, String(low));
    assert.ok(Math.abs(high - 0.3304) < 0.001, String(high));
  });

  it('contains the truth about 95 times of 100', () => {
    const random = new Random(42);
    let hits = 0;
    for (let run = 0; run < 2000; run++) {
      let count = 0;
      for (let i = 0; i < 200; i++) if (random.share() < 0.1) count++;
      const { low, high } = shareInterval(count / 200, 200);
      if (low <= 0.1 && 0.1 <= high) hits++;
    }
    assert.ok(hits > 1840 && hits < 1970, String(hits));
  });
});
