import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { mock } from 'node:test';
import { openRendezvous } from '../../../src/recorder/program/rendezvous.ts';

/** Replaces `fs.watch` while the work runs. */
async function withWatch(watch: () => unknown, work: () => Promise<void>): Promise<void> {
  const mocked = mock.method(fs, 'watch', watch as typeof fs.watch);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    mocked.mock.restore();
    syncBuiltinESMExports();
  }
}

const note = {
  pid: 4711,
  argv: ['/a.js'],
  cwd: '/',
  hasLog: false,
  version: 'v20.0.0',
  v8: '11',
  execPath: '/node',
  anchorUs: 1,
};

describe('the rendezvous of recorder and program', () => {
  for (const [name, watch] of Object.entries({
    'cannot be watched': () => {
      throw new Error('ENOSPC: no watcher is left');
    },
    'is watched by a watcher that fails later': () => {
      const watcher = new EventEmitter();
      setImmediate(() => watcher.emit('error', new Error('EPERM')));
      return watcher;
    },
  })) {
    it(`finds a note also where its folder ${name}`, () =>
      withWatch(watch, async () => {
        const rendezvous = await openRendezvous();
        await new Promise((resolve) => setImmediate(resolve));
        await writeFile(path.join(rendezvous.directory, 'ready-4711'), JSON.stringify(note));
        assert.deepEqual(await rendezvous.first, note);
        await rendezvous.close();
      }));
  }

  it('takes what is no note for none, and leaves no folder behind', async () => {
    const rendezvous = await openRendezvous();
    await writeFile(path.join(rendezvous.directory, 'ending-1'), '{"code":');
    assert.equal(await rendezvous.lastWord(1), undefined);
    await rendezvous.close();
    assert.equal(existsSync(rendezvous.directory), false);
  });
});
