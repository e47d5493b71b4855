import assert from 'node:assert/strict';
import fc from 'fast-check';
import { packNumbers, unpackNumbers } from '../../../src/panel/packed-numbers.ts';
import { holds } from '../../support/holds.ts';

type Numbers = Parameters<typeof packNumbers>[0];

/** What comes back, and in how many bytes it was packed; undefined where it cannot be packed. */
function roundTrip(values: Numbers): { readonly back: Numbers; readonly size: number } | undefined {
  const room = new Uint8Array(values.length * 5 + 13);
  const size = packNumbers(values, room);
  if (size < 0) return undefined;
  const back = values.slice().fill(77);
  unpackNumbers(room.slice(0, size), back);
  return { back, size };
}

const nearNumbers = fc
  .tuple(fc.nat(28), fc.nat(1000))
  .chain(([spread, base]) =>
    fc.array(fc.integer({ min: base, max: base + 2 ** spread }), { minLength: 1, maxLength: 50 }),
  );

describe('packed numbers', () => {
  holds('come back as they were, from all whole numbers that are not too far apart', [nearNumbers], (values) => {
    for (const column of [Int32Array.from(values), Uint32Array.from(values), Float64Array.from(values)])
      assert.deepEqual(roundTrip(column)?.back, column);
  });

  it('reach to the limits', () => {
    for (const difference of [0, 63, -64, 64, 2 ** 13, -(2 ** 30), 2 ** 30 - 1]) {
      const column = Float64Array.of(2 ** 52, 2 ** 52 + difference, 2 ** 52);
      // A difference and its negative: one of them may be just out of range.
      const isNear = difference > -(2 ** 30);
      assert.deepEqual(roundTrip(column)?.back, isNear ? column : undefined, String(difference));
    }
    assert.deepEqual(roundTrip(Uint32Array.of(4294967295))?.back, Uint32Array.of(4294967295));
    assert.deepEqual(roundTrip(Int32Array.of(-1, -1, 5))?.back, Int32Array.of(-1, -1, 5));
  });

  it('are few bytes for what a call tree is made of', () => {
    const parents = Int32Array.from({ length: 1000 }, (_, row) => row - 1);
    assert.equal(roundTrip(parents)?.size, 8 + 999);
  });

  it('are not made of fractions, unknown or huge numbers, or ones far apart', () => {
    for (const value of [1.25, NaN, Infinity, 2 ** 53, 2 ** 31, -(2 ** 31)])
      for (const column of [Float64Array.of(0, value), Float64Array.of(value, 0)])
        assert.equal(roundTrip(column), undefined, column.join());
    for (const value of [0.5, 2 ** 53]) assert.equal(roundTrip(Float64Array.of(value)), undefined);
    assert.equal(roundTrip(new Int32Array(0)), undefined);
  });

  it('are not packed where there is no room', () => {
    assert.equal(packNumbers(Int32Array.of(1, 2, 3), new Uint8Array(12)), -1);
    assert.equal(packNumbers(Int32Array.of(1), new Uint8Array(7)), -1);
  });
});
