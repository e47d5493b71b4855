import assert from 'node:assert/strict';
import { activeTimeForMargin, type Analysis, hasTooFewSamples } from '../../../src/core/index.ts';
import { analysisOf } from '../../support/profile-from-stacks.ts';

const analysisWith = (hot: number, cold: number): Analysis =>
  analysisOf([...Array<string>(hot).fill('main:2'), ...Array<string>(cold).fill('main:5')]);
const rowOf = ({ lines }: Analysis, line: number): number => lines.line.indexOf(line);

describe('how sure a line is', () => {
  it('has too few samples when its margin is more than half of its share', () => {
    const analysis = analysisWith(990, 10);
    assert.equal(hasTooFewSamples(analysis, rowOf(analysis, 5)), true);
    assert.equal(hasTooFewSamples(analysis, rowOf(analysis, 2)), false);
    const more = analysisWith(960, 40);
    assert.equal(hasTooFewSamples(more, rowOf(more, 5)), false);
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
