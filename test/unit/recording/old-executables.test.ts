import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findExecutable, refusesInspectorFlags } from '../../../src/recording/old-executables.ts';
import { useScratch } from '../../support/scratch.ts';

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

describe('a single executable application', () => {
  const scratch = useScratch();
  const made = (text: string, size = 50e6): string => {
    const file = scratch('tool');
    writeFileSync(file, text);
    truncateSync(file, size);
    return file;
  };

  for (const [text, refuses] of [
    [`${FUSE}:1 /node-v20.20.2-headers`, true],
    [`${FUSE}:1 /node-v18.1.0-headers`, true],
    [`${FUSE}:1 /node-v22.1.0-headers`, false],
    [`${FUSE}:0 /node-v20.20.2-headers`, false],
  ] as const)
    it(`${refuses ? 'refuses' : 'takes'} the inspector's flags: ${text}`, () =>
      assert.equal(refusesInspectorFlags(made(text)), refuses));

  it('is found where two chunks meet', () => {
    const file = `${' '.repeat(4e6 - 20)}${FUSE}:1`;
    assert.equal(refusesInspectorFlags(made(`${file} /node-v20.1.0`)), true);
  });

  it('is as large as a Node, and there', () => {
    assert.equal(refusesInspectorFlags(made(`${FUSE}:1 /node-v20.20.2`, 1e6)), false);
    assert.equal(refusesInspectorFlags(scratch('none')), false);
  });

  it('is found as the system finds commands', () => {
    const file = made('');
    const folder = path.dirname(file);
    const folders = [path.join(folder, 'none'), folder].join(path.delimiter);
    assert.equal(findExecutable('tool', folders, '/'), file);
    assert.equal(findExecutable('./tool', '', folder), file);
    assert.equal(findExecutable('tool', '/none', folder), undefined);
  });
});
