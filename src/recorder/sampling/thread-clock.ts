import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../core/index.ts';
import { clockUntil, type ClockReading } from '../../readers/time/records-file.ts';
import type { CpuClockReadings } from '../../recording/index.ts';

/**
 * The CPU clock of a thread, on Linux. The system is asked twice, when the recording of the thread begins and when it ends; in
 * between tell the records that its samples leave, where the addon is loaded.
 */
export class ThreadClock {
  #isStopped = false;

  /** `file`: the thread's scheduler statistics, open. `records`: the file in which it leaves records, where it does. */
  private constructor(
    private readonly file: number,
    readonly first: ClockReading,
    readonly records: string | undefined,
  ) {}

  /** `records`: how the names of the files of records begin. Undefined where the thread is gone or the system does not tell. */
  static start(pid: number, tid: number, records: string | undefined): ThreadClock | undefined {
    if (process.platform !== 'linux') return undefined;
    const file = attempt(() => openSync(`/proc/${pid}/task/${tid}/schedstat`, 'r'));
    const first = file === undefined ? undefined : attempt(() => read(file));
    if (file === undefined || first === undefined) return undefined;
    return new ThreadClock(file, first, records && path.resolve(`${records}${tid}`));
  }

  /** Reads the clock for the last time, and takes the records. Undefined where it was stopped before. */
  stop(): CpuClockReadings | undefined {
    if (this.#isStopped) return undefined;
    this.#isStopped = true;
    // A thread that is gone cannot be asked.
    const last = attempt(() => read(this.file));
    closeSync(this.file);
    const { records } = this;
    const readings = clockUntil(this.first, last, records);
    // The thread may still have it open.
    if (records !== undefined) attempt(() => rmSync(records));
    return readings;
  }
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
