import assert from 'node:assert/strict';
import { describeEnding } from '../../../src/present/endings.ts';
import { endingOf } from '../../../src/recorder/session/ending.ts';
import { exitCodeOf } from '../../../src/recorder/index.ts';
import type { Ending } from '../../../src/recording/index.ts';

describe('the end of a program', () => {
  const endings: [Ending, number, string][] = [
    [{ kind: 'exit', code: 0 }, 0, 'The program ended with code 0.'],
    [{ kind: 'exit', code: 3 }, 3, 'The program ended with code 3.'],
    [{ kind: 'exit', code: 7, error: 'TypeError' }, 7, 'The program ended with code 7 after an uncaught TypeError.'],
    [{ kind: 'exit' }, 1, 'The program ended.'],
    [{ kind: 'signal', signal: 'SIGTERM' }, 143, 'The program was ended by SIGTERM.'],
    [{ kind: 'killed', signal: 'SIGKILL' }, 137, 'The program was killed by SIGKILL.'],
    [{ kind: 'stopped', by: 'user' }, 0, 'The recording was stopped.'],
    [{ kind: 'stopped', by: 'log-limit' }, 0, 'The recording was stopped.'],
    [{ kind: 'stopped', by: 'duration' }, 0, 'The duration ran out.'],
  ];
  for (const [ending, code, sentence] of endings) {
    it(`is told as code ${code} and "${sentence}"`, () => {
      assert.equal(exitCodeOf(ending), code);
      assert.equal(describeEnding(ending), sentence);
    });
  }

  it('is ours where we stopped it, else what the system says, else what the program said; a killing where it said no word', () => {
    const stopped = endingOf('duration', { code: 128, signal: 'SIGTERM' }, { signal: 'SIGTERM' });
    assert.deepEqual(stopped, { kind: 'stopped', by: 'duration' });
    assert.deepEqual(endingOf(undefined, { code: 1 }, { code: 4 }), { kind: 'exit', code: 4 });
    assert.deepEqual(endingOf(undefined, { code: 1 }, undefined), { kind: 'exit', code: 1 });
    assert.deepEqual(endingOf(undefined, { code: 128, signal: 'SIGINT' }, {}), { kind: 'signal', signal: 'SIGINT' });
    assert.deepEqual(endingOf(undefined, undefined, { signal: 'SIGKILL' }), { kind: 'killed', signal: 'SIGKILL' });
    assert.deepEqual(endingOf(undefined, { code: 0 }, { signal: 'SIGSEGV' }), { kind: 'signal', signal: 'SIGSEGV' });
  });
});
