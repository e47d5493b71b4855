import assert from 'node:assert/strict';
import { NO_CALLEE, SOME_CALLEE } from '../../../../src/core/index.ts';
import { SeenCallees } from '../../../../src/readers/v8-log/seen-callees.ts';

describe('the functions that are called from a position', () => {
  it('are the only one, several or none', () => {
    const callees = new SeenCallees();
    for (const [call, callee] of [
      [4, 7],
      [4, 7],
      [2, 7],
      [2, 8],
      [2, 7],
      [-1, 9],
    ])
      callees.note(call, callee);
    assert.deepEqual(
      [4, 2, 3, 99, -1].map((call) => callees.at(call)),
      [7, SOME_CALLEE, NO_CALLEE, NO_CALLEE, NO_CALLEE],
    );
  });
});
