import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { CpuClockPoller } from './cpu-clock.ts';
import type { Microseconds } from '../core/index.ts';
import { thinLog } from '../readers/v8-log/thin-log.ts';

/** Readings of the clock so long before a sample tell what this was used for. */
const CLOCK_MARGIN: Microseconds = 1e6;
/** Sums take some 50 bytes each: about a tenth of what is kept. */
const KEPT_BYTES_PER_SUM = 512;
const MOST_SUMS = 1 << 18;
const LEAST_SUMS = 1 << 12;

/** A log that V8 writes, and how much of it is to stay. */
export interface GrowingLog {
  readonly log: string;
  readonly keepBytes: number;
  /** When the thread ran the clock script, on the clock of `process.hrtime`. */
  readonly anchorUs: Microseconds | undefined;
  readonly clock: CpuClockPoller | undefined;
}

/**
 * Gives up the order of the oldest ticks of a log, and gives its place on the disk back. V8 goes on writing where it is: the file
 * keeps its length, with a hole at its beginning. False where nothing was given up, or the disk cannot take it back.
 */
export async function thinGrowingLog({ log, keepBytes, anchorUs, clock }: GrowingLog): Promise<boolean> {
  const readings = clock?.readings();
  const thinned = await thinLog(log, {
    keepBytes,
    mostRows: Math.min(MOST_SUMS, Math.max(LEAST_SUMS, Math.floor(keepBytes / KEPT_BYTES_PER_SUM))),
    clock: readings && { ...readings, anchorUs },
    requestedInterval: undefined,
  });
  if (thinned === undefined) return false;
  const { until, clockFrom } = thinned;
  if (clockFrom !== undefined) clock?.forget(clockFrom - CLOCK_MARGIN);
  return freeBeginning(log, until);
}

/** Makes a hole of the first bytes of a file. False where the system cannot do it. */
async function freeBeginning(file: string, until: number): Promise<boolean> {
  const before = await stat(file);
  await promisify(execFile)('fallocate', ['--punch-hole', '--offset', '0', '--length', String(until), file]).catch(
    () => undefined,
  );
  return (await stat(file)).blocks < before.blocks || before.blocks === 0;
}
