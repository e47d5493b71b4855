import { float64Column, type IndexColumn, int32Column, type Microseconds } from '../../core/index.ts';
import { matchRecords } from './match-records.ts';
import { type SignalRecords, SignalState } from './signal-records.ts';
import { weighByWall } from './weigh-by-wall.ts';
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
 * off the CPU before a signal without a sample is idle too. Behind the last record (the file is full, or the thread did not wake
 * up any more) only the samples tell.
 */
export function placeSamples<Row extends number>(
  samples: NotedSamples<Row>,
  records: SignalRecords,
): PlacedSamples<Row> {
  const { row, time, idleRow, isIdleSilent, isHeldUp, interval } = samples;
  const busy = rowsWithout(row, idleRow);
  const times = new Float64Array(busy.length).map((_, k) => time[busy[k]]);
  const matched = matchRecords(records, times, { interval, isHeldUp });
  const behind = (k: number): number => (k > 0 ? busy[k - 1] + 1 : 0);
  const idled = findIdle(records, matched, isIdleSilent, (k) => busy[k] > behind(k));
  const count = matched.findLastIndex((r) => r >= 0) + 1;
  const node = int32Column<Row>(row.length);
  const start = float64Column(row.length + 1);
  const record = int32Column(row.length);
  let last = 0;
  const push = (its: Row, at: Microseconds, of: number): void => {
    node.push(its);
    start.push((last = Math.max(last, at)));
    record.push(of);
  };
  for (let k = 0, before = 0; k < count; k++) {
    const [i, r] = [busy[k], matched[k]];
    let at = r < 0 ? time[i] : records.time[r];
    const idle = r < 0 ? 0 : idled[r] - idled[before];
    if (idle > 0) {
      at -= ranSinceIdle(records, idled, r);
      push(idleRow, at - idle, -1);
    } else if (r < 0 && behind(k) < i) push(idleRow, time[behind(k)], -1);
    push(row[i], at, r);
    if (r >= 0) before = r;
  }
  if (behind(count) < row.length) {
    const from = count > 0 ? busy[count - 1] : 0;
    const rest = weighByWall({ ...samples, row: row.subarray(from), time: time.subarray(from) }, interval);
    for (let i = count > 0 ? 1 : 0; i < rest.node.length; i++) push(rest.node[i], rest.start[i], -1);
  }
  start.push(Math.max(time[row.length], last));
  return { node: node.finish(), start: start.finish(), record: record.finish(), idled };
}

function rowsWithout<Row extends number>(row: IndexColumn<Row>, idleRow: Row): Int32Array {
  const rows = int32Column(row.length);
  for (let i = 0; i < row.length; i++) if (row[i] !== idleRow) rows.push(i);
  return rows.finish();
}

/** `isIdleBefore`: was the thread found idle just before this sample? */
function findIdle(
  records: SignalRecords,
  matched: Int32Array,
  isIdleSilent: boolean,
  isIdleBefore: (sample: number) => boolean,
): Float64Array {
  const idled = new Float64Array(records.time.length);
  let [r, isIdle] = [1, false];
  for (let k = 0; k <= matched.length; k++) {
    const isEnd = k === matched.length;
    isIdle ||= isEnd || isIdleBefore(k);
    const to = isEnd ? records.time.length - 1 : matched[k];
    // Of idle time before a sample without a record the next record tells.
    if (to < 0) continue;
    for (; r <= to; r++) {
      const off = records.time[r] - records.time[r - 1] - (records.cpu[r] - records.cpu[r - 1]);
      const isSilent = isIdleSilent && r < to && records.state[r] !== SignalState.running && off > LEAST_IDLE;
      idled[r] = idled[r - 1] + (isIdle || isSilent ? Math.max(0, off) : 0);
    }
    isIdle = false;
  }
  return idled;
}

/** Time on a CPU from the end of the last idle time before a record. */
function ranSinceIdle({ cpu }: SignalRecords, idled: Float64Array, record: number): Microseconds {
  let woken = record;
  while (woken > 0 && idled[woken - 1] === idled[woken]) woken--;
  return cpu[record] - cpu[woken === record ? Math.max(0, record - 1) : woken];
}
