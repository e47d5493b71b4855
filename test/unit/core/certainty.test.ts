import assert from 'node:assert/strict';
import { activeTimeForMargin, buildAnalysis, hasTooFewSamples } from '../../../src/core/index.ts';
import { identityMapping, profileFromStacks } from '../../support/profile-from-stacks.ts';

function analysisOf(hot: number, cold: number): ReturnType<typeof buildAnalysis> {
  const stacks = [...Array<string>(hot).fill('main:2'), ...Array<string>(cold).fill('main:5')];
  const profile = profileFromStacks(stacks);
  return buildAnalysis('test', profile, identityMapping(profile));
}
const rowOf = ({ lines }: ReturnType<typeof buildAnalysis>, line: number): number => lines.line.indexOf(line);

describe('how sure a line is', () => {
  it('has too few samples when its margin is more than half of its share', () => {
    const analysis = analysisOf(990, 10);
    assert.equal(hasTooFewSamples(analysis, rowOf(analysis, 5)), true);
    assert.equal(hasTooFewSamples(analysis, rowOf(analysis, 2)), false);
    const more = analysisOf(960, 40);
    assert.equal(hasTooFewSamples(more, rowOf(more, 5)), false);
  });

  it('needs four times the time for half the margin, and none for a margin that it has', () => {
    const analysis = analysisOf(50, 50);
    const row = rowOf(analysis, 2);
    const margin = (analysis.lines.shareHigh[row] - analysis.lines.shareLow[row]) / 2;
    const needed = activeTimeForMargin(analysis, row, margin / 2) ?? NaN;
    assert.ok(Math.abs(needed / analysis.quality.activeTime - 4) < 1e-9);
    assert.equal(activeTimeForMargin(analysis, row, margin * 1.01), undefined);
  });
});
