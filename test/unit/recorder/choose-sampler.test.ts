import assert from 'node:assert/strict';
import { samplerReasonOf } from '../../../src/recorder/sampling/choose-sampler.ts';

describe('why a process has its sampler', () => {
  const decision = { sampler: 'inspector', reason: 'It was asked for.' } as const;

  it('is why the program has it, where that has the same', () => {
    assert.equal(samplerReasonOf('inspector', decision), 'It was asked for.');
  });

  it('names the sampler that the process has, where that is another than of the program', () => {
    assert.match(samplerReasonOf('v8log', decision), /^The V8 log, because /);
    assert.match(samplerReasonOf('inspector', { ...decision, sampler: 'v8log' }), /^The inspector's sampler, because /);
  });
});
