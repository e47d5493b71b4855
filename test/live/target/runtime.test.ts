import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { detectRuntime } from '../../../src/target/index.ts';
import { onUnix } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';

describe('the Node that is to run a program', () => {
  const scratch = useScratch();

  onUnix('is refused where it is too old', async () => {
    const says = '{"node":true,"path":"/old/node","version":"v16.20.2","v8":"9.4"}';
    await writeFile(scratch('runtime.sh'), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
    const refusal = { code: 'runtime-too-old', message: /v16\.20\.2/ };
    await assert.rejects(detectRuntime(scratch('runtime.sh'), process.env, scratch()), refusal);
  });
});
