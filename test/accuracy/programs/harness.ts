import { readFileSync } from 'node:fs';

/**
 * Runs the phases of a program in turns, so that a drift of the machine's speed affects all alike. With
 * HEATLINE_CALIBRATE=1 it measures the CPU time of each phase with the system's clock, in which no profiler has a hand,
 * and prints the sums (nanoseconds) as JSON: the known answer. Otherwise the clock is never read.
 */
const isCalibrating = process.env.HEATLINE_CALIBRATE === '1';
const spent: Record<string, number> = {};

/**
 * Nanoseconds of CPU time of the main thread; wall time where the system does not tell. The file is updated only at the
 * scheduler's ticks, 4 ms apart, with which equal phases can fall into step; asking for the resource usage makes the
 * system count the running thread's time up to now.
 */
function now(): number {
  try {
    process.cpuUsage();
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]);
  } catch {
    return Number(process.hrtime.bigint());
  }
}

export function phase(name: string, work: () => void): void {
  const before = isCalibrating ? now() : 0;
  measured(work);
  if (isCalibrating) spent[name] = (spent[name] ?? 0) + now() - before;
}

/** Everything that is measured, and nothing else, is called from this function. */
function measured(work: () => void): void {
  work();
}

export function rounds(count: number, phases: Record<string, () => void>): void {
  for (let round = 0; round < count; round++) {
    for (const [name, work] of Object.entries(phases)) phase(name, work);
  }
  finish();
}

export function finish(): void {
  if (isCalibrating) process.stdout.write(`${JSON.stringify(spent)}\n`);
}
