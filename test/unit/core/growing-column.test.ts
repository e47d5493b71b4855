import assert from 'node:assert/strict';
import { float64Column } from '../../../src/core/index.ts';

describe('a column that grows', () => {
  it('takes what comes, however much or little was expected', () => {
    for (const expected of [0, 3, 1e12]) {
      const column = float64Column(expected);
      const rows = Float64Array.from({ length: 100 }, (_, i) => i / 2);
      column.append(rows.subarray(0, 1));
      column.append(rows.subarray(1));
      assert.equal(column.length, 100);
      assert.deepEqual(column.finish(1), Float64Array.from([...rows, 0]));
    }
  });
});
