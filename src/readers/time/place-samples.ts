import { float64Column, type IndexColumn, int32Column, type Microseconds } from '../../core/index.ts';
import { matchRecords } from './match-records.ts';
import { type SignalRecords, SignalState } from './signal-records.ts';
import type { NotedSamples } from './weighed-samples.ts';

/** A thread that was off the CPU for less has not idled. */
const LEAST_IDLE: Microseconds = 100;

/** Samples on the clock of their records, and the idle time between them. */
export interface PlacedSamples<Row extends number> {
  readonly node: IndexColumn<Row>;
  readonly start: Float64Array;
  /** The record of each; -1 for idle time and for a sample without a record. */
  readonly record: Int32Array;
  /** For each record how long the thread has idled by then, in microseconds. */
  readonly idled: Float64Array;
}

/**
 * When was each sample taken, and when did the thread idle? The record of the signal tells the time better than V8 does. Time
 * off the CPU is idle time if a sample next to it found the thread idle. If the sampler is silent while the thread idles, time
 * off the CPU before a signal without a sample is idle too.
 */
export function placeSamples<Row extends number>(
  { row, time, idleRow, isIdleSilent, isHeldUp, interval }: NotedSamples<Row>,
  records: SignalRecords,
): PlacedSamples<Row> {
  const busy = row.map((_, i) => i).filter((i) => row[i] !== idleRow);
  const matched = matchRecords(
    records,
    Float64Array.from(busy, (i) => time[i]),
    { interval, isHeldUp },
  );
  const idled = findIdle(records, matched, {
    isIdleSilent,
    isIdleBefore: (k) => busy[k] > (k > 0 ? busy[k - 1] + 1 : 0),
  });
  const node = int32Column<Row>(row.length);
  const start = float64Column(row.length + 1);
  const record = int32Column(row.length);
  let last = 0;
  const push = (its: Row, at: Microseconds, of: number): void => {
    node.push(its);
    start.push((last = Math.max(last, at)));
    record.push(of);
  };
  for (let k = 0, before = 0; k < busy.length; k++) {
    const [i, r] = [busy[k], matched[k]];
    let at = r < 0 ? time[i] : records.time[r];
    const idle = r < 0 ? 0 : idled[r] - idled[before];
    if (idle > 0) {
      at -= ranSinceIdle(records, idled, r);
      push(idleRow, at - idle, -1);
    } else if (r < 0 && i > 0 && row[i - 1] === idleRow) push(idleRow, time[i - 1], -1);
    push(row[i], at, r);
    if (r >= 0) before = r;
  }
  if (row.length > 0 && row[row.length - 1] === idleRow) push(idleRow, time[row.length - 1], -1);
  start.push(Math.max(time[row.length], last));
  return { node: node.toArray(), start: start.toArray(), record: record.toArray(), idled };
}

interface IdleSigns {
  readonly isIdleSilent: boolean;
  /** Was the thread found idle just before this sample? */
  readonly isIdleBefore: (sample: number) => boolean;
}

function findIdle(
  records: SignalRecords,
  matched: Int32Array,
  { isIdleSilent, isIdleBefore }: IdleSigns,
): Float64Array {
  const idled = new Float64Array(records.time.length);
  let r = 1;
  for (let k = 0; k <= matched.length; k++) {
    const to = k < matched.length ? matched[k] : records.time.length - 1;
    const isIdle = k === matched.length || isIdleBefore(k);
    for (; r <= to; r++) {
      const off = records.time[r] - records.time[r - 1] - (records.cpu[r] - records.cpu[r - 1]);
      const isSilent = isIdleSilent && r < to && records.state[r] !== SignalState.running && off > LEAST_IDLE;
      idled[r] = idled[r - 1] + (isIdle || isSilent ? Math.max(0, off) : 0);
    }
  }
  return idled;
}

/** Time on a CPU from the end of the last idle time before a record. */
function ranSinceIdle({ cpu }: SignalRecords, idled: Float64Array, record: number): Microseconds {
  let woken = record;
  while (woken > 0 && idled[woken - 1] === idled[woken]) woken--;
  return cpu[record] - cpu[woken === record ? Math.max(0, record - 1) : woken];
}
