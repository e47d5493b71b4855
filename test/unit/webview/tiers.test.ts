import assert from 'node:assert/strict';
import { buildPanelModel } from '../../../src/panel/index.ts';
import { knowsTiers, tiersOf } from '../../../src/webview/model/tiers.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';

describe('tiers in the panel', () => {
  const analysis = makeAnalysis([
    { line: 1, self: 100, name: 'work' },
    { line: 9, self: 50, name: 'native' },
  ]);
  const column = (values: readonly number[]): Float64Array =>
    Float64Array.from(analysis.functions.name, (_, row) => values[row] ?? 0);
  const work = analysis.functions.name.indexOf('work');
  const own = analysis.functions.selfTime[work];
  const of = (part: number): Float64Array =>
    column(analysis.functions.name.map((name) => (name === 'work' ? part * own : 0)));
  const code = {
    ...{ interpreter: of(0.05), baseline: of(0.25), maglev: of(0), turbofan: of(0.6) },
    ...{ optimised: new Uint32Array(), bytecode: new Uint32Array() },
  };
  const tablesOf = (known: boolean) =>
    buildPanelModel(known ? { ...analysis, functions: { ...analysis.functions, code } } : analysis, 1, () => '');

  it('are parts of the time in the own code of each function, the most first', () => {
    const { columns } = tablesOf(true);
    assert.deepEqual(
      tiersOf(columns, work).map(({ tier, share }) => `${tier} ${Math.round(share * 100)}`),
      ['turbofan 67', 'baseline 28', 'interpreter 6'],
    );
    assert.deepEqual(tiersOf(columns, analysis.functions.name.indexOf('native')), []);
  });

  it('are told only where the recording knows them', () => {
    assert.equal(knowsTiers(tablesOf(true)), true);
    const unknown = tablesOf(false);
    assert.equal(knowsTiers(unknown), false);
    assert.deepEqual(tiersOf(unknown.columns, work), []);
  });
});
