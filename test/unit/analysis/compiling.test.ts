import { strict as assert } from 'node:assert';
import { analyze } from '../../../src/analysis/analyze.ts';
import { Category, type Analysis } from '../../../src/core/index.ts';
import type { SamplerName } from '../../../src/recording/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** A module whose functions V8 compiles at once, for they look as if they were called where they stand. */
const FUNCTIONS = 6000;
const big = (exported: string): string =>
  Array.from(
    { length: FUNCTIONS },
    (_, i) =>
      `${exported}${i} = (function (a) { for (let k = 0; k < a; k++) { a = [a, ${i}, k].length; } return a; });\n`,
  ).join('');

/** Shares of what is neither idle nor the sampler's own work. */
function sharesOf({ functions, lines, sources }: Analysis): { compiling: number; loadingLine: number } {
  const isMain = (source: number): boolean => /main\.m?js$/.test(sources[source]?.path ?? '');
  let [whole, compiling, loadingLine] = [0, 0, 0];
  functions.selfTime.forEach((time, row) => {
    const isLog = functions.name[row] === '(writing the V8 log)';
    if (functions.category[row] !== Category.idle && !isLog) whole += time;
    if (/^compiling big\.m?js$/.test(functions.name[row])) compiling += time;
  });
  lines.selfTime.forEach((time, row) => (loadingLine += isMain(lines.source[row]) ? time : 0));
  return { compiling: compiling / whole, loadingLine: loadingLine / whole };
}

for (const major of nodeMajors) {
  describe(`compiling a large module, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);
    const run = async (main: string, sampler: SamplerName): Promise<Analysis> => {
      const { outcome } = await record(bench.options(main, { interval: 500, sampler }));
      assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
      return analyze(outcome.recording);
    };

    for (const sampler of ['inspector', 'v8log'] as const)
      it(`is told by its name where it is required, not as the time of that line, by ${sampler}`, async () => {
        await bench.write('big.js', big('exports.f'));
        const shares = sharesOf(
          await run(await bench.write('main.js', `'use strict';\nrequire('./big.js');\n`), sampler),
        );
        // 75 to 95 %; what remains is mostly Node's own start and end.
        assert.ok(shares.compiling > 0.5, JSON.stringify(shares));
        assert.ok(shares.loadingLine < 0.05, JSON.stringify(shares));
      });

    it('is told by its name where it is imported, by V8’s log', async () => {
      await bench.write('big.mjs', big('export const f'));
      const shares = sharesOf(await run(await bench.write('main.mjs', `import './big.mjs';\n`), 'v8log'));
      assert.ok(shares.compiling > 0.5, JSON.stringify(shares));
      assert.ok(shares.loadingLine < 0.05, JSON.stringify(shares));
    });
  });
}
