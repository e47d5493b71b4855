import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeTree } from '../../../src/webview/model/merge-tree.ts';
import { buildSearchIndex, matchFunctions, rankMatches, searchTree } from '../../../src/webview/model/search.ts';
import { anyTree, stackOf } from './trees.ts';

const index = buildSearchIndex(
  ['(root)', 'parseFile', 'emit', 'İstanbul', 'a.b*c'],
  ['src/Parser.ts', 'lib/emit.js'],
  Int32Array.of(-1, 0, 1, -1, 0),
);
const found = (query: string): number[] =>
  Array.from(matchFunctions(index, query)).flatMap((hit, fn) => (hit ? [fn] : []));

describe('matchFunctions', () => {
  it('looks at names and files, whatever the case', () => {
    assert.deepEqual(found('PARSE'), [1, 4]);
    assert.deepEqual(found('emit'), [2]);
    assert.deepEqual(found('lib/'), [2]);
  });

  it('takes special characters as they are', () => {
    assert.deepEqual(found('.b*'), [4]);
    assert.deepEqual(found('('), [0]);
  });

  it('finds nothing for nothing', () => assert.deepEqual(found('  '), []));
});

describe('searchTree', () => {
  it('counts the time of a stack once, however many of its frames match', () => {
    fc.assert(
      fc.property(anyTree, fc.uint8Array({ minLength: 8, maxLength: 8, max: 1 }), (tree, matches) => {
        const merged = mergeTree(tree, { category: tree.category, hideDependencies: false });
        const result = searchTree(merged, matches);
        let time = 0;
        merged.selfTime.forEach((self, node) => {
          const hit = stackOf(merged, node)
            .slice(1)
            .some((fn) => matches[fn] === 1);
          if (hit) time += self;
          assert.equal(result.covered[node], hit ? 1 : 0);
        });
        assert.equal(result.time, time);
        const ranked = [...rankMatches(merged, matches)];
        assert.equal(ranked.length, result.frames);
        ranked.forEach((node, i) => assert.ok(i === 0 || merged.totalTime[ranked[i - 1]] >= merged.totalTime[node]));
      }),
    );
  });
});
