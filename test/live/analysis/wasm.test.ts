import { strict as assert } from 'node:assert';
import { Category } from '../../../src/core/index.ts';
import { rowOf, selfTimeOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

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
for (let i = 0; i < 60; i++) run(3_000_000); // called here
`;
const call = PROGRAM.split('\n').findIndex((line) => line.includes('// called here')) + 1;

describeOnNodes('WebAssembly', nodeMajors, (bench) => {
  bySampler()('has its own functions, and is in the total of the line that calls it', async (sampler) => {
    const analysis = await (await bench.record(PROGRAM, { name: 'wasm.js', interval: 500, sampler })).analyze();
    const { functions, lines, sources } = analysis;
    assert.equal(functions.category[functions.name.indexOf('spin')], Category.wasm);
    const time = selfTimeOf(analysis, 'spin');
    const own = functions.selfTime.filter((_, row) => functions.category[row] === Category.own);
    assert.ok(time > Math.max(0, ...own), `${time} and ${own.join()}`);
    assert.ok(lines.source.every((source) => !sources[source].path.startsWith('wasm:')));
    const row = rowOf(analysis, 'wasm.js', call);
    if (row >= 0) assert.ok(lines.selfTime[row] < time, `${lines.selfTime[row]} of ${time}`);
    if (sampler === 'v8log') assert.ok(lines.totalTime[row] >= time * 0.99, `${lines.totalTime[row]} of ${time}`);
  });
});
