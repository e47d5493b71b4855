import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../core/index.ts';
import { clockUntil, type ClockReading } from '../../readers/time/records-file.ts';

/** The CPU clock of a thread. */
export type ThreadClock = NonNullable<ReturnType<typeof startThreadClock>>;

/**
 * The CPU clock of a thread, on Linux. The system is asked twice, when the recording of the thread begins and when it ends; in
 * between tell the records that its samples leave, where the addon is loaded. `prefix`: how the names of the files of records begin.
 * Undefined where the thread is gone or the system does not tell.
 */
export function startThreadClock(pid: number, tid: number, prefix: string) {
  if (process.platform !== 'linux') return undefined;
  const file = attempt(() => openSync(`/proc/${pid}/task/${tid}/schedstat`, 'r'));
  const first = file === undefined ? undefined : attempt(() => read(file));
  if (file === undefined || first === undefined) return undefined;
  const records = path.resolve(`${prefix}${tid}`);
  return {
    first,
    /** The file of its records. */
    records,
    /** Reads the clock for the last time, and takes the records. To be called once. */
    stop: () => {
      // A thread that is gone cannot be asked.
      const last = attempt(() => read(file));
      closeSync(file);
      const readings = clockUntil(first, last, records);
      // The thread may still have it open.
      attempt(() => rmSync(records));
      return readings;
    },
  };
}

/** `schedstat` of proc(5): nanoseconds on a CPU, waiting for one, and how often. The time is that of `hrtime`, CLOCK_MONOTONIC. */
function read(file: number): ClockReading {
  const buffer = Buffer.alloc(128);
  const time = process.hrtime.bigint();
  const length = readSync(file, buffer, 0, buffer.length, 0);
  const cpu = Number.parseInt(buffer.toString('latin1', 0, length), 10);
  if (!(cpu >= 0)) throw new Error('no such thread');
  return { timeUs: Number(time / 1000n), cpuUs: Math.round(cpu / 1000) };
}
