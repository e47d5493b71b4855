import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readSource } from '../../../src/analysis/read-source.ts';
import { asPlatform } from '../../support/as-platform.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';

describe('the text of a source', () => {
  const scratch = useScratch();
  const source = { path: '', isFile: true, isGenerated: false };
  before(() => {
    source.path = scratch('a.js');
    writeFileSync(source.path, 'hot();');
  });

  it('is what the recording carries, else what the file says', () => {
    assert.equal(readSource({ ...source, content: 'then();' }), 'then();');
    assert.equal(readSource({ ...source, content: '' }), '');
    assert.equal(readSource(source), 'hot();');
    assert.equal(readSource({ ...source, isFile: false }), undefined);
    assert.equal(readSource({ ...source, path: scratch() }), undefined);
  });

  it('is unknown once the file is another than what was profiled', () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    assert.equal(readSource({ ...source, contentHash: hash('hot();') }), 'hot();');
    assert.equal(readSource({ ...source, contentHash: hash('cold();') }), undefined);
  });

  const slashesCollapse = itWhere(
    !isWindows,
    'two leading slashes name another machine here, and the file is on this one',
  );
  slashesCollapse('is not asked of another machine on Windows', () => {
    // Two leading slashes count as one here, so the file is there for whoever does not look at the path.
    const remote = { ...source, path: `/${source.path}` };
    assert.equal(readSource(remote), 'hot();');
    assert.equal(
      asPlatform('win32', () => readSource(remote)),
      undefined,
    );
  });
});
