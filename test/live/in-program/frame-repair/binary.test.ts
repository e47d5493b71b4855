import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { itWhere } from '../../../support/it-where.ts';
import { useScratch } from '../../../support/scratch.ts';

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

describe('the binary of the frame repair', () => {
  const scratch = useScratch();
  before(() => {
    if (hasCompiler) execFileSync(process.execPath, [path.join(source, 'build.mjs'), scratch()]);
  });

  itWhere(hasCompiler, 'needs gcc on Linux x64')('was built from the sources beside it', () => {
    assert.equal(readProvenance(scratch()).sources, committed.sources);
  });

  itWhere(hasCompiler && isSameCompiler, `needs ${committed.compiler} and ${committed.linker}`)(
    'is built again byte for byte',
    () => assert.equal(readProvenance(scratch()).binary, committed.binary),
  );
});
