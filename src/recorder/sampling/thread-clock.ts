import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../core/index.ts';
import { clockUntil, type ClockReading, firstRecordIn } from '../../readers/time/records-file.ts';
import type { CpuClockReadings } from '../../recording/index.ts';

/**
 * The CPU clock of a thread, on Linux. The system is asked twice, when the recording of the thread begins and when it ends; in
 * between tell the records that its samples leave, where the addon is loaded.
 */
export class ThreadClock {
  #isStopped = false;

  /** `file`: the thread's scheduler statistics, open. `records`: the file in which it leaves records, where it does. */
  private constructor(
    private readonly file: number | undefined,
    readonly first: ClockReading,
    readonly records: string | undefined,
  ) {}

  /**
   * `records`: how the names of the files of records begin. A thread that is gone already has its first record for a beginning.
   * Undefined where it left none or the system does not tell.
   */
  static start(pid: number, tid: number, records: string | undefined): ThreadClock | undefined {
    if (process.platform !== 'linux') return undefined;
    const file = attempt(() => openSync(`/proc/${pid}/task/${tid}/schedstat`, 'r'));
    const kept = records && path.resolve(`${records}${tid}`);
    const first = read(file) ?? (kept === undefined ? undefined : firstRecordIn(kept));
    if (first !== undefined) return new ThreadClock(file, first, kept);
    if (file !== undefined) closeSync(file);
    return undefined;
  }

  /** Reads the clock for the last time, and takes the records. Undefined where it was stopped before. */
  stop(): CpuClockReadings | undefined {
    if (this.#isStopped) return undefined;
    this.#isStopped = true;
    const { file, first, records } = this;
    const readings = clockUntil(first, read(file), records);
    if (file !== undefined) closeSync(file);
    // The thread may still have it open.
    if (records !== undefined) attempt(() => rmSync(records));
    return readings;
  }
}

/**
 * `schedstat` of proc(5): nanoseconds on a CPU, waiting for one, and how often. The time is that of `hrtime`, CLOCK_MONOTONIC.
 * Undefined for a thread that is gone: it cannot be asked.
 */
function read(file: number | undefined): ClockReading | undefined {
  if (file === undefined) return undefined;
  const buffer = Buffer.alloc(128);
  const time = process.hrtime.bigint();
  const length = attempt(() => readSync(file, buffer, 0, buffer.length, 0)) ?? 0;
  const cpu = Number.parseInt(buffer.toString('latin1', 0, length), 10);
  return cpu >= 0 ? { timeUs: Number(time / 1000n), cpuUs: Math.round(cpu / 1000) } : undefined;
}
