import assert from 'node:assert/strict';
import type { Profile } from '../../../src/core/index.ts';
import { totalTimes } from '../../../src/core/sum-tree.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';

describe('an analysis', () => {
  it('is right over more nodes and calls than the kernel takes at once, and deeper than its first stack', () => {
    const count = 50_000;
    const functions = 5_000;
    const base = profileFromStacks(['f:2']);
    const frame = Int32Array.from({ length: count }, (_, node) => node % functions);
    const profile: Profile = {
      ...base,
      frames: {
        name: Array.from({ length: functions }, (_, row) => `f${row}`),
        position: new Int32Array(functions),
        kind: new Uint8Array(functions),
      },
      tree: { frame, parent: frame.map((_, node) => node - 1) },
      samples: {
        node: Int32Array.from({ length: count }, (_, node) => node),
        start: Float64Array.from({ length: count + 1 }, (_, i) => i),
      },
      ticks: { node: new Int32Array(), position: new Int32Array(), count: new Uint32Array(), time: new Float64Array() },
    };
    const { tree, functions: table, callPairs: calls } = analysisOfProfile(profile);
    assert.ok(totalTimes(tree).every((time, node) => time === count - node));
    assert.ok(table.totalTime.every((time, row) => time === count - row));
    assert.deepEqual([...calls.caller], [...table.totalTime.keys()]);
    assert.ok(calls.callee.every((callee, row) => callee === (calls.caller[row] + 1) % functions));
    assert.equal(calls.time[functions - 1], count - functions);
  });
});
