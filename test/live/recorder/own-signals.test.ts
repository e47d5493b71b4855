import assert from 'node:assert/strict';
import { samplesOf } from '../../support/figures.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

const onUnix = itWhere(!isWindows, 'Windows has no such signals');

describeOnNodes('a program that sends itself a signal which it survives', outerNodeMajors, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const)
    onUnix(`is recorded to its end (${sampler})`, async () => {
      const text = `${BUSY}for (const signal of ['SIGWINCH', 'SIGCONT', 'SIGUSR1']) process.kill(process.pid, signal);
          setTimeout(function late() { busy(100); console.log('done'); }, 50);`;
      const { outcome, stdout, analyze } = await bench.record(text, { sampler });
      assert.equal(stdout, 'done\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      assert.ok(samplesOf(await analyze(), 'late') > 0);
    });

  onUnix('ends, and is recorded until then, when it sends one to its process group', async () => {
    const text = `${BUSY}busy(100); process.kill(0, 'SIGWINCH');
        setTimeout(() => { busy(100); console.log('done'); }, 1500);`;
    const { outcome, stdout, codes, analyze } = await bench.record(text);
    assert.equal(stdout, 'done\n');
    assert.deepEqual([outcome.ending, codes], [{ kind: 'exit', code: 0 }, ['sampling-ended-early']]);
    assert.ok(samplesOf(await analyze(), 'busy') > 0);
  });

  // SIGTSTP, which Ctrl-Z in a readline prompt sends, stops nothing where no shell could continue it.
  for (const signal of ['SIGTSTP', 'SIGSTOP'])
    onUnix(`is recorded on when it continues after ${signal}`, async () => {
      // Again and again: it may be stopped later than it is to go on.
      const text = `${BUSY}const shell = 'while sleep 0.3; do kill -CONT ' + process.pid + ' || exit; done';
          require('child_process').spawn('sh', ['-c', shell], { stdio: 'ignore' }).unref();
          process.kill(process.pid, '${signal}');
          setTimeout(function late() { busy(100); console.log('done'); }, 50);`;
      const { outcome, stdout, analyze } = await bench.record(text);
      assert.equal(stdout, 'done\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      assert.ok(samplesOf(await analyze(), 'late') > 0);
    });
});
