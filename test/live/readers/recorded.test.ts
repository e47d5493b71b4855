import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCpuprofile } from '../../../../src/readers/cpuprofile/read.ts';
import { FrameKind } from '../../../../src/core/index.ts';
import { nodeBinary, nodeMajors } from '../../../support/nodes.ts';
import { readReference } from '../../../support/reference-cpuprofile.ts';
import { assertSameProfile } from '../../../support/same-profile.ts';

const run = promisify(execFile);

/** Recursion, sorting, JSON, regular expressions, eval and garbage, for some hundred milliseconds. */
const program = `
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
const evaluated = eval('(function inEval(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; })');
const until = performance.now() + 250;
let kept = [];
while (performance.now() < until) {
  fib(18);
  evaluated(2e4);
  kept = JSON.parse(JSON.stringify(Array.from({ length: 2e3 }, (_, i) => ({ i, text: 'x'.repeat(i % 9) }))));
  kept.sort((a, b) => b.i - a.i).map((item) => /x+y?/.exec(item.text));
}
`;

describe('reading a .cpuprofile that a real Node recorded', () => {
  for (const major of nodeMajors) {
    it(`answers as the reference does, on Node ${major}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'heatline-recorded-'));
      try {
        const script = join(folder, 'program.cjs');
        await writeFile(script, program);
        const flags = [
          '--cpu-prof',
          `--cpu-prof-dir=${folder}`,
          '--cpu-prof-name=out.cpuprofile',
          '--cpu-prof-interval=200',
        ];
        await run(await nodeBinary(major), [...flags, script], { cwd: folder });
        const path = join(folder, 'out.cpuprofile');
        const profile = await readCpuprofile(path);
        assertSameProfile(profile, readReference(path, await readFile(path)));
        assert.ok(profile.samples.node.length > 200, `only ${profile.samples.node.length} samples`);
        assert.ok(profile.frames.name.includes('fib'));
        assert.equal(profile.frames.kind[profile.tree.frame[0]], FrameKind.root);
        const self = profile.ticks.time.reduce((sum, time) => sum + time, 0);
        assert.ok(self > 100_000, `only ${self} µs lie on lines`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
