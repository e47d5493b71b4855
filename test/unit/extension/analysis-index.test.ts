import assert from 'node:assert/strict';
import { calleesOf, callersOf, Category } from '../../../src/core/index.ts';
import { buildIndex, functionsAt } from '../../../src/extension/analysis/analysis-index.ts';
import { hotFunctions, hotLines, hotSources, whyNoSources } from '../../../src/extension/tree/hot-lines-model.ts';
import { rowOf, viewOfStacks } from './view-of-stacks.ts';
import { wordsOf } from '../../support/told.ts';

const view = viewOfStacks(['3× main:2 > f:5 > g:3', '2× main:2 > f:6', 'main:4 > g:2', 'main:4 > g:2 > g:3', '(idle)']);
const { analysis, index } = view;
const sourceOf = (name: string): number => analysis.sources.findIndex(({ path }) => path === `/app/${name}.js`);
const functionOf = (name: string): number => analysis.functions.name.indexOf(name);
const names = (rows: readonly { function: number }[]): string[] =>
  rows.map((row) => analysis.functions.name[row.function]);

describe('look-ups into an analysis', () => {
  it('sorts lines and functions by heat', () => {
    assert.equal(index.hottestLines[0], rowOf(view, 'g', 3));
    const lines = index.linesOfSource[sourceOf('g')].map((row) => analysis.lines.line[row]);
    assert.deepEqual(lines, [3, 2]);
    assert.equal(analysis.functions.name[index.hottestFunctions[0]], 'g');
  });

  it('takes the hottest line of own code first, then of dependencies, and any other only where those have none', () => {
    const dependency = 'node_modules/dep';
    const mixed = viewOfStacks([`main:2 > ${dependency}:7`, `main:2 > ${dependency}:7`, 'main:4']);
    assert.equal(mixed.index.hottestLines[0], rowOf(mixed, dependency, 7));
    assert.equal(mixed.index.hottestLine, rowOf(mixed, 'main', 4));
    const foreign = viewOfStacks([`internal/loader:9 > ${dependency}:7`, 'internal/loader:9', 'internal/loader:9']);
    assert.equal(foreign.index.hottestLine, rowOf(foreign, dependency, 7));
    const internal = viewOfStacks(['internal/loader:9']);
    assert.equal(internal.index.hottestLine, internal.index.hottestLines[0]);
    assert.equal(viewOfStacks(['(idle)']).index.hottestLine, undefined);
  });

  it('passes over a line of own code that is negligible', () => {
    const dependency = 'node_modules/dep';
    const view = viewOfStacks([`200× main:2 > ${dependency}:7`, 'main:4']);
    assert.equal(view.index.hottestLine, rowOf(view, dependency, 7));
    // When time is spread over many lines, each has little.
    const spread = Array.from({ length: 200 }, (_, line) => `main:2 > ${dependency}:${line + 10}`);
    const cool = viewOfStacks([...spread, `main:2 > ${dependency}:10`, 'main:4']);
    assert.equal(cool.index.hottestLine, rowOf(cool, 'main', 4));
  });

  it('knows a package by the path of its file where no function begins in that', () => {
    const path = '/app/node_modules/dep/src/vlq.ts';
    const { categoryOfSource } = buildIndex({
      ...analysis,
      sources: [...analysis.sources, { path, isFile: false, isGenerated: false }],
    });
    assert.equal(categoryOfSource[sourceOf('main')], Category.own);
    assert.equal(categoryOfSource.at(-1), Category.dependency);
  });

  it('has no hot line where lines were only blocked', () => {
    const { lines, quality } = analysis;
    const blocked = { ...lines, selfTime: lines.selfTime.map(() => 0), blockedTime: lines.selfTime };
    const index = buildIndex({ ...analysis, lines: blocked, quality: { ...quality, activeTime: 0 } });
    assert.equal(index.hottestOwnLine, undefined);
  });

  it('finds callers and callees with the time of those calls, and leaves recursion out', () => {
    assert.deepEqual(names(callersOf(analysis, functionOf('g'))), ['f', 'main']);
    assert.deepEqual(wordsOf(callersOf(analysis, functionOf('g')), 'time'), ['3000', '2000']);
    assert.deepEqual(names(calleesOf(analysis, functionOf('main')).slice(0, 1)), ['f']);
    assert.deepEqual(names(calleesOf(analysis, functionOf('g'))), []);
  });

  it('finds the function at the cursor: by its samples, else by where it begins', () => {
    assert.deepEqual(functionsAt(analysis, index, sourceOf('f'), 6), [functionOf('f')]);
    assert.deepEqual(functionsAt(analysis, index, sourceOf('f'), 1), [functionOf('f')]);
    assert.deepEqual(functionsAt(analysis, index, sourceOf('f'), 99), [functionOf('f')]);
  });
});

describe('rows of the Hot Lines tree', () => {
  it('lists files, lines and functions by heat', () => {
    const files = hotSources(view, false).map((source) => analysis.sources[source].path);
    assert.deepEqual(files, ['/app/g.js', '/app/f.js']);
    const lines = hotLines(view, sourceOf('g')).map((row) => analysis.lines.line[row]);
    assert.deepEqual(lines, [3, 2]);
    const functions = hotFunctions(view, false).map((row) => analysis.functions.name[row]);
    assert.deepEqual(functions, ['g', 'f', 'main']);
  });

  it('hides what is not own code until asked', () => {
    const mixed = viewOfStacks(['2× main:2 > node_modules/dep/index:3', 'main:2 > [sort]', 'main:3']);
    const shown = (all: boolean): string[] => hotFunctions(mixed, all).map((row) => mixed.analysis.functions.name[row]);
    assert.deepEqual(shown(false), ['main']);
    assert.ok(shown(true).includes('sort') && shown(true).includes('node_modules/dep/index'));
    assert.deepEqual([hotSources(mixed, false).length, hotSources(mixed, true).length], [1, 2]);
  });

  it('says why there are no files', () => {
    const foreign = viewOfStacks(['node_modules/dep/index:1']);
    assert.deepEqual(hotSources(foreign, false), []);
    assert.equal(whyNoSources(foreign, false), 'dependenciesOnly');
    assert.equal(hotSources(foreign, true).length, 1);
    assert.equal(whyNoSources(viewOfStacks(['(idle)']), true), 'nothing');
    const own = viewOfStacks(['main:2']);
    const withoutLines = { ...own, index: { ...own.index, selfOfSource: own.index.selfOfSource.map(() => 0) } };
    assert.equal(whyNoSources(withoutLines, false), 'linesUnknown');
  });
});
