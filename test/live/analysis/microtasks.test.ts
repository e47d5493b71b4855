import { strict as assert } from 'node:assert';
import { type Analysis, Category, MICROTASKS } from '../../../src/core/index.ts';
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
  const timeOf = ({ functions }: Analysis, name: string): number =>
    functions.selfTime[functions.name.indexOf(name)] ?? 0;

  it('is told by its name where it takes long', async () => {
    const analysis = await analysisOf(CHAINS);
    const { functions } = analysis;
    assert.equal(functions.category[functions.name.indexOf(MICROTASKS)], Category.program);
    const samplesOf = (name: string): number => functions.selfSamples[functions.name.indexOf(name)] ?? 0;
    assert.ok(samplesOf(MICROTASKS) > samplesOf('(program)'), 'most of what no function has');
  });

  it('does not take what functions do with promises where frames are lost', async () => {
    const lost = await analysisOf(RESOLVING, false);
    assert.ok(timeOf(lost, MICROTASKS) < timeOf(lost, 'job'));
  });

  it('does not take the time of its jobs', async () => {
    const analysis = await analysisOf(LONG_JOBS);
    assert.ok(timeOf(analysis, 'long') > timeOf(analysis, MICROTASKS));
  });
});
