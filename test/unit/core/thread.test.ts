import { strict as assert } from 'node:assert';
import { shareThreads, type ThreadSummary } from '../../../src/core/index.ts';

const thread = (times: Pick<ThreadSummary, 'activeTime' | 'unsampledTime'>): ThreadSummary => ({
  ...{ id: 1, kind: 'worker', name: 'worker', isRecorded: times.activeTime !== undefined, samples: 1 },
  ...times,
});

describe('the shares of threads', () => {
  it('are of active and unsampled time, of those that were recorded', () => {
    const threads = [thread({ activeTime: 90, unsampledTime: 10 }), thread({ activeTime: 300 }), thread({})];
    assert.deepEqual(shareThreads(threads), [0.25, 0.75, NaN]);
  });

  it('are unknown where none took any time', () => {
    assert.deepEqual(shareThreads([thread({ activeTime: 0 }), thread({})]), [NaN, NaN]);
  });
});
