import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NodeStore } from '../../../../src/readers/v8-log/node-store.ts';
import { holds } from '../../../support/holds.ts';

type Step = readonly [back: number, frame: number, call: number, low: number];

/** The same with a map of strings: the node of each step, and the tree's columns. */
function plain(steps: readonly Step[]): { nodes: number[]; frame: number[]; parent: number[] } {
  const byKey = new Map<string, number>();
  const frameOf = [7];
  const parentOf = [-1];
  const nodes = steps.map(([back, frame, call, low]) => {
    const parent = Math.max(0, frameOf.length - 1 - back);
    const key = [parent, frame, call, low].join();
    const known = byKey.get(key);
    if (known !== undefined) return known;
    byKey.set(key, frameOf.length);
    parentOf.push(parent);
    return frameOf.push(frame) - 1;
  });
  return { nodes, frame: frameOf, parent: parentOf };
}

function stored(steps: readonly Step[]): ReturnType<typeof plain> {
  const store = new NodeStore();
  store.addRoot(7);
  const nodes = steps.map(([back, frame, call, low]) =>
    store.child(Math.max(0, store.length - 1 - back), frame, call, low),
  );
  const tree = store.build();
  return { nodes, frame: [...tree.frame], parent: [...tree.parent] };
}

describe('the nodes of a V8 log', () => {
  const step = fc.tuple(fc.nat(30), fc.nat(6), fc.integer({ min: -1, max: 3 }), fc.nat(1));

  holds('are the same again for the same call', [fc.array(step, { maxLength: 400 })], (steps) =>
    assert.deepEqual(stored(steps), plain(steps)),
  );

  it('are found among many children of one', () => {
    const store = new NodeStore();
    const root = store.addRoot(0);
    const wide = store.child(root, 1, -1, 0);
    const other = store.child(root, 2, -1, 0);
    const ask = (parent: number): number[] =>
      Array.from({ length: 20_000 }, (_, i) => store.child(parent, i % 5000, i % 4, 0));
    const first = ask(wide);
    assert.equal(new Set(first).size, 5000);
    assert.deepEqual(ask(wide), first);
    const second = ask(other);
    assert.equal(new Set([...first, ...second]).size, 10_000);
    assert.deepEqual(ask(wide), first);
    assert.equal(store.length, 10_003);
  });

  it('take time for what is asked, not for all that was before', () => {
    const store = new NodeStore();
    const root = store.addRoot(0);
    // Half a million children: without an index that would be 10^11 steps.
    for (let i = 0; i < 500_000; i++) store.child(root, i, -1, 0);
    assert.equal(store.length, 500_001);
  });
});
