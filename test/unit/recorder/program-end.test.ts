import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { endProgram } from '../../../src/recorder/program/program-end.ts';

describe('a program that is asked to end', () => {
  const signals: unknown[] = [];
  beforeEach(() => {
    signals.length = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(process, 'kill', (_: number, signal: string) => signals.push(signal));
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  it('is killed where it does not', () => {
    endProgram(4711, new AbortController().signal);
    assert.deepEqual(signals, ['SIGTERM']);
    mock.timers.tick(5000);
    assert.deepEqual(signals, ['SIGTERM', 'SIGKILL']);
  });

  it('is sent nothing when it has, as another may have its id by then', () => {
    const gone = new AbortController();
    endProgram(4711, gone.signal);
    gone.abort();
    endProgram(4711, gone.signal);
    mock.timers.tick(5000);
    assert.deepEqual(signals, ['SIGTERM']);
  });
});
