import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { isOnNetwork } from '../../../src/urls/index.ts';
import { Files } from '../../../src/source-maps/find/files.ts';
import { createMapCache } from '../../../src/source-maps/index.ts';
import { useScratch } from '../../support/scratch.ts';

describe('the files of a mapping', () => {
  const scratch = useScratch();
  const readers = ['read', 'readOnce'] as const;

  for (const reader of readers) {
    it(`are read by ${reader}, but no devices, folders or nothing`, () => {
      const file = scratch(reader);
      writeFileSync(file, 'text');
      const files = new Files(createMapCache());
      assert.equal(files[reader](file)?.toString(), 'text');
      for (const other of [devNull, scratch(), scratch('none')]) assert.equal(files[reader](other), undefined);
    });
  }

  it('lie on this machine: a recording must not choose another to ask, which only paths on Windows can', () => {
    for (const path of ['\\\\host\\share\\a.js', '//host/share/a.js', '\\/host/share/a.js', '\\\\?\\UNC\\host\\a.js']) {
      assert.ok(isOnNetwork(path, 'win32'), path);
      assert.ok(!isOnNetwork(path, 'linux'), path);
    }
    for (const path of ['C:\\a.js', 'c:/a.js', '\\a.js', '/a.js', 'a\\\\b.js'])
      assert.ok(!isOnNetwork(path, 'win32'), path);
  });
});
