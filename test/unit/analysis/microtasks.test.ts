import { strict as assert } from 'node:assert';
import { analyze } from '../../../src/analysis/analyze.ts';
import { type Analysis, Category, MICROTASKS } from '../../../src/core/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** The queue settles a promise for each `then`; no job of it takes long. */
const CHAINS = `function chain(n) {
  let last = Promise.resolve(0);
  for (let i = 0; i < n; i++) last = last.then((sum) => sum + i);
  return last;
}
const cpu = () => process.cpuUsage().user;
for (const end = cpu() + 700_000; cpu() < end; ) await chain(20_000);
`;

/** As many promises, and a job that takes nearly all of the time. */
const LONG_JOBS = `function long(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = (Math.imul(s, 31) + i) | 0;
  return s;
}
const cpu = () => process.cpuUsage().user;
for (const end = cpu() + 700_000; cpu() < end; ) await Promise.resolve(100_000).then(long);
`;

/** Jobs that do nothing but make promises of numbers: without repair V8 loses their frames. */
const RESOLVING = `const cpu = () => process.cpuUsage().user;
function job() {
  for (let i = 0; i < 10_000; i++) {
    Promise.resolve(i);
    Promise.resolve(-i);
  }
  if (cpu() < end) Promise.resolve().then(job);
}
const end = cpu() + 700_000;
Promise.resolve().then(job);
`;

for (const major of nodeMajors) {
  describe(`The microtask queue, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    const analysisOf = async (program: string, frameRepair = true): Promise<Analysis> => {
      const file = await bench.write('queue.mjs', program);
      const { outcome } = await record(bench.options(file, { interval: 500, sampler: 'v8log', frameRepair }));
      assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
      return analyze(outcome.recording);
    };
    const shareOf = ({ functions, quality }: Analysis, name: string): number =>
      (functions.selfTime[functions.name.indexOf(name)] ?? 0) / (quality.activeTime - quality.gcTime);

    it('is told by its name where it takes long', async () => {
      const analysis = await analysisOf(CHAINS);
      const { functions } = analysis;
      assert.equal(functions.category[functions.name.indexOf(MICROTASKS)], Category.program);
      assert.ok(shareOf(analysis, MICROTASKS) > 0.15, `${shareOf(analysis, MICROTASKS)}`);
      assert.ok(shareOf(analysis, MICROTASKS) > shareOf(analysis, '(program)'), 'most of what no function has');
    });

    it('does not take what functions do with promises where frames are lost', async () => {
      const [repaired, lost] = [await analysisOf(RESOLVING), await analysisOf(RESOLVING, false)];
      const more = shareOf(lost, MICROTASKS) - shareOf(repaired, MICROTASKS);
      assert.ok(more < 0.08, `${more} more than ${shareOf(repaired, MICROTASKS)}`);
    });

    it('does not take the time of its jobs', async () => {
      const analysis = await analysisOf(LONG_JOBS);
      assert.ok(shareOf(analysis, 'long') > 0.75, `${shareOf(analysis, 'long')}`);
      assert.ok(shareOf(analysis, MICROTASKS) < 0.05, `${shareOf(analysis, MICROTASKS)}`);
    });
  });
}
