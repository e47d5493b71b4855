import assert from 'node:assert/strict';
import { samplerReasonOf } from '../../../src/recorder/sampling/choose-sampler.ts';

describe('why a process has its sampler', () => {
  const decision = { sampler: 'inspector', reason: 'It was asked for.' } as const;

  it('is why the program has it, where that has the same', () => {
    assert.equal(samplerReasonOf('inspector', decision, '11.3.244.8-node.38'), 'It was asked for.');
  });

  it('names the sampler that the process has, where that is another than of the program', () => {
    assert.match(samplerReasonOf('v8log', decision, '11.3.244.8-node.38'), /^The V8 log, because /);
    const log = { sampler: 'v8log' } as const;
    assert.match(samplerReasonOf('inspector', log, '11.3.244.8-node.38'), /^The inspector's sampler, because /);
  });

  for (const [v8, sentence] of [
    ['11.3.244.8-node.38', /the inspector of V8 11 blames inlined code/],
    ['14.6.202.34-node.20', /right about more lines than the inspector/],
  ] as const)
    it(`is what speaks for V8's log on V8 ${v8}`, () =>
      assert.match(samplerReasonOf('v8log', { sampler: 'v8log' }, v8), sentence));
});
