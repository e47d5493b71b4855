import { strict as assert } from 'node:assert';
import { type Analysis, Category, MICROTASKS } from '../../../src/core/index.ts';
import { linesOf, rowOf, selfTimeOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

/**
 * A module whose functions V8 compiles at once, for they look as if they were called where they stand: so many that a sampler is there
 * for some of it on the busiest machine.
 */
const FUNCTIONS = 20_000;
/** The inspector's sampler tells which module was compiled by what is seen to run of it. */
const RUNNING = 'for (let i = 0, x = 0; i < 1e8; i++) x = Math.imul(x, i) + 1;\n';
const big = (exported: string): string =>
  Array.from(
    { length: FUNCTIONS },
    (_, i) =>
      `${exported}${i} = (function (a) { for (let k = 0; k < a; k++) { a = [a, ${i}, k].length; } return a; });\n`,
  ).join('') + RUNNING;

/** Compiling has more time than all that is on lines of the main file, which would have it otherwise; and most of the time. */
function checkCompiling(analysis: Analysis, name: string): void {
  const { functions, lines, quality } = analysis;
  const compiling = selfTimeOf(analysis, `compiling ${name}`);
  const loading = linesOf(analysis, name.replace('big', 'main')).reduce((sum, row) => sum + lines.selfTime[row], 0);
  assert.ok(compiling > loading, JSON.stringify({ compiling, loading, quality }));
  const others = functions.name.filter((_, row) => functions.selfTime[row] > compiling);
  // What was compiled as it was first called, `(compiling)`, may have more: it is another's, and few samples are enough for that.
  for (const other of others) assert.doesNotMatch(other, /^compiling |main|require/);
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

/** The queue settles a promise for each `then`; no job of it takes long. */
const CHAINS = `function chain(n) {
  let last = Promise.resolve(0);
  for (let i = 0; i < n; i++) last = last.then((sum) => sum + i);
  return last;
}
for (let turn = 0; turn < 500; turn++) await chain(20_000);
`;

/** As many promises, and a job that takes nearly all of the time. */
const LONG_JOBS = `function long(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 31) + i) | 0;
  return s;
}
for (let turn = 0; turn < 2000; turn++) await Promise.resolve(100_000).then(long);
`;

/** Jobs that do nothing but make promises of numbers: without repair V8 loses their frames. */
const RESOLVING = `let turn = 0;
function job() {
  for (let i = 0; i < 10_000; i++) {
    Promise.resolve(i);
    Promise.resolve(-i);
  }
  if (turn++ < 700) Promise.resolve().then(job);
}
Promise.resolve().then(job);
`;

describeOnNodes('The microtask queue', nodeMajors, (bench) => {
  const analysisOf = async (program: string, frameRepair = true): Promise<Analysis> => {
    const how = { name: 'queue.mjs', interval: 500, sampler: 'v8log', frameRepair } as const;
    return (await bench.record(program, how)).analyze();
  };

  it('is told by its name where it takes long', async () => {
    const { functions } = await analysisOf(CHAINS);
    const [queue, program] = [MICROTASKS, '(program)'].map((name) => functions.name.indexOf(name));
    assert.equal(functions.category[queue], Category.program);
    const isMost = functions.selfSamples[queue] > (functions.selfSamples[program] ?? 0);
    assert.ok(isMost, 'most of what no function has');
  });

  for (const [what, program, name, frameRepair] of [
    ['what functions do with promises where frames are lost', RESOLVING, 'job', false],
    ['the time of its jobs', LONG_JOBS, 'long', true],
  ] as const)
    it(`does not take ${what}`, async () => {
      const analysis = await analysisOf(program, frameRepair);
      assert.ok(selfTimeOf(analysis, MICROTASKS) < selfTimeOf(analysis, name));
    });
});

/** A module made by hand: `outer` (exported as `run`) calls `spin`, which counts; both have names in the name section. */
const MODULE = `const text = (s) => [s.length, ...Buffer.from(s)];
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
const call = MODULE.split('\n').findIndex((line) => line.includes('// called here')) + 1;

describeOnNodes('WebAssembly', nodeMajors, (bench) => {
  bySampler()('has its own functions, and is in the total of the line that calls it', async (sampler) => {
    const analysis = await (await bench.record(MODULE, { name: 'wasm.js', interval: 500, sampler })).analyze();
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
