import { strict as assert } from 'node:assert';
import { shareThreads, type ThreadSummary, timeOfStarts } from '../../../src/core/index.ts';

const thread = (times: Pick<ThreadSummary, 'activeTime' | 'cpuTime'>): ThreadSummary => ({
  ...{ id: 1, kind: 'worker', name: 'worker', isRecorded: times.activeTime !== undefined, samples: 1 },
  ...times,
});

describe('the shares of threads', () => {
  it('are of active time, of those that were recorded', () => {
    const threads = [thread({ activeTime: 100 }), thread({ activeTime: 300 }), thread({})];
    assert.deepEqual(shareThreads(threads), [0.25, 0.75, NaN]);
  });

  it('are unknown where none took any time', () => {
    assert.deepEqual(shareThreads([thread({ activeTime: 0 }), thread({})]), [NaN, NaN]);
  });
});

describe('the time that starting and ending threads took', () => {
  it('is CPU time beside that of samples, of all that were started and recorded', () => {
    const started = [
      thread({ activeTime: 65, cpuTime: 95 }),
      thread({ activeTime: 50, cpuTime: 40 }),
      thread({ activeTime: 60 }),
      thread({ cpuTime: 70 }),
    ];
    const main = { ...thread({ activeTime: 10, cpuTime: 50 }), kind: 'main' } as const;
    assert.deepEqual(timeOfStarts([main, ...started]), { time: 30, threads: 2 });
  });
});
