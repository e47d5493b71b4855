import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { isOtherScript } from '../../../src/target/index.ts';
import { useScratch } from '../../support/scratch.ts';

describe('a script for something else than Node', () => {
  const scratch = useScratch();

  for (const [name, text, expected] of [
    ['tool', '#!/bin/sh\nexec node cli.js', true],
    ['spaced', '#! /usr/bin/env bash\n', true],
    ['runner', '#!/usr/bin/env -S tsx --no-cache\n', true],
    ['node', '#!/usr/bin/env node\nlet x;', false],
    ['flags', '#!/usr/bin/env -S node --no-warnings\n', false],
    ['path', '#!/opt/node-20/bin/node\n', false],
    ['named.mjs', '#!/usr/bin/env bun\n', false],
    ['named.ts', '#!/usr/bin/env tsx\n', false],
    ['none', 'let x;', false],
    ['empty', '', false],
  ] as const)
    it(`is ${expected ? 'one' : 'none'} of ${JSON.stringify(text)} in ${name}`, () => {
      const file = scratch(name);
      writeFileSync(file, text);
      assert.equal(isOtherScript(file), expected);
    });

  it('is no file that is not there', () => assert.equal(isOtherScript(scratch('no')), false));
});
