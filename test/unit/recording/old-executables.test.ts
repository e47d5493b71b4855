import assert from 'node:assert/strict';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findExecutable, refusesInspectorFlags } from '../../../src/recording/old-executables.ts';
import { useScratch } from '../../support/scratch.ts';

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

describe('a single executable application', () => {
  const scratch = useScratch();
  const made = (text: string, size = 50e6, name = 'tool'): string => {
    const file = scratch(name);
    writeFileSync(file, text);
    truncateSync(file, size);
    return file;
  };
  const nowhere = { folders: '', cwd: '/' };
  const refuses = (file: string): boolean => refusesInspectorFlags(file, [], nowhere);

  for (const [text, expected] of [
    [`${FUSE}:1 /node-v20.20.2-headers`, true],
    [`${FUSE}:1 /node-v18.1.0-headers`, true],
    [`${FUSE}:1 /node-v22.1.0-headers`, false],
    [`${FUSE}:0 /node-v20.20.2-headers`, false],
  ] as const)
    it(`${expected ? 'refuses' : 'takes'} the inspector's flags: ${text}`, () =>
      assert.equal(refuses(made(text)), expected));

  it('is found where two chunks meet', () => {
    const file = `${' '.repeat(4e6 - 20)}${FUSE}:1`;
    assert.equal(refuses(made(`${file} /node-v20.1.0`)), true);
  });

  it('is as large as a Node, and there', () => {
    assert.equal(refuses(made(`${FUSE}:1 /node-v20.20.2`, 1e6)), false);
    assert.equal(refuses(scratch('none')), false);
  });

  it('is found as the system finds commands', () => {
    const file = made('');
    const folder = path.dirname(file);
    const folders = [path.join(folder, 'none'), folder].join(path.delimiter);
    assert.equal(findExecutable('tool', { folders, cwd: '/' }), file);
    assert.equal(findExecutable('./tool', { folders: '', cwd: folder }), file);
    assert.equal(findExecutable('tool', { folders: '/none', cwd: folder }), undefined);
  });

  describe('in a script of a shell', () => {
    for (const [script, command, expected] of [
      ['#!/bin/sh\n./tool 4', './run', true],
      ['#!/usr/bin/env bash\ncd "$(dirname "$0")" && if ./tool; then echo; fi', 'bin/run', true],
      ['#!/bin/sh\ntool 4', './run', false],
      ['#!/bin/sh\n./again\n./run', './run', true],
      ['./tool 4', 'sh ./run', true],
      ['./tool 4', 'bash -eu run 5', true],
      ['#!/bin/sh\necho tools ./run', './run', false],
      ['./tool 4', 'sh -c ./run', false],
      ['#!/usr/bin/env node\n./tool', './run', false],
      ['', 'sh', false],
    ] as const)
      it(`${expected ? 'is named' : 'is not there'}: ${command}, ${JSON.stringify(script)}`, () => {
        const cwd = scratch('cwd');
        mkdirSync(path.join(cwd, 'bin'), { recursive: true });
        const marks = `${FUSE}:1 /node-v20.20.2-headers`;
        for (const folder of ['cwd', 'cwd/bin']) {
          made(marks, 50e6, `${folder}/tool`);
          writeFileSync(path.join(cwd, '..', folder, 'run'), script);
        }
        writeFileSync(path.join(cwd, 'again'), '#!/bin/sh\ncd bin; ./tool; ./run');
        const [word, ...args] = command.split(' ');
        assert.equal(refusesInspectorFlags(word, args, { folders: path.join(cwd, 'bin'), cwd }), expected);
      });
  });
});
