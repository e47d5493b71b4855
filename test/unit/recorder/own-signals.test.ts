import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRecording } from '../../../src/recorder/index.ts';
import { isLinux, isWindows, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, collect, readProfile, record, useBench } from './record.ts';

/** The share of the samples whose leaf is a function of this name. */
function shareOf(profile: Awaited<ReturnType<typeof readProfile>>, name: string): number {
  const ids = new Set(profile.nodes.filter(({ callFrame }) => callFrame.functionName === name).map(({ id }) => id));
  return profile.samples.filter((id) => ids.has(id)).length / profile.samples.length;
}

/** Waits until a process is stopped (state `T`), for ten seconds at most. */
async function isStopped(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ')) return;
    await sleep(50);
  }
  assert.fail('the program did not stop');
}

for (const major of nodeMajors) {
  describe(`a program on Node ${major} that sends itself a signal which it survives`, () => {
    const bench = useBench(major);

    for (const signal of ['SIGWINCH', 'SIGCONT', 'SIGUSR1'])
      itWhere(!isWindows, 'Windows has no such signals')(`is recorded to its end after ${signal}`, async () => {
        const text = `${BUSY}process.kill(process.pid, '${signal}');\nsetTimeout(() => { busy(400); console.log('done'); }, 50);\n`;
        const program = await bench.write('own-signal.js', text);
        const { outcome, stdout } = await record(bench.options(program));
        assert.equal(stdout.toString(), 'done\n');
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
        assert.ok(shareOf(await readProfile(outcome), 'busy') > 0.3);
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
        assert.ok(shareOf(await readProfile(outcome), 'busy') > 0.3);
      },
    );

    itWhere(isLinux, 'needs /proc')(
      'stops at SIGTSTP, as Ctrl-Z in a readline prompt does, and is recorded on when it continues',
      async () => {
        const text = `${BUSY}setTimeout(() => { process.kill(process.pid, 'SIGTSTP'); busy(400); console.log('done'); }, 300);\n`;
        const program = await bench.write('stopped.js', text);
        const session = await startRecording(bench.options(program));
        session.stdin?.end();
        assert.ok(session.pid !== undefined);
        await isStopped(session.pid);
        process.kill(session.pid, 'SIGCONT');
        const [outcome, stdout] = await Promise.all([session.finished, collect(session.stdout)]);
        assert.equal(stdout.toString(), 'done\n');
        assert.ok(shareOf(await readProfile(outcome), 'busy') > 0.1);
      },
    );
  });
}
