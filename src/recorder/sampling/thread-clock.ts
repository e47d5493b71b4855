import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../core/index.ts';
import { clockUntil, type ClockReading, firstRecordIn } from '../../readers/time/records-file.ts';
import type { CpuClockReadings } from '../../recording/index.ts';

export type ThreadClock = NonNullable<ReturnType<typeof startClock>>;

/**
 * The CPU clock of a thread, on Linux. The system is asked twice, when the recording of the thread begins and when it ends; in
 * between tell the records that its samples leave, where the addon is loaded. `records`: how the names of their files begin. A
 * thread that is gone already has its first record for a beginning. Undefined where it left none or the system does not tell.
 */
export function startClock(pid: number, tid: number, records: string | undefined) {
  if (process.platform !== 'linux') return undefined;
  // Its scheduler statistics.
  const file = attempt(() => openSync(`/proc/${pid}/task/${tid}/schedstat`, 'r'));
  const close = (): void => {
    if (file !== undefined) closeSync(file);
  };
  const kept = records && path.resolve(`${records}${tid}`);
  const first = read(file) ?? (kept === undefined ? undefined : firstRecordIn(kept));
  if (first === undefined) {
    close();
    return undefined;
  }
  let last: ClockReading | undefined;
  return {
    first,
    /** The file in which it leaves records, where it does. */
    records: kept,
    /** Reads the clock for the last time. */
    stop: (): void => {
      last = read(file);
      close();
    },
    /** The readings up to the stop, or up to the last record if that is later. Call it once, when no more records come. */
    readings: (): CpuClockReadings | undefined => {
      const readings = clockUntil(first, last, kept);
      // The thread may still have it open.
      if (kept !== undefined) attempt(() => rmSync(kept));
      return readings;
    },
  };
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
