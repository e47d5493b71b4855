import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { itWhere } from '../../../support/it-where.ts';

interface Provenance {
  readonly compiler: string;
  readonly linker: string;
  readonly sources: string;
  readonly binary: string;
}

const source = path.join(import.meta.dirname, '../../../../src/in-program/frame-repair');
const prebuilt = path.join(source, 'prebuilt');
const readProvenance = (folder: string): Provenance =>
  JSON.parse(readFileSync(path.join(folder, 'linux-x64.json'), 'utf8')) as Provenance;
const committed = readProvenance(prebuilt);

function versionOf(command: string): string | undefined {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}
const hasCompiler = process.platform === 'linux' && process.arch === 'x64' && versionOf('gcc') !== undefined;
const isSameCompiler = versionOf('gcc') === committed.compiler && versionOf('ld') === committed.linker;

describe('the binary of the frame repair', function () {
  this.timeout(60_000);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-test-'));
    if (hasCompiler) execFileSync(process.execPath, [path.join(source, 'build.mjs'), folder]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is the one that its note of provenance tells of, and small', () => {
    const file = path.join(prebuilt, 'linux-x64.node');
    assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), committed.binary);
    assert.ok(statSync(file).size < 30_000);
  });

  it('names no library and no folder', () => {
    const text = readFileSync(path.join(prebuilt, 'linux-x64.node'), 'latin1');
    assert.doesNotMatch(text, /lib[a-z]+\.so|\/home\/|\/root\/|\/tmp\/|GCC:/);
  });

  itWhere(hasCompiler, 'needs gcc on Linux x64')('was built from the sources beside it', () => {
    assert.equal(readProvenance(folder).sources, committed.sources);
  });

  itWhere(hasCompiler && isSameCompiler, `needs ${committed.compiler} and ${committed.linker}`)(
    'is built again byte for byte',
    () => assert.equal(readProvenance(folder).binary, committed.binary),
  );
});
