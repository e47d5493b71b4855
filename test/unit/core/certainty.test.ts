import assert from 'node:assert/strict';
import { activeTimeForMargin, type Analysis, hasTooFewSamples } from '../../../src/core/index.ts';
import { analysisOf } from '../../support/profile-from-stacks.ts';

const analysisWith = (hot: number, cold: number): Analysis => analysisOf([`${hot}× main:2`, `${cold}× main:5`]);
const rowOf = ({ lines }: Analysis, line: number): number => lines.line.indexOf(line);

describe('how sure a line is', () => {
  it('has too few samples when its interval reaches down to a quarter of its share', () => {
    const isUnsure = (cold: number): boolean => {
      const analysis = analysisWith(1000 - cold, cold);
      return hasTooFewSamples(analysis, rowOf(analysis, 5));
    };
    assert.deepEqual([1, 3, 10].map(isUnsure), [true, false, false]);
  });

  it('needs four times the time for half the margin, and none for a margin that it has', () => {
    const analysis = analysisWith(50, 50);
    const row = rowOf(analysis, 2);
    const margin = (analysis.lines.shareHigh[row] - analysis.lines.shareLow[row]) / 2;
    const needed = activeTimeForMargin(analysis, row, margin / 2) ?? NaN;
    assert.ok(Math.abs(needed / analysis.quality.activeTime - 4) < 1e-9);
    assert.equal(activeTimeForMargin(analysis, row, margin * 1.01), undefined);
  });
});
