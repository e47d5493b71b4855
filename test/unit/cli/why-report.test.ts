import assert from 'node:assert/strict';
import { formatWhyReport } from '../../../src/cli/format-why-report.ts';
import { sourceLines } from '../../../src/cli/report-view.ts';
import { painter } from '../../../src/cli/text.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { withBuiltins } from '../../support/told.ts';
import { makeAnalysis } from './analysis-fixture.ts';

const view = { width: 400, paint: painter(false), top: 15, all: false, cwd: '/app', lineOf: sourceLines() };
const explained = { accesses: new Map(), thrownOut: new Map(), families: [], matched: 1, passedOver: 0 };

describe('The report of heatline why', () => {
  const plain = makeAnalysis([{ line: 3, self: 312, name: 'hot' }]);
  const told = (changes: Partial<Analysis>): string =>
    formatWhyReport({ ...withBuiltins(plain, [['Add', 0, 10]]), ...changes }, view);

  it('says that code is as fast as it can be only where its causes were found', () => {
    const asFast = /runs as well as V8 can run it/;
    assert.match(told({ explained }), asFast);
    const other = told({ explained: { ...explained, matched: 0.49 } });
    assert.match(other, /in no file \(eval\), or its files have changed/);
    assert.doesNotMatch(other, asFast);
    const untold = told({ explained, lines: plain.lines });
    assert.match(untold, /does not tell the time in V8’s builtins/);
    assert.doesNotMatch(untold, asFast);
  });
});
