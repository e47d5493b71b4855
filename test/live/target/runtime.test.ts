import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { detectRuntime } from '../../../src/target/index.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';

describe('the Node that is to run a program', () => {
  const scratch = useScratch();

  for (const [what, says, code, message] of [
    ['is not Node', 'hello', 'runtime-not-node', /runtime\.sh is not Node/],
    ['is too old', '{"node":true,"path":"/old/node","version":"v16.20.2","v8":"9.4"}', 'runtime-too-old', /v16\.20\.2/],
  ] as const)
    itWhere(!isWindows, 'needs a shell')(`is refused where it ${what}`, async () => {
      await writeFile(scratch('runtime.sh'), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
      await assert.rejects(detectRuntime(scratch('runtime.sh'), process.env, scratch()), { code, message });
    });

  it('is named where it does not exist', () =>
    assert.rejects(detectRuntime('none', process.env, scratch()), {
      code: 'runtime-missing',
      message: /none does not exist/,
    }));
});
