import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFiles } from '../../../src/source-maps/files.ts';
import { createMapCache } from '../../../src/source-maps/index.ts';

describe('the files of a mapping', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heatline-files-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const readers = ['read', 'lend', 'readOnce', 'readTail'] as const;

  for (const reader of readers) {
    it(`are read by ${reader}, but no devices, folders or nothing`, () => {
      const file = join(folder, reader);
      writeFileSync(file, 'text');
      const files = openFiles(createMapCache());
      assert.equal(files[reader](file, 4)?.toString(), 'text');
      for (const other of [devNull, folder, join(folder, 'none')]) assert.equal(files[reader](other, 4), undefined);
    });
  }
});
