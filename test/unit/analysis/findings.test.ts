import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Analysis, Category, type ValueType } from '../../../src/core/index.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { findElsewhere, findEvalTime, weighUnknownTexts } from '../../../src/analysis/findings.ts';
import { useScratch } from '../../support/scratch.ts';
import { wordsOf } from '../../support/told.ts';

describe('code from eval that leads to no file', () => {
  const { own, native, gc } = Category;
  const analysis = (...rows: readonly (readonly [category: Category, source: number, time: number])[]) =>
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
    const finding = findEvalTime(analysis([own, -1, 30], [own, -1, 10], [own, 0, 40], [native, -1, 20]));
    assert.equal(finding?.code, 'eval-unnamed');
    assert.match(describeDiagnostic(finding), /^40\.0 % of the active time/);
  });

  it('is a share of what was measured', () => {
    const { functions, quality } = analysis([own, -1, 40]);
    const value = { name: 'alloc_space', unit: 'bytes' };
    const finding = findEvalTime({ functions, quality: { ...quality, value } });
    assert.match((finding && describeDiagnostic(finding)) ?? '', /^100 % of alloc_space is in code/);
  });

  it('is nothing to talk about where it is little, or where all of it has a file', () => {
    assert.equal(findEvalTime(analysis([own, -1, 4], [own, 0, 96])), undefined);
    assert.equal(findEvalTime(analysis([own, 0, 80], [gc, -1, 20])), undefined);
    assert.equal(findEvalTime(analysis()), undefined);
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
    assert.deepEqual(wordsOf(weighUnknownTexts(analysis), 'severity'), ['warning', 'info', 'info']);
  });
});

describe('files that are not on this machine', () => {
  const scratch = useScratch();
  const find = (paths: readonly string[], times: readonly number[], folder: string, value?: ValueType) => {
    const analysis = {
      functions: {
        category: new Uint8Array(paths.length + 1).fill(Category.own),
        source: Int32Array.from([...paths.keys(), -1]),
        selfTime: Float64Array.from([...times, 100 - times.reduce((sum, time) => sum + time, 0)]),
      },
      sources: paths.map((path) => ({ path, isFile: true, isGenerated: false, isElsewhere: true })),
      quality: { activeTime: 100, value },
    } as unknown as Pick<Analysis, 'functions' | 'sources' | 'quality'>;
    const found = findElsewhere(analysis, { folders: [folder] });
    return found && describeDiagnostic(found);
  };

  it('are told with the folder that they were in, and with one here that has the like', () => {
    const home = scratch('elsewhere');
    assert.match(
      find(['/app/dist/a.js', '/app/lib/b.js'], [10, 30], home) ?? '',
      /^40\.0 % .*lib\/b\.js.* --path \/app=FOLDER /,
    );
    assert.match(find(['/one/a.js', '/two/b.js'], [10, 30], home) ?? '', / --path \/two=FOLDER /);
    assert.match(
      find(['http://host:1/src/a.js', 'http://host:1/b.js'], [9, 9], home) ?? '',
      / --path http:\/\/host:1=FOLDER /,
    );
    mkdirSync(join(home, 'my shop/lib'), { recursive: true });
    writeFileSync(join(home, 'my shop/lib/b.js'), '');
    const sentence = find(['/app/dist/a.js', '/app/lib/b.js'], [10, 30], home) ?? '';
    assert.ok(sentence.includes(` --path '/app=${join(home, 'my shop')}' `), sentence);
    assert.ok(find(['b.js'], [40], home)?.includes(` --path 'b.js=${join(home, 'my shop/lib/b.js')}' `));
    assert.equal(find(['evaluated.js'], [40], home), undefined);
  });

  it('are told as a share of what was measured', () => {
    const value = { name: 'alloc_space', unit: 'bytes' };
    const told = (of?: ValueType): string => find(['/app/dist/a.js'], [40], scratch('measured'), of) ?? '';
    assert.match(told(value), /^40\.0 % of alloc_space is in files/);
    assert.match(told(), /^40\.0 % of the active time is in files/);
  });

  it('are nothing to talk about where they took little', () => {
    assert.equal(find(['/app/a.js'], [1], scratch('little')), undefined);
  });
});
