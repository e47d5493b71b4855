import assert from 'node:assert/strict';
import { functionLabel, placeLabel } from '../../../src/present/names.ts';

describe('names', () => {
  it('say of a function without a name that it has none', () => {
    assert.deepEqual(['hot', ''].map(functionLabel), ['hot', '(anonymous)']);
  });

  it('give places as links, and no line that is not known', () => {
    assert.deepEqual([placeLabel('src/app.ts', 12), placeLabel('src/app.ts', 0)], ['src/app.ts:12', 'src/app.ts']);
  });
});
