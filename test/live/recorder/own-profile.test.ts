import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

for (const major of nodeMajors) {
  describe(`a program that writes a CPU profile of its own on Node ${major}`, () => {
    const bench = useBench(major);
    const parent = `${BUSY}const { execFileSync } = require('node:child_process');
      if (process.argv[2]) busy(300); else execFileSync(process.execPath, [...flags, __filename, 'child']);`;

    for (const [what, flags, runtimeArgs] of [
      ['is sampled by the inspector', '[]', ['--cpu-prof', '--cpu-prof-dir=profiles']],
      ['is so where it is a child', "['--cpu-prof', '--cpu-prof-dir=profiles']", []],
    ] as const) {
      it(`${what}, and has its profile`, async () => {
        const program = await bench.write('app.js', `const flags = ${flags};\n${parent}`);
        const args = flags === '[]' ? ['itself'] : [];
        const { outcome } = await record(bench.options(program, { args, runtimeArgs, sampler: 'auto' }));
        const { functions } = await analyze(outcome.recording ?? '');
        const time = functions.totalTime[functions.name.indexOf('busy')];
        assert.ok(time > 100_000, `${time} µs of 300 ms`);
        assert.ok((await readdir(path.join(bench.folder, 'profiles'))).length > 0);
      });
    }
  });
}
