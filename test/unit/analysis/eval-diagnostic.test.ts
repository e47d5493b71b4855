import assert from 'node:assert/strict';
import { type Analysis, Category } from '../../../src/core/index.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { findEvalTime } from '../../../src/analysis/analyze.ts';

describe('code from eval that leads to no file', () => {
  const analysis = (rows: readonly (readonly [category: Category, source: number, time: number])[]) =>
    ({
      functions: {
        name: rows.map(() => 'f'),
        category: Uint8Array.from(rows, (row) => row[0]),
        source: Int32Array.from(rows, (row) => row[1]),
        selfTime: Float64Array.from(rows, (row) => row[2]),
      },
      quality: { activeTime: rows.reduce((sum, row) => sum + row[2], 0) },
    }) as unknown as Pick<Analysis, 'functions' | 'quality'>;

  it('is named where it takes a notable part of the time', () => {
    const finding = findEvalTime(
      analysis([
        [Category.own, -1, 30],
        [Category.own, -1, 10],
        [Category.own, 0, 40],
        [Category.native, -1, 20],
      ]),
    );
    assert.equal(finding?.code, 'eval-unnamed');
    assert.match(describeDiagnostic(finding), /^40\.0 % of the active time/);
  });

  it('is nothing to talk about where it is little, or where all of it has a file', () => {
    assert.equal(findEvalTime(analysis([[Category.own, -1, 4], [Category.own, 0, 96]])), undefined); // prettier-ignore
    assert.equal(findEvalTime(analysis([[Category.own, 0, 80], [Category.gc, -1, 20]])), undefined); // prettier-ignore
    assert.equal(findEvalTime(analysis([])), undefined);
  });
});
