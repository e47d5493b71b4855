import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { filterInspectorLines } from '../../../src/recorder/program/stderr-filter.ts';

describe('the filter of stderr', () => {
  const opening = 'Debugger listening on ws://127.0.0.1:1/x\nFor help, see: https://nodejs.org/\nDebugger attached.\n';
  const rest = 'Debugger attached to me\r\nFor help\n\xff';

  for (const size of [1, 2, 7, 1000]) {
    it(`takes out the inspector's lines in pieces of ${size}`, async () => {
      const filter = filterInspectorLines();
      const input = Buffer.from(`first\r\n${opening}${rest}`, 'latin1');
      for (let at = 0; at < input.length; at += size) filter.write(input.subarray(at, at + size));
      filter.end();
      assert.equal((await buffer(filter)).toString('latin1'), `first\r\n${rest}`);
    });
  }

  const waiting = 'Waiting for the debugger to disconnect...\n';
  for (const [what, chunks, left] of [
    ['by itself, with the opening lines muted', [waiting], ''],
    ['behind the program’s last line', [opening, `last\n${waiting}`], 'last\n'],
    ['not in the middle of a line of the program', [`It says: ${waiting}`], `It says: ${waiting}`],
  ] as const) {
    it(`takes out the inspector's last line ${what}`, async () => {
      const filter = filterInspectorLines();
      for (const chunk of chunks) filter.write(chunk);
      filter.end();
      assert.equal((await buffer(filter)).toString(), left);
    });
  }
});
