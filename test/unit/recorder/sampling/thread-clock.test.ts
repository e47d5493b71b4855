import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { RecordedThread, type ThreadStart } from '../../../../src/recorder/session/recorded-thread.ts';
import { startClock } from '../../../../src/recorder/sampling/thread-clock.ts';
import type { Sampler } from '../../../../src/recorder/sampling/sampler.ts';
import type { CpuClockReadings } from '../../../../src/recording/index.ts';
import { isLinux, itWhere } from '../../../support/it-where.ts';
import { useScratch } from '../../../support/scratch.ts';

/** Above what Linux numbers threads by. */
const GONE = 2 ** 30;

describe('the clock of a thread', () => {
  const scratch = useScratch();
  const onLinux = itWhere(isLinux, 'needs /proc');
  const start: ThreadStart = { id: 1, pid: GONE, kind: 'worker', name: 'one that is over' };

  /** Puts records at these times, in milliseconds, into the file of the thread; half of each it was on a CPU. */
  const record = (...times: readonly number[]): string => {
    const file = scratch(`records${GONE}`);
    const numbers = times.flatMap((time) => [time * 1e6, (time / 2) * 1e6, 0, 0]);
    writeFileSync(file, Buffer.from(BigUint64Array.from(numbers, BigInt).buffer));
    return file;
  };

  onLinux('that was gone before anybody looked goes by its records, which are taken', () => {
    const file = record(6, 8, 14);
    const clock = startClock(GONE, GONE, scratch('records'));
    clock?.stop();
    const { timesUs, cpuUs, records } = clock?.readings() ?? {};
    assert.deepEqual([timesUs?.join(), cpuUs?.join(), records?.timeUs.length], ['6000,14000', '3000,7000', 3]);
    assert.ok(!existsSync(file));
  });

  onLinux('that is gone and left no record is none', () => {
    assert.equal(startClock(GONE, GONE, scratch('none')), undefined);
    assert.equal(startClock(GONE, GONE, undefined), undefined);
  });

  for (const [savesAfterExit, until] of [
    [true, 30],
    [false, 8],
  ] as const) {
    const kind = savesAfterExit ? 'V8 log' : 'profile of the inspector';
    onLinux(`is read when its ${kind} is whole`, async () => {
      record(6, 8);
      const clock = startClock(GONE, GONE, scratch('records'));
      const taken = {
        scripts: () => Promise.resolve([]),
        write: (file: string, facts: () => string) => Promise.resolve({ format: 'log', file, facts: facts() } as const),
      };
      const sampler = { savesAfterExit, take: () => Promise.resolve(taken) } as unknown as Sampler;
      const journal = { append: () => undefined } as never;
      const thread = new RecordedThread(start, undefined, sampler, clock, journal, undefined, false);
      await thread.take();
      record(6, 8, 30);
      let readings: CpuClockReadings | undefined;
      const { facts } = await thread.write(scratch('section'), (_, { cpuClock }) => {
        readings = cpuClock;
        return '';
      });
      assert.deepEqual([readings?.timesUs.at(-1), facts.cpuUs], [until * 1000, until * 500]);
    });
  }
});
