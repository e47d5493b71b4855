import { strict as assert } from 'node:assert';
import { analyze } from '../../../src/analysis/analyze.ts';
import { Category } from '../../../src/core/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** A module made by hand: `outer` (exported as `run`) calls `spin`, which counts; both have names in the name section. */
const PROGRAM = `const text = (s) => [s.length, ...Buffer.from(s)];
const section = (id, body) => [id, body.length, ...body];
const spin = [1, 2, 0x7f, 0x03, 0x40, 0x20, 1, 0x41, 31, 0x6c, 0x20, 2, 0x6a, 0x21, 1, 0x20, 2, 0x41, 1, 0x6a, 0x22, 2,
  0x20, 0, 0x48, 0x0d, 0, 0x0b, 0x20, 1, 0x0b];
const outer = [0, 0x20, 0, 0x10, 0, 0x0b];
const bytes = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 1, 0x7f, 1, 0x7f]),
  ...section(3, [2, 0, 0]),
  ...section(7, [1, ...text('run'), 0, 1]),
  ...section(10, [2, spin.length, ...spin, outer.length, ...outer]),
  ...section(0, [...text('name'), ...section(0, text('spinner')), ...section(1, [2, 0, ...text('spin'), 1, ...text('outer')])]),
]);
const { run } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
function script(n) { let s = 0; for (let i = 0; i < n; i++) s = (Math.imul(s, 31) + i) | 0; return s; }
const cpu = () => process.cpuUsage().user;
let [inWasm, inScript, turns] = [0, 0, 0];
for (const end = cpu() + 700_000; cpu() < end; turns++) {
  const start = cpu();
  run(3_000_000); // called here
  const middle = cpu();
  script(1_000_000);
  inWasm += middle - start;
  inScript += cpu() - middle;
}
process.stdout.write(JSON.stringify(inWasm / (inWasm + inScript)));
`;

for (const major of nodeMajors) {
  describe(`WebAssembly, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const)
      it(`has its own functions, and is in the total of the line that calls it, by ${sampler}`, async () => {
        const program = await bench.write('wasm.js', PROGRAM);
        const { outcome, stdout } = await record(bench.options(program, { interval: 500, sampler }));
        assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
        const { functions, lines, sources } = await analyze(outcome.recording);
        const timeOf = (name: string): number => functions.selfTime[functions.name.indexOf(name)];
        const whole = timeOf('spin') + timeOf('script');
        const truth = Number(stdout);
        assert.equal(functions.category[functions.name.indexOf('spin')], Category.wasm);
        assert.ok(Math.abs(timeOf('spin') / whole - truth) < 0.08, `${timeOf('spin') / whole} for ${truth}`);
        assert.ok(lines.source.every((source) => !sources[source].path.startsWith('wasm:')));
        const call = PROGRAM.split('\n').findIndex((line) => line.includes('// called here')) + 1;
        const row = lines.line.findIndex(
          (line, at) => line === call && sources[lines.source[at]].path.endsWith('wasm.js'),
        );
        if (row >= 0) assert.ok(lines.selfTime[row] < 0.05 * whole, `${lines.selfTime[row]} of ${whole}`);
        if (sampler === 'inspector') return;
        assert.ok(
          Math.abs(lines.totalTime[row] / whole - truth) < 0.08,
          `${lines.totalTime[row] / whole} for ${truth}`,
        );
      });
  });
}
