import { readFileSync } from 'node:fs';
import { attempt, type Microseconds } from '../core/index.ts';
import type { WaitReadings } from '../recording/index.ts';

/** Bytes of a `struct wait` (`waits.c`): eleven numbers of eight bytes. */
const WAIT_SIZE = 88;

/** When, and how much time on a CPU the thread had used; in microseconds. Undefined where there was no sample. */
type ClockReading = { readonly time: Microseconds; readonly cpu: Microseconds } | undefined;

/**
 * The waits that a thread has noted, which may go on doing so. Undefined where it noted none: without the addon, or where its
 * samples did not pass it.
 */
export function readWaits(file: string): WaitReadings | undefined {
  const bytes = attempt(() => readFileSync(file));
  if (bytes === undefined) return undefined;
  const waits = {
    fromUs: [] as number[],
    toUs: [] as number[],
    samples: [] as number[],
    ranUs: [] as number[],
    wakeUps: [] as number[],
    wakingUs: [] as number[],
    offBeforeUs: [] as number[],
    offAfterUs: [] as number[],
    cpuAfterUs: [] as number[],
  };
  for (let at = 0; at + WAIT_SIZE <= bytes.length; at += WAIT_SIZE) {
    const number = (index: number): number => Number(bytes.readBigUInt64LE(at + 8 * index));
    const reading = (index: number): ClockReading => {
      const time = number(index);
      return time === 0 ? undefined : { time: time / 1000, cpu: number(index + 1) / 1000 };
    };
    const [before, first, last, after, samples] = [reading(0), reading(2), reading(4), reading(6), number(8)];
    // What is behind the last one is zeros.
    if (samples === 0 || first === undefined || last === undefined) break;
    waits.fromUs.push(Math.round(first.time));
    waits.toUs.push(Math.round(last.time));
    waits.samples.push(samples);
    waits.ranUs.push(Math.round(last.cpu - first.cpu));
    waits.wakeUps.push(number(9));
    waits.wakingUs.push(Math.round(number(10) / 1000));
    waits.offBeforeUs.push(timeOff(before, first));
    waits.offAfterUs.push(timeOff(last, after));
    waits.cpuAfterUs.push(after === undefined ? 0 : Math.round(after.cpu - last.cpu));
  }
  return waits;
}

/** Time off a CPU between two readings, of which both are there. */
function timeOff(from: ClockReading, to: ClockReading): Microseconds {
  if (from === undefined || to === undefined) return 0;
  return Math.max(0, Math.round(to.time - from.time - (to.cpu - from.cpu)));
}
