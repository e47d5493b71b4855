import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyze } from '../../../src/analysis/analyze.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

const repository = path.join(import.meta.dirname, '../../..');

describe('the hooks thread that type stripping needs on Node 20', function () {
  this.timeout(60_000);
  const bench = useBench(20);

  for (const sampler of ['v8log', 'inspector'] as const) {
    it(`is no thread of the program (${sampler})`, async () => {
      execFileSync(process.execPath, ['esbuild.mjs', 'strip-hooks', 'strip-loader'], { cwd: repository });
      const bundle = path.join(bench.folder, 'bundle');
      for (const name of ['strip-hooks.cjs', 'strip-loader.cjs'])
        await copyFile(path.join(repository, 'dist', name), path.join(bundle, name));
      await bench.write('lib.ts', `enum Kind { A }\nexport const kind: Kind = Kind.A;\n`);
      const program = await bench.write('main.mts', `import { kind } from './lib.ts';\n${BUSY}busy(600 + kind);\n`);
      const loader = pathToFileURL(path.join(bundle, 'strip-loader.cjs')).href;
      const { outcome } = await record(bench.options(program, { sampler, runtimeArgs: ['--import', loader] }));
      assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
      const { threads, quality } = await analyze(outcome.recording);
      assert.deepEqual(
        threads.map(({ name, kind }) => [name, kind]),
        [['main.mts', 'main']],
      );
      assert.ok(threads[0].activeTime === quality.activeTime && quality.activeTime > 150_000);
    });
  }
});
