import assert from 'node:assert/strict';
import { type Analysis, LineCause } from '../../../src/core/index.ts';
import { describeReason } from '../../../src/present/reasons.ts';
import { withBuiltins } from '../../support/told.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';

/** A line of 400 ms whose reason is `cause`, with these parts in builtins below its call. */
function lineWith(cause: LineCause, below: Readonly<Record<string, number>>): Analysis {
  const analysis = makeAnalysis(
    [
      { line: 2, self: 400 },
      { line: 9, self: 100, name: 'hot' },
    ],
    { lostFrameShare: 0.43 },
  );
  const lines = { ...analysis.lines, reason: Int32Array.of(cause, -1) };
  const parts = Object.entries(below).map(([name, ms]) => [name, 0, ms * 1000, 1] as const);
  return withBuiltins({ ...analysis, lines }, parts);
}

describe('why a line is not exact', () => {
  it('names the builtin that ran somewhere below its call', () => {
    assert.equal(
      describeReason(lineWith(LineCause.belowCall, { ArrayPrototypePush: 200 }), 0),
      '50.0 % of this time is somewhere below this call, in Array.prototype.push: line unknown (recorded without frame repair).',
    );
    assert.match(
      describeReason(lineWith(LineCause.belowCall, { StringAdd_CheckNone: 100, LoadIC: 20 }), 0) ?? '',
      /^30\.0 % of this time .* in StringAdd_CheckNone and other builtins: line unknown/,
    );
  });

  it('is as general as what is known', () => {
    assert.match(describeReason(lineWith(LineCause.belowCall, {}), 0) ?? '', /some of this time is somewhere below/);
    assert.match(describeReason(lineWith(LineCause.map, { LoadIC: 20 }), 0) ?? '', /^The text that ran is not that of/);
    assert.equal(describeReason(lineWith(LineCause.map, {}), 1), undefined);
  });

  it('tells for how much of the recording it holds where that may be all of it', () => {
    assert.match(
      describeReason(lineWith(LineCause.lostFrame, {}), 0) ?? '',
      /^Recorded without frame repair: .* That holds for 43\.0 % of the active time\.$/,
    );
    const counted = lineWith(LineCause.lostFrame, {});
    const quality = { ...counted.quality, value: { name: 'sample', unit: 'count' } };
    assert.match(describeReason({ ...counted, quality }, 0) ?? '', /That holds for 43\.0 % of the sample\.$/);
  });
});
