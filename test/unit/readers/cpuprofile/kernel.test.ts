import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const folder = new URL('../../../../src/readers/cpuprofile/', import.meta.url);

describe("the profile scanner's kernel", () => {
  it('is what its source compiles to', async () => {
    const build = new URL('../../../../src/build-kernel.mjs', import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [build.pathname, folder.pathname, '--print'], {
      maxBuffer: 2 ** 24,
    });
    const committed = await readFile(new URL('kernel.generated.ts', folder), 'utf8');
    assert.ok(
      stdout === committed,
      'kernel.generated.ts is out of date: run src/build-kernel.mjs src/readers/cpuprofile',
    );
  });
});
