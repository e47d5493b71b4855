import assert from 'node:assert/strict';
import { Category } from '../../../src/core/index.ts';
import { describeRuntimeWork, functionLabel, placeLabel } from '../../../src/present/names.ts';

describe('names', () => {
  it('say of a function without a name that it has none', () => {
    assert.deepEqual(['hot', ''].map(functionLabel), ['hot', '(anonymous)']);
  });

  it('say what is done in time that no function has, and nothing of a function that is called so', () => {
    assert.match(describeRuntimeWork('(microtasks)', Category.program) ?? '', /promises/);
    assert.match(describeRuntimeWork('(program)', Category.program) ?? '', /outside any function/);
    assert.equal(describeRuntimeWork('(microtasks)', Category.own), undefined);
    assert.equal(describeRuntimeWork('(garbage collector)', Category.gc), undefined);
  });

  it('give places as links, and no line that is not known', () => {
    assert.deepEqual([placeLabel('src/app.ts', 12), placeLabel('src/app.ts', 0)], ['src/app.ts:12', 'src/app.ts']);
  });
});
