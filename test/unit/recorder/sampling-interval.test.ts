import assert from 'node:assert/strict';
import type { InspectorConnection } from '../../../src/recorder/inspector/inspector-connection.ts';
import { beginSampling } from '../../../src/recorder/sampling/inspector-sampler.ts';
import { v8LogFlags } from '../../../src/recorder/sampling/v8-log-sampler.ts';

describe('the sampling interval that was asked for', () => {
  it('is the one that V8 is told for its log', () => {
    const flags = v8LogFlags('/recordings', 250);
    const isInterval = (flag: string): boolean => flag.startsWith('--prof-sampling-interval');
    assert.deepEqual(flags.filter(isInterval), ['--prof-sampling-interval=250']);
  });

  it('is the one that the inspector is told before it begins', async () => {
    const asked: unknown[] = [];
    const send = (method: string, params?: object): Promise<object> => {
      asked.push([method, params]);
      return Promise.resolve({});
    };
    await beginSampling({ send } as unknown as InspectorConnection, 250, { isRunning: false, isPage: false });
    assert.deepEqual(asked, [
      ['Profiler.enable', undefined],
      ['Profiler.setSamplingInterval', { interval: 250 }],
      ['Profiler.start', undefined],
    ]);
  });
});
