import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { samplesOf } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

const FLAGS = ['--cpu-prof', '--cpu-prof-dir=profiles'];
const PARENT = `${BUSY}const { execFileSync } = require('node:child_process');
if (process.argv[2]) busy(100); else execFileSync(process.execPath, [...${JSON.stringify(FLAGS)}, __filename, 'child']);`;

describeOnNodes('a program that writes a CPU profile of its own', outerNodeMajors, (bench) => {
  for (const [what, more] of Object.entries({
    'is sampled by the inspector': { args: ['itself'], runtimeArgs: FLAGS },
    'is so where it is a child': {},
  }))
    it(`${what}, and has its profile`, async () => {
      const { analyze } = await bench.record(PARENT, { ...more, sampler: 'auto' });
      assert.ok(samplesOf(await analyze(), 'busy') > 0);
      assert.ok((await readdir(path.join(bench.folder, 'profiles'))).length > 0);
    });
});
