import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { hashOfNamedFile, readNamedFile } from '../../../src/extension/files-of-recording.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';

describe('files that a recording names', () => {
  const scratch = useScratch();
  let file = '';
  before(() => {
    file = scratch('a.js');
    writeFileSync(file, 'text');
  });

  it('are read, and told apart by what is in them', async () => {
    assert.equal((await readNamedFile(file))?.toString(), 'text');
    assert.equal(await hashOfNamedFile(file), createHash('sha256').update('text').digest('hex'));
    assert.equal(await readNamedFile(scratch('none')), undefined);
    assert.equal(await hashOfNamedFile(scratch('none')), undefined);
  });

  const slashesCollapse = itWhere(
    !isWindows,
    'two leading slashes name another machine here, and the file is on this one',
  );
  slashesCollapse('are not asked for on another machine, which only paths on Windows can name', async () => {
    // Two leading slashes count as one here, so the file is there for whoever does not look at the path.
    const onShare = `/${file}`;
    assert.ok(await readNamedFile(onShare, 'linux'));
    assert.equal(await readNamedFile(onShare, 'win32'), undefined);
  });
});
