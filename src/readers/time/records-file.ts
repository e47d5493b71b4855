import { closeSync, openSync, readSync } from 'node:fs';
import { attempt } from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { recordedStates, type SampleRecords } from '../../recording/sample-records.ts';

/** In a `struct record` (`records.c`): four numbers of eight bytes, the lower half first; the last one is not used. */
const HALVES_PER_RECORD = 8;
/** Bytes read at a time, a multiple of a record's: behind the last record the file is sparse, up to 64 MB. */
const PART_SIZE = 1 << 20;
/** Bits of a record's third number that are its state. */
const STATES = 4;

/** One reading of a thread's clock: when, and its CPU time so far. */
export interface ClockReading {
  readonly timeUs: number;
  readonly cpuUs: number;
}

/**
 * The readings of a thread's clock, from a first one on. `last`: undefined if the thread is gone. A later record takes its place.
 * `file`: the thread's records, to which it may still be adding. Undefined if no time has passed.
 */
export function clockUntil(
  first: ClockReading,
  last: ClockReading | undefined,
  file: string | undefined,
): CpuClockReadings | undefined {
  const records = file === undefined ? undefined : readRecords(file);
  const recorded = records && endOf(records);
  const end = recorded && recorded.timeUs > (last?.timeUs ?? 0) ? recorded : last;
  if (end === undefined || end.timeUs <= first.timeUs) return undefined;
  return { timesUs: [first.timeUs, end.timeUs], cpuUs: [first.cpuUs, end.cpuUs], ...(records && { records }) };
}

/** The reading of the first record in a file; undefined if there is none. */
export function firstRecordIn(file: string): ClockReading | undefined {
  return attempt(() => {
    for (const [timeNs, cpuNs] of recordsIn(file))
      return { timeUs: Math.round(timeNs / 1000), cpuUs: Math.round(cpuNs / 1000) };
    return undefined;
  });
}

const endOf = ({ timeUs, cpuUs }: SampleRecords): ClockReading => ({ timeUs: sumOf(timeUs), cpuUs: sumOf(cpuUs) });
const sumOf = (differences: readonly number[]): number => differences.reduce((sum, one) => sum + one, 0);

/** The records in a file that may still be growing. Undefined if there are none: without the addon, or without a signal. */
export function readRecords(file: string): SampleRecords | undefined {
  const columns = attempt(() => readColumns(file));
  return columns?.states === '' ? undefined : columns;
}

function readColumns(file: string): SampleRecords {
  const [timeUs, cpuUs, switches, states]: [number[], number[], number[], string[]] = [[], [], [], []];
  let last = { time: 0, cpu: 0, switches: 0 };
  for (const [timeNs, cpuNs, found] of recordsIn(file)) {
    // The sums are rounded, not the differences, so that errors do not add up.
    const [time, cpu] = [Math.round(timeNs / 1000), Math.round(cpuNs / 1000)];
    const next = { time, cpu, switches: Math.floor(found / STATES) };
    timeUs.push(next.time - last.time);
    cpuUs.push(next.cpu - last.cpu);
    switches.push(next.switches - last.switches);
    states.push(recordedStates[found % STATES]);
    last = next;
  }
  return { timeUs, cpuUs, states: states.join(''), switches };
}

/** The first three numbers of each record. */
function* recordsIn(file: string): Generator<readonly [timeNs: number, cpuNs: number, found: number]> {
  const opened = openSync(file, 'r');
  try {
    // Halves of numbers, the lower one first: much faster than `bigint`.
    const halves = new Uint32Array(PART_SIZE / 4);
    for (let length = PART_SIZE; length === PART_SIZE;) {
      length = readSync(opened, halves, 0, PART_SIZE, null);
      for (let at = 0; at + HALVES_PER_RECORD <= length / 4; at += HALVES_PER_RECORD) {
        const number = (index: number): number => halves[at + 2 * index] + halves[at + 2 * index + 1] * 2 ** 32;
        if (number(0) === 0) return;
        yield [number(0), number(1), number(2)];
      }
    }
  } finally {
    closeSync(opened);
  }
}
