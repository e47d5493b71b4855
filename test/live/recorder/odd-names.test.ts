import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

const NAMES = ['naïve', '計算', 'a, b', 'GET /a b:1:2', '0x1,0x2', 'x\ny', '\n\nz\n'];
const PROGRAM = `const handlers = {
${NAMES.map((name) => `  ${JSON.stringify(name)}(n) { let sum = 0; for (let i = 0; i < n; i++) sum += Math.sqrt(i % 7); return sum; },`).join('\n')}
};
for (const name in handlers) handlers[name](2e7);
`;

for (const major of nodeMajors) {
  describe(`functions with odd names on Node ${major}`, () => {
    const bench = useBench(major);

    for (const sampler of ['v8log', 'inspector'] as const) {
      it(`are shown by them, with their time on their lines (${sampler})`, async () => {
        const program = await bench.write('größe, ä.js', PROGRAM);
        const { outcome } = await record(bench.options(program, { sampler }));
        const { functions, lines, sources } = await analyze(outcome.recording ?? '');
        for (const [i, name] of NAMES.entries()) {
          const fn = functions.name.indexOf(name);
          assert.ok(fn >= 0, `${name} among ${functions.name.join(' | ')}`);
          assert.equal(sources[functions.source[fn]].path, program);
          assert.equal(functions.line[fn], i + 2);
          const line = lines.line.indexOf(i + 2);
          assert.ok(lines.selfTime[line] > 0.8 * functions.selfTime[fn] && functions.selfTime[fn] > 10_000, name);
        }
      });
    }
  });
}
