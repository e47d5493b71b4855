import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { sortDescending } from '../../../src/webview/model/sort-descending.ts';
import { holds } from '../../support/holds.ts';

describe('sortDescending', () => {
  holds(
    'puts a part of a list in order, equal ones as they were, and leaves the rest alone',
    [fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 200, size: 'max' }), fc.nat(5), fc.nat(5)],
    (list, before, after) => {
      const column = Float64Array.from(list);
      const rows = Int32Array.from(list.keys()).reverse();
      const from = Math.min(before, rows.length);
      const to = Math.max(from, rows.length - after);
      const part = [...rows.subarray(from, to)].sort((a, b) => column[b] - column[a]);
      const expected = [...rows.subarray(0, from), ...part, ...rows.subarray(to)];
      sortDescending(rows, from, to, column);
      assert.deepEqual([...rows], expected);
    },
  );
});
