import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { killQuietly } from '../../../src/recorder/program.ts';
import { BUSY, useBench } from './record.ts';
import { recordApart } from './record-apart.ts';
import { isAlive } from '../../../src/recording/index.ts';

/** Whether a process ends within some milliseconds. */
async function isGoneWithin(ms: number, pid: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (isAlive(pid) && performance.now() < end) await sleep(50);
  return !isAlive(pid);
}

describe('a program whose recorder was killed', () => {
  const bench = useBench();

  for (const [what, code] of [
    ['that waits', 'setInterval(() => undefined, 1000);'],
    ['that does not end by SIGTERM', `${BUSY}process.on('SIGTERM', () => undefined); setInterval(() => busy(20), 40);`],
  ] as const) {
    it(`and ${what} ends`, async () => {
      const program = await bench.write('left.js', code);
      const { recorder, pid } = await recordApart(bench.options(program, { sampler: 'v8log' }));
      recorder.kill('SIGKILL');
      await once(recorder, 'exit');
      assert.ok(isAlive(pid), 'it was gone at once');
      const isGone = await isGoneWithin(15_000, pid);
      if (!isGone) killQuietly(pid, 'SIGKILL');
      assert.ok(isGone);
    });
  }
});

describe('a program whose recorder lives', () => {
  const bench = useBench();

  it('runs on though it hears nothing of it', async () => {
    const program = await bench.write('silent.js', "require('inspector').close(); setInterval(() => undefined, 1000);");
    const { recorder, pid } = await recordApart(bench.options(program));
    const isGone = await isGoneWithin(8000, pid);
    killQuietly(pid, 'SIGKILL');
    await once(recorder, 'exit');
    assert.equal(isGone, false);
  });

  it('knows it also where it may not signal it', () => {
    const kill = mock.method(process, 'kill', () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    const answer = isAlive(process.ppid);
    kill.mock.restore();
    assert.equal(answer, true);
  });
});
