import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

/** One of four parts of its time in `quarter`, the rest in `most`, told by what they did. */
const SHARED = `${BUSY}
function quarter() { return busy(20); }
function most() { return busy(60); }
`;
/** Two parts of what is sampled, and what may be lost after them, in milliseconds. */
const LONG_ENOUGH = 4600;
const MOST_LOST = 2000;

for (const major of outerNodeMajors) {
  describe(`samples that are taken while the program runs, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    it('are one recording at the end, without a gap and without what took them', async () => {
      const text = `${SHARED}const end = Date.now() + 4000; while (Date.now() < end) { quarter(); most(); }`;
      const program = await bench.write('spins.js', text);
      const { outcome, stderr } = await record(bench.options(program));
      assert.deepEqual([outcome.ending, outcome.diagnostics], [{ kind: 'exit', code: 0 }, []]);
      assert.equal(stderr.toString(), '');
      const { functions, quality } = await analyze(outcome.recording ?? '');
      const total = (name: string): number => functions.totalTime[functions.name.indexOf(name)] / quality.activeTime;
      assert.ok(Math.abs(total('quarter') - 0.25) < 0.04, `quarter has ${total('quarter')}`);
      const rest = 1 - total('quarter') - total('most') - quality.gcTime / quality.activeTime;
      assert.ok(rest < 0.05, `neither has ${rest}`);
      assert.equal(functions.selfTime[functions.name.indexOf('rotate')], 0);
      assert.ok(quality.duration > 3_900_000 && quality.duration < 5_500_000, `it took ${quality.duration}`);
    });

    it('outlive a kill -9 of the program, its workers’ too, but for the last 2 s', async () => {
      const text = `${SHARED}const { isMainThread, Worker } = require('worker_threads');
if (isMainThread) { new Worker(__filename); console.log('up'); }
for (;;) { quarter(); most(); }`;
      const program = await bench.write('killed.js', text);
      const output = path.join(bench.folder, 'killed', 'out.cpuprofile');
      const session = await startRecording(bench.options(program, { output }));
      if (session.stdout) await once(session.stdout, 'data');
      await sleep(LONG_ENOUGH);
      session.abandon();
      const outcome = await session.finished;
      assert.deepEqual(outcome.ending, { kind: 'killed', signal: 'SIGKILL' });
      assert.deepEqual(outcome.diagnostics, [
        { code: 'samples-cut', severity: 'warning', why: 'killed', signal: 'SIGKILL' },
      ]);
      assert.match(describeDiagnostic(outcome.diagnostics[0]), /killed by SIGKILL; what was sampled .* was kept\.$/);
      const { functions, threads } = await analyze(outcome.recording ?? '');
      assert.deepEqual(
        threads.map(({ kind, reason }) => [kind, reason]),
        [
          ['main', undefined],
          ['worker', undefined],
        ],
      );
      for (const id of [1, 2]) {
        const { quality } = await analyze(outcome.recording ?? '', { thread: id });
        const least = (LONG_ENOUGH - MOST_LOST) * 1000;
        assert.ok(quality.duration > least, `thread ${id} was sampled for ${quality.duration}`);
      }
      const total = (name: string): number => functions.totalTime[functions.name.indexOf(name)];
      const share = total('quarter') / (total('quarter') + total('most'));
      assert.ok(Math.abs(share - 0.25) < 0.04, `quarter has ${share}`);
    });
  });
}
