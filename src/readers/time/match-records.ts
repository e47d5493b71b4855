import type { Microseconds } from '../../core/index.ts';
import type { SignalRecords } from './signal-records.ts';

/** A sample is noted this long after its signal at most: threads may be held up. */
const LATEST: Microseconds = 200_000;
/** A clock that is right shows usual delays within this time. */
const USUAL: Microseconds = 400;
/** Clocks are read in microseconds and at different moments: a sample may seem to be earlier than its signal. */
const EARLIEST: Microseconds = 60;
/** How far the clock of a log may be off: the thread may have been preempted while the two clocks were tied together. */
const MOST_OFF: Microseconds = 20_000;
const BIN: Microseconds = 40;
/** A thread with a rhythm of its own fits other delays nearly as well. */
const CLEARLY = 1.5;
/** Standard deviations of a count: with a thousand bins chance alone brings one of them three, and few samples tell nothing. */
const BEYOND_CHANCE = 4;
/** So many samples tell the delay. */
const ENOUGH = 4096;

/**
 * Which record belongs to which sample? `times`: when samples were noted, not decreasing; -1 for a sample without a record.
 *
 * A sample has the last record before it. Samples that a held-up thread has noted at once have those before that:
 *
 *     records  r0    r1    r2    r3
 *     samples     s0             |s1 s2 s3|        s3 has r3, s2 has r2, s1 has r1
 */
export function matchRecords(
  { time }: Pick<SignalRecords, 'time'>,
  times: ArrayLike<Microseconds>,
  { interval, isHeldUp }: { readonly interval: Microseconds; readonly isHeldUp: boolean },
): Int32Array {
  const of = new Int32Array(times.length).fill(-1);
  const late = usualDelay(time, times) - EARLIEST;
  let record = time.length - 1;
  for (let i = times.length - 1; i >= 0; i--) {
    const at = times[i] - late;
    while (record >= 0 && time[record] > at) record--;
    if (record < 0) break;
    const isAtOnce =
      isHeldUp && i + 1 < times.length && of[i + 1] === record + 1 && times[i + 1] - times[i] < interval / 2;
    const isTaken = record + 1 < time.length && time[record + 1] <= at;
    if ((!isTaken || isAtOnce) && at - time[record] < LATEST) of[i] = record--;
  }
  return of;
}

/** How much later samples are noted than their signals, most often; 0 where too few tell. */
function usualDelay(records: Float64Array, times: ArrayLike<Microseconds>): Microseconds {
  const bins = new Uint32Array((2 * MOST_OFF) / BIN + 1);
  const step = Math.ceil(times.length / ENOUGH);
  for (let i = 0, from = 0; i < times.length; i += step) {
    while (from < records.length && records[from] < times[i] - MOST_OFF) from++;
    // No sampler is as fast as a record for each bin, but a damaged recording may say so.
    const end = Math.min(records.length, from + bins.length);
    for (let r = from; r < end && records[r] <= times[i] + MOST_OFF; r++)
      bins[Math.round((times[i] - records[r] + MOST_OFF) / BIN)]++;
  }
  const zero = MOST_OFF / BIN;
  const usual = mostFrequent(bins, zero, zero + USUAL / BIN);
  const other = mostFrequent(bins, 0, bins.length - 1);
  const isClear = (bin: number, than: number): boolean => bins[bin] > than + BEYOND_CHANCE * Math.sqrt(bins[bin]);
  if (isClear(other, CLEARLY * bins[usual])) return (other - zero) * BIN;
  return isClear(usual, 0) ? (usual - zero) * BIN : 0;
}

function mostFrequent(bins: Uint32Array, from: number, to: number): number {
  let best = from;
  for (let bin = from; bin <= to; bin++) if (bins[bin] > bins[best]) best = bin;
  return best;
}
