import assert from 'node:assert/strict';
import { describeEnding } from '../../../src/extension/debug/ending.ts';
import { type Ending, exitCodeOf } from '../../../src/recorder/index.ts';

describe('the end of a program', () => {
  const endings: [Ending, number, string][] = [
    [{ kind: 'exit', code: 0 }, 0, 'The program ended with code 0.'],
    [{ kind: 'exit', code: 3 }, 3, 'The program ended with code 3.'],
    [{ kind: 'exit' }, 1, 'The program ended.'],
    [{ kind: 'signal', signal: 'SIGTERM' }, 143, 'The program was ended by SIGTERM.'],
    [{ kind: 'stopped', by: 'user' }, 0, 'Stopped.'],
    [{ kind: 'stopped', by: 'duration' }, 0, 'The duration is over; the program was stopped.'],
  ];
  for (const [ending, code, sentence] of endings) {
    it(`is told as code ${code} and "${sentence}"`, () => {
      assert.equal(exitCodeOf(ending), code);
      assert.equal(describeEnding(ending), sentence);
    });
  }
});
