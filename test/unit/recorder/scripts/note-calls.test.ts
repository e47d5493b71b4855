import assert from 'node:assert/strict';
import { noteCalls } from '../../../../src/recorder/scripts/function-ranges.ts';

describe('counted calls', () => {
  it('are told beyond 2³¹, which the inspector gives as negative numbers', () => {
    const functions = [2_200_000_000 | 0, 3].map((count, i) => ({
      functionName: 'f',
      ranges: [{ startOffset: 1 + i, endOffset: 9, count }],
    }));
    assert.deepEqual(noteCalls({ functions }, 'any source').calls, [2_200_000_000, 3]);
  });
});
