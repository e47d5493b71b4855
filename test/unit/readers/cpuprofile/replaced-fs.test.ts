import assert from 'node:assert/strict';
import { type FileHandle, open } from 'node:fs/promises';
import { readBytes } from './read-bytes.ts';
import { smallProfile } from './small-profile.ts';

describe('a profile below a package manager that replaces file functions', () => {
  it('is read into nothing but a Buffer, as all of them take it', async () => {
    const own = await open(process.execPath);
    const prototype = Object.getPrototypeOf(own) as FileHandle;
    await own.close();
    const read: unknown = Reflect.get(prototype, 'read');
    const targets: boolean[] = [];
    prototype.read = function (this: FileHandle, ...args: unknown[]) {
      targets.push(Buffer.isBuffer(args[0]));
      return (read as (...all: unknown[]) => unknown).apply(this, args);
    } as FileHandle['read'];
    try {
      await readBytes(JSON.stringify(smallProfile()));
    } finally {
      Reflect.set(prototype, 'read', read);
    }
    assert.ok(targets.length > 0);
    assert.ok(!targets.includes(false));
  });
});
