import { strict as assert } from 'node:assert';
import { withIdleTime } from '../../../../src/readers/v8-log/idle-time.ts';

const IDLE = 9;
const samplesOf = (node: number[]) => ({
  node: Int32Array.from(node),
  start: Float64Array.from([...node, 0], (_, i) => i * 1000),
  cpu: new Float64Array(node.length).fill(400),
  blocked: new Float64Array(node.length),
});

describe('idle time between ticks that found the thread running', () => {
  it('is a sample of its own, behind what ran', () => {
    const { node, start, cpu } = withIdleTime(samplesOf([1, 2]), Float64Array.of(600, 0), IDLE);
    assert.deepEqual(
      [[...node], [...start], [...(cpu ?? [])]],
      [
        [1, IDLE, 2],
        [0, 400, 1000, 2000],
        [400, 600, 400],
      ],
    );
  });

  it('is that of the idle sample behind', () => {
    const { node, start, cpu } = withIdleTime(samplesOf([1, IDLE, 2]), Float64Array.of(600, 0, 0), IDLE);
    assert.deepEqual(
      [[...node], [...start], [...(cpu ?? [])]],
      [
        [1, IDLE, 2],
        [0, 400, 2000, 3000],
        [400, 1000, 400],
      ],
    );
  });

  it('is left where it is below what a clock tells', () => {
    const samples = samplesOf([1, 2]);
    assert.equal(withIdleTime(samples, Float64Array.of(99, 0), IDLE), samples);
  });
});
