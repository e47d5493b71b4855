import assert from 'node:assert/strict';
import { samplesOf } from '../../support/figures.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

const onUnix = itWhere(!isWindows, 'Windows has no such signals');

describeOnNodes('a program that sends itself a signal which it survives', outerNodeMajors, (bench) => {
  for (const [whom, sampler, hot, codes] of [
    ['process.pid', 'v8log', 'late', []],
    ['process.pid', 'inspector', 'busy', ['sampling-ended-early']],
    ['0', 'inspector', 'busy', ['sampling-ended-early']],
  ] as const)
    onUnix(`runs on, and has what was sampled (${sampler}, to ${whom})`, async () => {
      const text = `${BUSY}busy(100); process.kill(${whom}, 'SIGWINCH');
        setTimeout(function late() { busy(100); console.log('done'); }, 1500);`;
      const recorded = await bench.record(text, { sampler });
      assert.equal(recorded.stdout, 'done\n');
      assert.deepEqual([recorded.outcome.ending, recorded.codes], [{ kind: 'exit', code: 0 }, codes]);
      assert.ok(samplesOf(await recorded.analyze(), hot) > 0);
    });
});
