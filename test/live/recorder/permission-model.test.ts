import assert from 'node:assert/strict';
import { BUSY, readProfile, record, useBench } from '../../support/recording.ts';

for (const major of [24, 26] as const) {
  describe(`a program under the permission model of Node ${major}`, () => {
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const) {
      it(`is recorded where it allows the inspector, and may do no more than before (${sampler})`, async () => {
        const program = await bench.write(
          'restricted.js',
          `${BUSY}busy(100); process.exitCode = 5;
          for (const [what, where] of [['fs.read', '/etc'], ['fs.write', ${JSON.stringify(bench.folder)}], ['child']])
            console.log(process.permission.has(what, where));`,
        );
        const runtimeArgs = ['--permission', `--allow-fs-read=${program}`, '--allow-inspector', '--no-warnings'];
        const { outcome, stdout, stderr } = await record(bench.options(program, { sampler, runtimeArgs }));
        assert.equal(stdout.toString(), 'false\nfalse\nfalse\n');
        assert.equal(stderr.toString(), '');
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 5 });
        assert.ok(outcome.recording);
        if (sampler === 'inspector') assert.ok((await readProfile(outcome)).samples.length > 0);
      });
    }
  });
}
