import assert from 'node:assert/strict';
import { type Analysis, Category } from '../../../src/core/index.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { findEvalTime, weighUnknownTexts } from '../../../src/analysis/findings.ts';

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

describe('files of which it is not known what ran', () => {
  it('are a warning only where a notable part of the time was spent in them', () => {
    const files = ['/own/hot.ts', '/own/cold.ts', '/own/asleep.ts'];
    const analysis = {
      diagnostics: files.map((file) => ({ code: 'source-map-unknown', severity: 'warning', file }) as const),
      functions: { source: Int32Array.of(0, 1, 0, -1), selfTime: Float64Array.of(6, 9, 5, 980) },
      sources: files.map((path) => ({ path })),
      quality: { activeTime: 1000 },
    } as unknown as Pick<Analysis, 'diagnostics' | 'functions' | 'sources' | 'quality'>;
    assert.deepEqual(
      weighUnknownTexts(analysis).map(({ severity }) => severity),
      ['warning', 'info', 'info'],
    );
  });
});
