import { strict as assert } from 'node:assert';
import type { Analysis } from '../../../src/core/index.ts';
import { linesOf, selfTimeOf } from '../../support/figures.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

/** A module whose functions V8 compiles at once, for they look as if they were called where they stand. */
const FUNCTIONS = 6000;
const big = (exported: string): string =>
  Array.from(
    { length: FUNCTIONS },
    (_, i) =>
      `${exported}${i} = (function (a) { for (let k = 0; k < a; k++) { a = [a, ${i}, k].length; } return a; });\n`,
  ).join('');

/** Compiling has more time than all that is on lines of the main file, which would have it otherwise; and most of the time. */
function checkCompiling(analysis: Analysis, name: string): void {
  const { functions, lines, quality } = analysis;
  const compiling = selfTimeOf(analysis, `compiling ${name}`);
  const loading = linesOf(analysis, name.replace('big', 'main')).reduce((sum, row) => sum + lines.selfTime[row], 0);
  const { lostSamples: lost = 0 } = quality;
  // The sampler of a busy machine may get no processor for as long as the module is compiled, which shows as lost samples.
  if (compiling === 0 && lost > 0) return;
  assert.ok(compiling > loading, JSON.stringify({ lost, compiling, loading }));
  const others = functions.name.filter((_, row) => functions.selfTime[row] > compiling);
  for (const other of others) assert.doesNotMatch(other, /compiling|main|require/);
}

describeOnNodes('compiling a large module', nodeMajors, (bench) => {
  for (const [how, name, exported, main, sampler] of [
    ['required', 'big.js', 'exports.f', `'use strict';\nrequire('./big.js');\n`, 'inspector'],
    ['required', 'big.js', 'exports.f', `'use strict';\nrequire('./big.js');\n`, 'v8log'],
    ['imported', 'big.mjs', 'export const f', `import './big.mjs';\n`, 'v8log'],
  ] as const)
    it(`is told by its name where it is ${how}, not as the time of that line, by ${sampler}`, async () => {
      await bench.write(name, big(exported));
      const recorded = await bench.record(main, { name: name.replace('big', 'main'), interval: 500, sampler });
      checkCompiling(await recorded.analyze(), name);
    });
});
