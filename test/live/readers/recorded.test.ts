import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { FrameKind } from '../../../src/core/index.ts';
import { readCpuprofile } from '../../../src/readers/cpuprofile/read.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { assertSameProfile } from '../../support/same-profile.ts';
import { useScratch } from '../../support/scratch.ts';
import { readBytes, respell } from '../../unit/readers/cpuprofile/read-bytes.ts';

/** Recursion, sorting, JSON, regular expressions, eval and garbage, for some hundred milliseconds. */
const program = `
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
const evaluated = eval('(function inEval(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; })');
let kept = [];
for (let round = 0; round < 100; round++) {
  fib(20);
  evaluated(2e4);
  kept = JSON.parse(JSON.stringify(Array.from({ length: 2e3 }, (_, i) => ({ i, text: 'x'.repeat(i % 9) }))));
  kept.sort((a, b) => b.i - a.i).map((item) => /x+y?/.exec(item.text));
}
`;

describe('reading a .cpuprofile that a real Node recorded', () => {
  const scratch = useScratch();
  for (const major of nodeMajors)
    it(`answers alike for V8’s own spelling and that of JSON.stringify, on Node ${major}`, async () => {
      const script = scratch('program.cjs');
      await writeFile(script, program);
      const name = `${major}.cpuprofile`;
      const flags = ['--cpu-prof', `--cpu-prof-name=${name}`, '--cpu-prof-interval=200'];
      await promisify(execFile)(await nodeBinary(major), [...flags, script], { cwd: scratch() });
      const profile = await readCpuprofile(scratch(name));
      assertSameProfile(profile, await readBytes(respell(await readFile(scratch(name)))));
      assert.ok(profile.frames.name.includes('fib'));
      assert.equal(profile.frames.kind[profile.tree.frame[0]], FrameKind.root);
    });
});
