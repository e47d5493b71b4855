import assert from 'node:assert/strict';
import { startCounting } from '../../../src/recorder/index.ts';
import { bySampler, isLinux, itWhere, onLinux } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { describeOnNodes, finish, type Recorded } from '../../support/recording.ts';

/** Prints which files of native code that are ours are mapped into it, by its worker and then by its child, too. */
const PROGRAM = `const { Worker, isMainThread } = require('node:worker_threads');
const { execFileSync } = require('node:child_process');
const maps = require('node:fs').readFileSync('/proc/self/maps', 'latin1').split('\\n');
console.log(maps.filter((line) => /frame-repair[^/]*\\.node$/.test(line)).length);
if (isMainThread && !process.argv[2])
  new Worker(__filename).on('exit', () => console.log(String(execFileSync(process.execPath, [__filename, 'child']))));
`;
describeOnNodes('the native code in a program', outerNodeMajors, (bench) => {
  const countsIn = ({ stdout }: Recorded): number[] => stdout.trim().split(/\s+/).map(Number);

  bySampler(onLinux)('is none of ours where frames are not to be repaired', async (sampler) => {
    assert.deepEqual(countsIn(await bench.record(PROGRAM, { sampler, frameRepair: false })), [0, 0, 0]);
  });

  onLinux('is none of ours where calls are counted', async () => {
    const options = bench.options(await bench.write('program.js', PROGRAM));
    const session = await startCounting({ ...options, output: `${options.output}.calls.json` });
    assert.deepEqual(countsIn(await finish(session)), [0, 0, 0]);
  });

  itWhere(isLinux && ['x64', 'arm64'].includes(process.arch), 'the addon is for Linux')(
    'is found by this test where there is some',
    async () => {
      const counts = countsIn(await bench.record(PROGRAM));
      assert.ok(
        counts.every((count) => count > 0),
        counts.join(),
      );
    },
  );
});
