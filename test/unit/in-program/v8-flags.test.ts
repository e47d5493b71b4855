import assert from 'node:assert/strict';
import { adjustFlags } from '../../../src/in-program/v8-flags.ts';

describe("V8's flags", () => {
  const flagsOn = (version: string, hasLog = false): string[] => {
    const flags: string[] = [];
    adjustFlags(undefined, hasLog, false, (flag) => flags.push(flag), version);
    return flags;
  };

  it('keep the positions of loops, by turning their peeling off where Maglev runs', () => {
    assert.deepEqual(flagsOn('13.6.233.17-node.28'), ['--no-maglev-loop-peeling']);
    assert.deepEqual(flagsOn('14.6.202.34-node.12'), ['--no-maglev-loop-peeling']);
  });

  it('log what is thrown out where V8 says it nowhere else, and there is a log', () => {
    const peeling = '--no-maglev-loop-peeling';
    assert.deepEqual(flagsOn('14.6.202.34-node.12', true), [`${peeling} --log-deopt`]);
    assert.deepEqual(flagsOn('15.0.1.1-node.1', true), [`${peeling} --log-deopt`]);
    assert.deepEqual(flagsOn('14.1.146.11-node.14', true), [peeling], 'Node 25 prints it');
    assert.deepEqual(flagsOn('12.4.254.21-node.33', true), []);
  });

  it('are left alone on older versions, which do not know that one or do not use Maglev', () => {
    assert.deepEqual(flagsOn('11.3.244.8-node.38'), []);
    assert.deepEqual(flagsOn('12.4.254.21-node.33'), []);
  });
});
