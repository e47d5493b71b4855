import assert from 'node:assert/strict';
import { NO_CALLEE, SOME_CALLEE } from '../../../../src/core/index.ts';
import { SeenCallees } from '../../../../src/readers/v8-log/seen-callees.ts';

describe('the functions that are called from a position', () => {
  it('are the only one, several or none', () => {
    const callees = new SeenCallees();
    for (const seen of '4>7 4>7 2>7 2>8 2>7 -1>9'.split(' ')) {
      const [call, callee] = seen.split('>').map(Number);
      callees.note(call, callee);
    }
    assert.deepEqual([callees.at(4), callees.at(2)], [7, SOME_CALLEE]);
    for (const call of [3, 99, -1]) assert.equal(callees.at(call), NO_CALLEE);
  });
});
