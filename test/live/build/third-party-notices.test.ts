import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/build.ts';
import { useScratch } from '../../support/scratch.ts';

/** Folders of the packages that the bundles' source maps name. */
function packagesIn(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.map'))) {
    const { sources } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sources: string[] };
    for (const source of sources) {
      const match = /node_modules\/(?:@[^/]+\/)?[^/]+(?!.*node_modules)/.exec(source);
      if (match) found.add(match[0]);
    }
  }
  return [...found];
}

describe('the third-party notices of the package', () => {
  const scratch = useScratch();
  before(() => void execFileSync(process.execPath, ['esbuild.mjs', `--outdir=${scratch()}`], { cwd: repository }));

  it('name every package that is in a bundle, with its version and its licence', () => {
    const notices = readFileSync(scratch('ThirdPartyNotices.txt'), 'utf8');
    const packages = [...packagesIn(scratch()), 'node_modules/assemblyscript'];
    assert.ok(packages.length > 10, `only ${packages.join()}`);
    for (const found of packages) {
      const manifest = JSON.parse(readFileSync(join(repository, found, 'package.json'), 'utf8')) as Manifest;
      assert.ok(notices.includes(`\n${manifest.name} ${manifest.version} (`), found);
      const licence = readdirSync(join(repository, found)).find((name) => /^licen[cs]e/i.test(name));
      assert.ok(licence !== undefined && notices.includes(plain(join(repository, found, licence))), found);
    }
  });

  it('go into the .vsix', () => {
    const packaged = readFileSync(join(repository, '.vscodeignore'), 'utf8').split('\n');
    assert.ok(packaged.includes('!dist/ThirdPartyNotices.txt'));
  });
});

interface Manifest {
  readonly name: string;
  readonly version: string;
}

function plain(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
}
