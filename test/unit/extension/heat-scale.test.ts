import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildHeatScale, heatLevel } from '../../../src/extension/heat/heat-scale.ts';

describe('heat scale', () => {
  it('puts the hottest line on top, and halves from level to level', () => {
    const scale = buildHeatScale(0.6, 0);
    const levels = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128].map((part) =>
      heatLevel(scale, 0.6 * part),
    );
    assert.deepEqual(levels, [8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('has the thresholds that its table documents', () => {
    const scale = buildHeatScale(1, 0);
    const documented = [0.71, 0.354, 0.177, 0.0885, 0.0443, 0.0222, 0.01106];
    documented.forEach((share, index) => {
      assert.equal(heatLevel(scale, share * 1.01), 8 - index, `just above ${share}`);
      assert.equal(heatLevel(scale, share * 0.98), 7 - index, `just below ${share}`);
    });
  });

  it('still shows a thousandth of the hottest line, at the lowest level', () => {
    assert.equal(heatLevel(buildHeatScale(0.5, 0), 0.0005), 1);
  });

  it('paints nothing hot in a flat profile', () => {
    assert.equal(heatLevel(buildHeatScale(0.01, 0), 0.01), 5);
  });

  it('leaves out what is below the minimum, without time, or unknown', () => {
    const scale = buildHeatScale(0.5, 0.01);
    assert.deepEqual(
      [0.0099, 0, Number.NaN, -1].map((share) => heatLevel(scale, share)),
      [0, 0, 0, 0],
    );
    assert.ok(heatLevel(scale, 0.01) > 0);
  });

  it('never falls while the share grows', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (hottest, a, b) => {
        const scale = buildHeatScale(hottest, 0.001);
        assert.ok(heatLevel(scale, Math.min(a, b)) <= heatLevel(scale, Math.max(a, b)));
      }),
    );
  });
});
