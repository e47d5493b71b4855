import assert from 'node:assert/strict';
import { modelOfThreads } from '../../webview/models.ts';
import { wordsOf } from '../../support/told.ts';

describe('threads in the panel’s model', () => {
  const threads = [
    { name: 'main.js', stacks: ['main:2'] },
    { name: 'short', stacks: ['a:2', '(idle)'], offset: 500 },
    { name: 'long', stacks: ['a:2', 'b:2', 'b:3'], offset: 2000 },
  ];

  it('are the main one first, then those with the most active time, one list of samples', () => {
    const { header, columns } = modelOfThreads(threads);
    assert.deepEqual(header.lanes, [
      { thread: 1, samples: 1, offset: 0 },
      { thread: 3, samples: 3, offset: 2000 },
      { thread: 2, samples: 2, offset: 500 },
    ]);
    assert.deepEqual([...columns['samples.start']], [0, 1000, 0, 1000, 2000, 3000, 0, 1000, 2000]);
    const functionAt = (sample: number): string => {
      const node = columns['samples.node'][sample];
      return header.functionNames[columns['tree.function'][node]];
    };
    assert.deepEqual([0, 1, 2, 3, 4].map(functionAt), ['main', 'a', 'b', 'b', 'a']);
  });

  it('are all listed where one was chosen, whose samples alone are there', () => {
    const { header } = modelOfThreads(threads, { thread: 2 });
    assert.equal(header.thread, 2);
    assert.deepEqual(header.lanes, [{ thread: 2, samples: 2, offset: 0 }]);
    assert.deepEqual(wordsOf(header.threads, 'name', 'activeTime'), ['main.js 1000', 'short 1000', 'long 3000']);
  });
});
