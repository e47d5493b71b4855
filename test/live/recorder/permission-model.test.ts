import assert from 'node:assert/strict';
import path from 'node:path';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

describeOnNodes('a program under the permission model', [24, 26] as const, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const)
    it(`is recorded where it allows the inspector, and may do no more than before (${sampler})`, async () => {
      const allowed = path.join(bench.folder, 'program.js');
      const runtimeArgs = ['--permission', `--allow-fs-read=${allowed}`, '--allow-inspector', '--no-warnings'];
      const { outcome, stdout, stderr, analyze } = await bench.record(
        `${BUSY}busy(100); process.exitCode = 5;
          for (const [what, where] of [['fs.read', '/etc'], ['fs.write', ${JSON.stringify(bench.folder)}], ['child']])
            console.log(process.permission.has(what, where));`,
        { sampler, runtimeArgs },
      );
      assert.deepEqual([stdout, stderr], ['false\nfalse\nfalse\n', '']);
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 5 });
      assert.ok((await analyze()).quality.samples > 0);
    });
});
