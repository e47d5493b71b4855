import { closeSync, openSync, readSync } from 'node:fs';
import { attempt } from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { recordedStates, type SampleRecords } from '../../recording/sample-records.ts';

/** Bytes of a `struct record` (`records.c`): four numbers of eight bytes, as Linux x64 has them. */
const RECORD_SIZE = 32;
/** Bytes read at a time: behind the last record the file is sparse, up to 64 MB. */
const PART_SIZE = 1 << 20;
/** Bits of a record's third number that are its state. */
const STATES = 4;

/** One reading of a thread's clock: when, and its CPU time so far. */
export interface ClockReading {
  readonly timeUs: number;
  readonly cpuUs: number;
}

/**
 * The readings of a thread's clock, from a first one on. `last`: undefined if the thread is gone; then the last record takes
 * its place. `file`: the thread's records, to which it may still be adding. Undefined if no time has passed.
 */
export function clockUntil(
  first: ClockReading,
  last: ClockReading | undefined,
  file: string | undefined,
): CpuClockReadings | undefined {
  const records = file === undefined ? undefined : readRecords(file);
  const end = last ?? (records && endOf(records));
  if (end === undefined || end.timeUs <= first.timeUs) return undefined;
  return { timesUs: [first.timeUs, end.timeUs], cpuUs: [first.cpuUs, end.cpuUs], ...(records && { records }) };
}

const endOf = ({ timeUs, cpuUs }: SampleRecords): ClockReading => ({ timeUs: sumOf(timeUs), cpuUs: sumOf(cpuUs) });
const sumOf = (differences: readonly number[]): number => differences.reduce((sum, one) => sum + one, 0);

/** The records in a file that may still be growing. Undefined if there are none: without the addon, or without a signal. */
export function readRecords(file: string): SampleRecords | undefined {
  const columns = attempt(() => readColumns(file));
  return columns?.states === '' ? undefined : columns;
}

function readColumns(file: string): SampleRecords {
  const writer = new RecordsWriter();
  const opened = openSync(file, 'r');
  try {
    // Halves of numbers, the lower one first: much faster than `bigint`.
    const halves = new Uint32Array(PART_SIZE / 4);
    for (;;) {
      const length = readSync(opened, halves, 0, PART_SIZE, null);
      const count = Math.floor(length / RECORD_SIZE);
      for (let i = 0; i < count; i++) {
        const number = (index: number): number => halves[8 * i + 2 * index] + halves[8 * i + 2 * index + 1] * 2 ** 32;
        const [time, found] = [number(0), number(2)];
        if (time === 0) return writer.columns();
        writer.add({
          time,
          cpu: number(1),
          state: found % STATES,
          switches: Math.floor(found / STATES),
          pc: number(3),
        });
      }
      if (length < PART_SIZE) return writer.columns();
    }
  } finally {
    closeSync(opened);
  }
}

/** Times in nanoseconds; all but the state and the pc are sums so far. */
interface SampleRecord {
  readonly time: number;
  readonly cpu: number;
  readonly state: number;
  readonly switches: number;
  readonly pc: number;
}

/** Turns records into columns of differences, one after the other. */
class RecordsWriter {
  readonly #timeUs: number[] = [];
  readonly #cpuUs: number[] = [];
  readonly #switches: number[] = [];
  readonly #states: string[] = [];
  readonly #calls: number[] = [];
  readonly #places = new Map<number, number>();
  #last = { timeUs: 0, cpuUs: 0, switches: 0 };

  add({ time, cpu, state, switches, pc }: SampleRecord): void {
    const last = this.#last;
    // The sums are rounded, not the differences, so that errors do not add up.
    const next = { timeUs: Math.round(time / 1000), cpuUs: Math.round(cpu / 1000), switches };
    this.#timeUs.push(next.timeUs - last.timeUs);
    this.#cpuUs.push(next.cpuUs - last.cpuUs);
    this.#switches.push(switches - last.switches);
    this.#states.push(recordedStates[state]);
    if (state !== 0) this.#calls.push(this.#placeOf(pc));
    this.#last = next;
  }

  columns(): SampleRecords {
    return {
      timeUs: this.#timeUs,
      cpuUs: this.#cpuUs,
      states: this.#states.join(''),
      switches: this.#switches,
      addresses: [...this.#places.keys()],
      calls: this.#calls,
    };
  }

  #placeOf(pc: number): number {
    const place = this.#places.get(pc) ?? this.#places.size;
    this.#places.set(pc, place);
    return place;
  }
}
