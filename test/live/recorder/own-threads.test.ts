import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../../support/build.ts';
import { bundleBootloader } from '../../support/bootloader.ts';
import { bySampler } from '../../support/it-where.ts';
import { BUSY, useBench } from '../../support/recording.ts';
import { wordsOf } from '../../support/told.ts';

describe('the hooks thread that type stripping needs on Node 20', () => {
  const bench = useBench(20);
  let bootloader = '';
  before(async () => {
    // Its threads are known by where their scripts are: beside the bootloader.
    bootloader = await bundleBootloader(path.join(bench.folder, 'bundle'));
    execFileSync(process.execPath, ['esbuild.mjs', 'strip-hooks', 'strip-loader'], { cwd: repository });
    for (const name of ['strip-hooks.cjs', 'strip-loader.cjs'])
      await copyFile(path.join(repository, 'dist', name), path.join(bench.folder, 'bundle', name));
    await bench.write('lib.ts', `enum Kind { A }\nexport const kind: Kind = Kind.A;\n`);
  });

  bySampler()('is no thread of the program', async (sampler) => {
    const text = `import { kind } from './lib.ts';\n${BUSY}busy(100 + kind);\n`;
    const runtimeArgs = ['--import', pathToFileURL(path.join(bench.folder, 'bundle/strip-loader.cjs')).href];
    const { analyze } = await bench.record(text, { name: 'main.mts', sampler, runtimeArgs, bootloader });
    const { threads, quality } = await analyze();
    assert.deepEqual(wordsOf(threads, 'name', 'kind'), ['main.mts main']);
    assert.ok(threads[0].activeTime === quality.activeTime && quality.activeSamples > 0);
  });
});
