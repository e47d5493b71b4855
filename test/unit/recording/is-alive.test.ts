import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { isAlive } from '../../../src/recording/index.ts';

describe('whether a process lives', () => {
  afterEach(() => mock.restoreAll());

  it('is known also where it may not be signalled', () => {
    mock.method(process, 'kill', () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    assert.equal(isAlive(process.ppid), true);
  });
});
