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
const readProvenance = (folder: string, target: string): Provenance =>
  JSON.parse(readFileSync(path.join(folder, `${target}.json`), 'utf8')) as Provenance;

function versionOf(command: string): string | undefined {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}

for (const [target, prefix] of Object.entries({ 'linux-x64': '', 'linux-arm64': 'aarch64-linux-gnu-' })) {
  const committed = readProvenance(prebuilt, target);
  const compiler = `${prefix}gcc`;
  const hasCompiler = process.platform === 'linux' && process.arch === 'x64' && versionOf(compiler) !== undefined;
  const isSame = versionOf(compiler) === committed.compiler && versionOf(`${prefix}ld`) === committed.linker;

  describe(`the binary of the frame repair for ${target}`, () => {
    const scratch = useScratch();
    before(() => {
      if (hasCompiler) execFileSync(process.execPath, [path.join(source, 'build.mjs'), scratch(), target]);
    });

    itWhere(hasCompiler, `needs ${compiler} on Linux x64`)('was built from the sources beside it', () => {
      assert.equal(readProvenance(scratch(), target).sources, committed.sources);
    });

    itWhere(hasCompiler && isSame, `needs ${committed.compiler} and ${committed.linker}`)(
      'is built again byte for byte',
      () => assert.equal(readProvenance(scratch(), target).binary, committed.binary),
    );
  });
}
