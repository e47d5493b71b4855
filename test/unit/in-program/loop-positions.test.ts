import assert from 'node:assert/strict';
import { keepLoopPositions } from '../../../src/in-program/loop-positions.ts';

describe('positions of loops', () => {
  const flagsOn = (version: string): string[] => {
    const flags: string[] = [];
    keepLoopPositions((flag) => flags.push(flag), version);
    return flags;
  };

  it('are kept by turning the peeling of loops off where Maglev runs', () => {
    assert.deepEqual(flagsOn('13.6.233.17-node.28'), ['--no-maglev-loop-peeling']);
    assert.deepEqual(flagsOn('14.6.202.34-node.12'), ['--no-maglev-loop-peeling']);
  });

  it('need no flag on older versions, which do not know it or do not use Maglev', () => {
    assert.deepEqual(flagsOn('11.3.244.8-node.38'), []);
    assert.deepEqual(flagsOn('12.4.254.21-node.33'), []);
  });
});
