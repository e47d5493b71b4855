import assert from 'node:assert/strict';
import { startCounting } from '../../../src/recorder/index.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { collect, describeOnNodes } from '../../support/recording.ts';

/** Prints which files of native code that are ours are mapped into it, by its worker and then by its child, too. */
const PROGRAM = `const { Worker, isMainThread } = require('node:worker_threads');
const { execFileSync } = require('node:child_process');
const maps = require('node:fs').readFileSync('/proc/self/maps', 'latin1').split('\\n');
console.log(maps.filter((line) => /frame-repair[^/]*\\.node$/.test(line)).length);
if (isMainThread && !process.argv[2])
  new Worker(__filename).on('exit', () => console.log(String(execFileSync(process.execPath, [__filename, 'child']))));
`;
const onLinux = itWhere(isLinux, 'needs /proc');

describeOnNodes('the native code in a program', outerNodeMajors, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const)
    onLinux(`is none of ours where frames are not to be repaired (${sampler})`, async () => {
      const { stdout } = await bench.record(PROGRAM, { sampler, frameRepair: false });
      assert.deepEqual(stdout.trim().split(/\s+/), ['0', '0', '0']);
    });

  onLinux('is none of ours where calls are counted', async () => {
    const options = bench.options(await bench.write('program.js', PROGRAM));
    const session = await startCounting({ ...options, output: `${options.output}.calls.json` });
    session.stdin?.end();
    const [stdout] = await Promise.all([collect(session.stdout), session.finished]);
    assert.deepEqual(String(stdout).trim().split(/\s+/), ['0', '0', '0']);
  });

  itWhere(isLinux && ['x64', 'arm64'].includes(process.arch), 'the addon is for Linux')(
    'is found by this test where there is some',
    async () => {
      const { stdout } = await bench.record(PROGRAM);
      assert.ok(
        stdout
          .trim()
          .split(/\s+/)
          .every((count) => Number(count) > 0),
        stdout,
      );
    },
  );
});
