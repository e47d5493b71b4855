import { strict as assert } from 'node:assert';
import type { SampleTable } from '../../../src/core/index.ts';
import { splitSpanAt } from '../../../src/core/merged-samples.ts';

describe('a span of samples without order', () => {
  const samples: SampleTable = {
    node: Int32Array.of(1, 2, 3, 1),
    start: Float64Array.of(0, 10, 30, 40, 50),
    cpu: Float64Array.of(10, 20, 10, 10),
    blocked: Float64Array.of(0, 4, 0, 0),
    position: Int32Array.of(7, 8, 9, 5),
    merged: { count: Uint32Array.of(1, 2), spans: Int32Array.of(0, 2) },
  };

  it('is split into two that have the same rows, each with its part, and what follows stays', () => {
    const split = splitSpanAt(samples, 15);
    assert.deepEqual([...split.node], [1, 2, 1, 2, 3, 1]);
    assert.deepEqual([...split.start], [0, 5, 15, 20, 30, 40, 50]);
    assert.deepEqual([...(split.cpu ?? [])], [5, 10, 5, 10, 10, 10]);
    assert.deepEqual([...(split.blocked ?? [])], [0, 2, 0, 2, 0, 0]);
    assert.deepEqual([...(split.position ?? [])], [7, 8, 7, 8, 9, 5]);
    assert.deepEqual([...(split.merged?.spans ?? [])], [0, 2, 4]);
    const counts = [...(split.merged?.count ?? [])];
    assert.deepEqual([counts[0] + counts[2], counts[1] + counts[3]], [1, 2]);
  });

  it('stays where the time falls between two, or behind the last', () => {
    assert.equal(splitSpanAt(samples, 0), samples);
    assert.equal(splitSpanAt(samples, 35), samples);
  });
});
