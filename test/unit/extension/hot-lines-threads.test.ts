import assert from 'node:assert/strict';
import type { Analysis, ThreadSummary } from '../../../src/core/index.ts';
import { buildIndex } from '../../../src/extension/analysis/analysis-index.ts';
import { rootNodes, threadNodes } from '../../../src/extension/tree/hot-lines-model.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';
import { wordsOf } from '../../support/told.ts';

const worker: ThreadSummary = { id: 2, parent: 1, kind: 'worker', name: 'worker 1', isRecorded: true, samples: 5 };
const one = makeAnalysis([{ line: 3, self: 300 }]);
const two: Analysis = {
  ...one,
  threads: [...one.threads, worker],
  lanes: [...one.lanes, { ...one.lanes[0], thread: 2 }],
};
const viewOf = (analysis: Analysis) => ({ analysis, index: buildIndex(analysis) });

describe('threads in the tree and the panel', () => {
  it('are a group where there are several: all together, then each', () => {
    assert.deepEqual(wordsOf(rootNodes(viewOf(two)), 'kind'), ['files', 'functions', 'threads']);
    const ids = threadNodes(viewOf(two)).map((node) => (node.kind === 'thread' ? node.id : node.kind));
    assert.deepEqual(ids, [undefined, 0, 2]);
  });

  it('are no group where there is one', () => {
    assert.deepEqual(wordsOf(rootNodes(viewOf(one)), 'kind'), ['files', 'functions']);
  });
});

describe('a part of the time in the tree', () => {
  const kinds = (analysis: Analysis): string[] => rootNodes(viewOf(analysis)).map(({ kind }) => kind);
  const spans = [{ name: 'parse', from: 10, to: 20 }];

  it('stands first of all: a range, or what the program marks', () => {
    assert.deepEqual(kinds({ ...one, range: { from: 0, to: 5 }, marked: { spans } }), ['range', 'files', 'functions']);
    assert.deepEqual(kinds({ ...one, marked: { spans, shown: [{ from: 10, to: 20 }] } }), [
      'marks',
      'files',
      'functions',
    ]);
    assert.deepEqual(kinds({ ...one, marked: { spans }, marks: 'ignored' }), ['files', 'functions']);
  });
});
