import assert from 'node:assert/strict';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, readProfile, record, useBench } from '../../support/recording.ts';

/** How many samples have a function of this name as their leaf. */
function samplesOf(profile: Awaited<ReturnType<typeof readProfile>>, name: string): number {
  const ids = new Set(profile.nodes.filter(({ callFrame }) => callFrame.functionName === name).map(({ id }) => id));
  return profile.samples.filter((id) => ids.has(id)).length;
}

for (const major of outerNodeMajors) {
  describe(`a program on Node ${major} that sends itself a signal which it survives`, () => {
    const bench = useBench(major);

    for (const signal of ['SIGWINCH', 'SIGCONT', 'SIGUSR1'])
      itWhere(!isWindows, 'Windows has no such signals')(`is recorded to its end after ${signal}`, async () => {
        const text = `${BUSY}process.kill(process.pid, '${signal}');\nsetTimeout(() => { busy(400); console.log('done'); }, 50);\n`;
        const program = await bench.write('own-signal.js', text);
        const { outcome, stdout } = await record(bench.options(program));
        assert.equal(stdout.toString(), 'done\n');
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
        assert.ok(samplesOf(await readProfile(outcome), 'busy') > 20);
      });

    itWhere(!isWindows, 'Windows has no such signals')('is recorded with its log to its end', async () => {
      const program = await bench.write('log.js', `${BUSY}process.kill(process.pid, 'SIGWINCH');\nbusy(200);\n`);
      const { outcome } = await record(bench.options(program, { sampler: 'v8log' }));
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      assert.ok(outcome.recording);
    });

    itWhere(!isWindows, 'Windows has no process groups')(
      'ends, and is recorded until then, when it sends one to its process group',
      async () => {
        const text = `${BUSY}busy(300); process.kill(0, 'SIGWINCH');\nsetTimeout(() => { busy(1500); console.log('done'); }, 50);\n`;
        const program = await bench.write('group.js', text);
        const { outcome, stdout } = await record(bench.options(program));
        assert.equal(stdout.toString(), 'done\n');
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
        assert.deepEqual(
          outcome.diagnostics.map(({ code }) => code),
          ['sampling-ended-early'],
        );
        assert.ok(samplesOf(await readProfile(outcome), 'busy') > 20);
      },
    );

    // SIGTSTP, which Ctrl-Z in a readline prompt sends, stops nothing where no shell could continue it.
    for (const signal of ['SIGTSTP', 'SIGSTOP'])
      itWhere(!isWindows, 'Windows has no such signals')(
        `is recorded on when it continues after ${signal}`,
        async () => {
          const continued = `require('child_process').spawn('sh', ['-c', 'sleep 1; kill -CONT ' + process.pid]).unref();`;
          const text = `${BUSY}${continued}\nsetTimeout(() => { process.kill(process.pid, '${signal}'); setTimeout(() => { busy(400); console.log('done'); }, 50); }, 300);\n`;
          const program = await bench.write('stopped.js', text);
          const { outcome, stdout } = await record(bench.options(program));
          assert.equal(stdout.toString(), 'done\n');
          assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
          assert.ok(samplesOf(await readProfile(outcome), 'busy') > 20);
        },
      );
  });
}
