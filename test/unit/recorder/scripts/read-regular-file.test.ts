import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { readRegularFile } from '../../../../src/recorder/scripts/read-regular-file.ts';
import { useScratch } from '../../../support/scratch.ts';

describe('files that scripts name', () => {
  const scratch = useScratch();

  it('are read where they are files, and no devices, folders or nothing', async () => {
    await writeFile(scratch('some.txt'), 'text');
    assert.equal((await readRegularFile(scratch('some.txt')))?.toString(), 'text');
    for (const other of [os.devNull, scratch(), scratch('none')]) assert.equal(await readRegularFile(other), undefined);
  });
});
