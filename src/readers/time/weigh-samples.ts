import type { Microseconds } from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { parseRecords } from './signal-records.ts';
import { weighByRecords } from './weigh-by-records.ts';
import { weighByWall } from './weigh-by-wall.ts';
import type { NotedSamples, WeighedSamples } from './weighed-samples.ts';

/**
 * What does each sample stand for? The records of its thread's clocks tell, or wall time if there are none. `origin`: the zero
 * of the samples' clock, on the clock of the records; undefined if nothing ties the two together.
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

/** Linux adds up CPU time at the ticks of its timer, in microseconds. */
const LATENESS: Microseconds = 10_000;

/** The thread's CPU time between the first and the last reading of its clock. */
export function totalCpuTime(clock: CpuClockReadings | undefined): Microseconds | undefined {
  const { timesUs, cpuUs } = clock ?? { timesUs: [], cpuUs: [] };
  const used = (cpuUs.at(-1) ?? NaN) - cpuUs[0];
  const passed = (timesUs.at(-1) ?? NaN) - timesUs[0];
  // A damaged recording may say anything.
  return used >= 0 && used <= passed + LATENESS ? used : undefined;
}
