import assert from 'node:assert/strict';
import fc from 'fast-check';
import { heatLevel, leastShareOf } from '../../../src/extension/heat/heat-scale.ts';
import { holds } from '../../support/holds.ts';

const levels = [1, 2, 3, 4, 5, 6, 7, 8];

describe('heat scale', () => {
  it('halves from level to level, from 40 % of active time down', () => {
    const shares = [1, 0.92, 0.4, 0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625, 0.001];
    assert.equal(shares.map((each) => heatLevel(each, 0)).join(' '), '8 8 8 7 6 5 4 3 2 1');
  });

  it('tells where each level begins', () => {
    for (const level of levels.slice(1)) {
      assert.equal(heatLevel(leastShareOf(level), 0), level);
      assert.equal(heatLevel(leastShareOf(level) * 0.999, 0), level - 1);
    }
    assert.equal(leastShareOf(1), 0);
  });

  it('leaves out what is below the minimum, without time, or unknown', () => {
    for (const small of [0.0099, 0, Number.NaN, -1]) assert.equal(heatLevel(small, 0.01), 0);
    assert.ok(heatLevel(0.01, 0.01) > 0);
  });

  const share = fc.double({ min: 0, max: 1, noNaN: true });
  holds('never falls while the share grows', [share, share], (a, b) => {
    assert.ok(heatLevel(Math.min(a, b), 0.001) <= heatLevel(Math.max(a, b), 0.001));
  });
});
