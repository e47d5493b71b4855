import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RowIndex } from '../../../src/core/index.ts';
import { holds } from '../../support/holds.ts';

type Four = readonly [number, number, number, number];

/** The same with a map of strings. */
function plain(asked: readonly Four[]): { rows: number[]; columns: number[][] } {
  const numbers = new Map<string, number>();
  const rows = asked.map((four) => numbers.get(four.join()) ?? numbers.set(four.join(), numbers.size).size - 1);
  const kept = [...numbers.keys()].map((key) => key.split(',').map(Number));
  return { rows, columns: [0, 1, 2, 3].map((place) => kept.map((four) => four[place])) };
}

function indexed(asked: readonly Four[]): ReturnType<typeof plain> {
  const index = new RowIndex();
  const rows = asked.map((four) => index.rowOf(...four));
  return { rows, columns: [0, 1, 2, 3].map((place) => [...index.column(place)]) };
}

describe('rows of four integers', () => {
  const four = fc.tuple(fc.nat(30), fc.nat(6), fc.integer({ min: -1, max: 3 }), fc.nat(1));

  holds('are the same again for the same four', [fc.array(four, { maxLength: 400 })], (asked) =>
    assert.deepEqual(indexed(asked), plain(asked)),
  );

  it('are found among many', () => {
    const index = new RowIndex();
    const ask = (first: number): number[] =>
      Array.from({ length: 20_000 }, (_, i) => index.rowOf(first, i % 5000, i % 4, 0));
    const rows = ask(1);
    assert.equal(new Set(rows).size, 5000);
    assert.deepEqual(ask(1), rows);
    const others = ask(2);
    assert.equal(new Set([...rows, ...others]).size, 10_000);
    assert.deepEqual(ask(1), rows);
    assert.equal(index.length, 10_000);
  });

  it('take time for what is asked, not for all that was before', () => {
    const index = new RowIndex();
    // Half a million: without an index that would be 10^11 steps.
    for (let i = 0; i < 500_000; i++) index.rowOf(0, i, -1, 0);
    assert.equal(index.length, 500_000);
  });
});
