import { strict as assert } from 'node:assert';
import { type Analysis, Category, MICROTASKS } from '../../../src/core/index.ts';
import { selfTimeOf } from '../../support/figures.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

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
