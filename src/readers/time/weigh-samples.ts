import type { Microseconds } from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { parseRecords } from './signal-records.ts';
import { weighByRecords } from './weigh-by-records.ts';
import { weighByWall } from './weigh-by-wall.ts';
import type { NotedSamples, WeighedSamples } from './weighed-samples.ts';

/**
 * What does each sample stand for? By the records of its thread's clocks where there are any, else by wall time. `origin`: the zero
 * of the samples' clock, on that of the records; undefined where nothing ties the two together.
 */
export function weighSamples<Row extends number>(
  samples: NotedSamples<Row>,
  clock: CpuClockReadings | undefined,
  origin: Microseconds | undefined,
): WeighedSamples<Row> {
  const records = clock?.records;
  if (records === undefined || origin === undefined || records.states.length < 2) return weighByWall(samples);
  return weighByRecords(samples, parseRecords(records, origin));
}

/** The time that the thread was on a CPU between the first and the last reading of its clock. */
export function totalCpuTime(clock: CpuClockReadings | undefined): Microseconds | undefined {
  const [first, last] = [clock?.cpuUs[0], clock?.cpuUs.at(-1)];
  return first === undefined || last === undefined ? undefined : Math.max(0, last - first);
}
