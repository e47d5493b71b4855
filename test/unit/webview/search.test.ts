import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchFunctions, nextMatch, searchTree } from '../../../src/webview/model/search.ts';
import { selfTimeOf } from '../../../src/webview/model/merged-tree.ts';
import type { PanelTables } from '../../../src/webview/panel-tables.ts';
import { finish } from '../../support/finish.ts';
import { mergeTree } from '../../support/merge-tree.ts';
import { anyTree, stackOf } from './trees.ts';
import { holds } from '../../support/holds.ts';

const tables = {
  header: {
    functionNames: ['(root)', 'parseFile', 'emit', 'İstanbul', 'a.b*c'],
    sourceLabels: ['src/Parser.ts', 'lib/emit.js'],
  },
  columns: { 'functions.source': Int32Array.of(-1, 0, 1, -1, 0) },
} as unknown as PanelTables;
const found = (query: string): number[] =>
  Array.from(matchFunctions(tables, query)).flatMap((hit, fn) => (hit ? [fn] : []));

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
});

describe('searchTree', () => {
  holds(
    'counts the time of a stack once, however many of its frames match',
    [anyTree, fc.uint8Array({ minLength: 8, maxLength: 8, max: 1 })],
    (tree, matches) => {
      const merged = mergeTree(tree);
      const result = finish(searchTree(merged, matches));
      let time = 0;
      merged.function.forEach((_, node) => {
        const hit = stackOf(merged, node)
          .slice(1)
          .some((fn) => matches[fn] === 1);
        if (hit) time += selfTimeOf(merged, node);
      });
      assert.equal(result.time, time);
      assert.equal(result.frames, merged.function.filter((fn, node) => node > 0 && matches[fn] === 1).length);
    },
  );
});

describe('nextMatch', () => {
  holds(
    'goes through all matches that have time, the most time first, and round',
    [anyTree, fc.uint8Array({ minLength: 8, maxLength: 8, max: 1 })],
    (tree, matches) => {
      const merged = mergeTree(tree);
      const expected = [...merged.function.keys()]
        .filter((node) => node > 0 && matches[merged.function[node]] === 1 && merged.totalTime[node] > 0)
        .sort((a, b) => merged.totalTime[b] - merged.totalTime[a] || a - b);
      for (const direction of [1, -1] as const) {
        const order = direction > 0 ? expected : expected.toReversed();
        let node: number | undefined = -1;
        for (const wanted of [...order, order[0]]) {
          node = nextMatch(merged, matches, node ?? -1, direction);
          assert.equal(node, wanted);
        }
      }
    },
  );
});
