import { strict as assert } from 'node:assert';
import { withMeanwhile } from '../../../src/readers/meanwhile.ts';

const [IDLE, UNSAMPLED] = [9, 8];

/** Samples of a millisecond each, with 400 µs on a CPU. */
function meanwhile(node: number[], away: number[], unseen: number[]): Record<'node' | 'start' | 'cpu', number[]> {
  const result = withMeanwhile(
    { node: Int32Array.from(node), start: Float64Array.from([...node, 0], (_, i) => i * 1000) },
    {
      cpu: new Float64Array(node.length).fill(400),
      blocked: new Float64Array(node.length),
      away: Float64Array.from(away),
      unseen: Float64Array.from(unseen),
    },
    { idle: () => IDLE, unsampled: () => UNSAMPLED },
  );
  return { node: [...result.node], start: [...result.start], cpu: [...(result.cpu ?? [])] };
}

describe('idle time in samples that found the thread running', () => {
  it('is a sample of its own, behind what ran', () => {
    assert.deepEqual(meanwhile([1, 2], [600, 0], [0, 0]), {
      node: [1, IDLE, 2],
      start: [0, 400, 1000, 2000],
      cpu: [400, 600, 400],
    });
  });

  it('is that of the idle sample behind', () => {
    assert.deepEqual(meanwhile([1, IDLE, 2], [600, 0, 0], [0, 0, 0]), {
      node: [1, IDLE, 2],
      start: [0, 400, 2000, 3000],
      cpu: [400, 1000, 400],
    });
  });

  it('is left where it is below what a clock tells', () => {
    assert.deepEqual(meanwhile([1, 2], [99, 0], [0, 0]).node, [1, 2]);
  });
});

describe('time on a CPU in samples that found the thread idle', () => {
  it('is a row of time without samples, as soon as it is one sample', () => {
    assert.deepEqual(meanwhile([1, IDLE, IDLE, 2], [0, 0, 0, 0], [0, 700, 600, 0]), {
      node: [1, IDLE, IDLE, UNSAMPLED, 2],
      start: [0, 1000, 2000, 2000, 3000, 4000],
      cpu: [400, 400, 400, 1300, 400],
    });
  });

  it('is left where it is less', () => {
    assert.deepEqual(meanwhile([1, IDLE], [0, 0], [0, 999]).node, [1, IDLE]);
  });
});
