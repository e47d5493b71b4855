import { strict as assert } from 'node:assert';
import { analyze } from '../../../src/analysis/analyze.ts';
import { builtinsOfLine } from '../../../src/core/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../recorder/record.ts';

/** Line 3 reads a property of objects of twelve shapes, line 7 searches an array, and line 10 does neither. */
const PROGRAM = `const shapes = Array.from({ length: 12 }, (_, k) => ({ ['p' + k]: k, x: k }));
function mega(i) {
  return shapes[i % 12].x + shapes[(i + 5) % 12].x + shapes[(i + 7) % 12].x;
}
const list = Array.from({ length: 300 }, (_, k) => k);
function find(i) {
  return list.indexOf(i % 300);
}
function compute(i) {
  let s = i; for (let k = 0; k < 300; k++) s = (Math.imul(s, 31) + k) | 0; return s;
}
const cpu = () => process.cpuUsage().user;
function during(ms, f) {
  for (const end = cpu() + ms * 1000; cpu() < end; ) for (let i = 0; i < 5000; i++) f(i);
}
during(300, mega); during(300, find); during(300, compute);
`;

for (const major of nodeMajors) {
  describe(`the builtins of lines, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    it('are told from V8’s log', async () => {
      const program = await bench.write('shapes.js', PROGRAM);
      const { outcome } = await record(bench.options(program, { interval: 500, sampler: 'v8log' }));
      assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
      const { lines, sources } = await analyze(outcome.recording);
      const partsOf = (line: number) => {
        const isThere = (row: number): boolean => (sources[lines.source[row]]?.path ?? '').endsWith('shapes.js');
        const row = lines.line.findIndex((at, i) => at === line && isThere(i));
        return builtinsOfLine(lines, row) ?? [];
      };
      const part = (line: number, name: RegExp): number =>
        partsOf(line).reduce((sum, one) => sum + (name.test(one.name) ? one.part : 0), 0);
      if (major === 20) {
        // It runs a copy of its builtins, of which its log has no names.
        assert.ok(part(3, /^\(a builtin\)$/) > 0.4, JSON.stringify(partsOf(3)));
        return;
      }
      // 69 to 78 %, and 88 to 97 %.
      assert.ok(part(3, /^LoadIC_Megamorphic/) > 0.4, JSON.stringify(partsOf(3)));
      assert.ok(part(7, /^Array(Prototype)?IndexOf/) > 0.6, JSON.stringify(partsOf(7)));
      assert.ok(part(10, /./) < 0.1, JSON.stringify(partsOf(10)));
    });
  });
}
