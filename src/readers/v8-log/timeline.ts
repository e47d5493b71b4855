import { countDurations, float64Column, type IndexColumn, int32Column, type TickIndex } from '../../core/index.ts';

/** Ticks as they were logged, in order. Times in microseconds since V8 started. */
export interface LoggedTicks {
  readonly time: Float64Array;
  readonly row: IndexColumn<TickIndex>;
  /** 1 where V8 itself said that the thread was idle. */
  readonly isIdle: Uint8Array;
  /** Which top-level run of a script it belongs to, during which the event loop cannot wait; -1 where unknown. */
  readonly run: Int32Array;
}

/** Samples: `start` has one more than `row`, the end. */
export interface Timeline {
  readonly start: Float64Array;
  readonly row: IndexColumn<TickIndex>;
  /** When the tick of each was taken, which may be after its start. */
  readonly taken: Float64Array;
}

export interface TimelineOptions {
  /** Tick row of idle time. */
  readonly idleRow: TickIndex;
  /** When the log ended. */
  readonly end: number;
  /** Shorter times between two ticks are no interval. */
  readonly shortest?: number;
  /** The interval that was asked for, where that is known: of a thread that mostly idles few gaps are one. */
  readonly requested?: number | undefined;
  /** A gap without ticks may be idle time by itself: see `buildTimeline`. */
  readonly silentIdle: boolean;
  /** Share of a gap that the thread was on a CPU or waited for one, where that was recorded. */
  readonly busyShare?: (from: number, to: number) => number;
  /** Share of a gap that a signal had stopped the program. */
  readonly stoppedShare?: (from: number, to: number) => number;
}

/** Shortest gap that is taken for idle time without other evidence, in microseconds. */
const SHORTEST_SILENT_IDLE = 3000;
/**
 * Of gaps between ticks, this part is as short as the sampler makes them, also where the thread works in bursts and most ticks
 * are missing.
 */
const PART_WITHOUT_IDLE = 0.1;
/** With fewer of these in it, a gap lacks no tick. */
const INTERVALS_WITH_IDLE = 1.75;
/** For how long before and after a short gap the clock is asked, in microseconds. */
const AROUND = 25_000;
/** Less time off a CPU than that may come of single readings that lag, in microseconds. */
const LAG = 4000;
/** A long gap is idle where the thread was on a CPU, or waited for one, for less of it. */
const MOST_BUSY_WHILE_IDLE = 0.5;
/** Short gaps are idle where time off a CPU explains so much of what all of them nearby are too long. */
const LEAST_EXPLAINED = 0.5;

/**
 * When was which tick's work done?
 *
 * - V8 stamps ticks when its writing thread gets to them, not when they were taken
 *   (`V8FileLogger::TickEvent`, v8/src/logging/log.cc). When that thread was held up, several ticks carry nearly the same
 *   time after a gap. The sampling thread sleeps between two ticks, so they are spread evenly again.
 * - Node blocks the sampling signal while the event loop waits (`UV_LOOP_BLOCK_SIGNAL`, node/src/node.cc). The wait shows
 *   as a gap that ends with one tick in the state "idle" (up to V8 13.6), or as a mere gap (V8 14.6 takes no ticks of an
 *   idle isolate). The gap belongs to idle time, not to the line before it. A mere gap may also be one in which the
 *   sampling thread did not get a CPU: within one run of code the event loop cannot have waited.
 * - On a crowded machine the sampling thread may get no CPU for a long time. Such gaps stay with the tick before here:
 *   `capSamples` takes them away from it.
 */
export function buildTimeline(ticks: LoggedTicks, options: TimelineOptions): Timeline {
  const count = ticks.time.length;
  const gaps = new Float64Array(Math.max(0, count - 1));
  for (let i = 1; i < count; i++) gaps[i - 1] = ticks.time[i] - ticks.time[i - 1];
  const { shortest = 0, requested = Infinity } = options;
  const durations = countDurations(shortest > 0 ? gaps.filter((gap) => gap >= shortest) : gaps);
  const interval = durations.median() ?? 0;
  const spacing = durations.quantile(PART_WITHOUT_IDLE) ?? 0;
  const time = spreadBursts(ticks, interval);
  const start = float64Column();
  const row = int32Column<TickIndex>();
  const taken = float64Column();
  const gapsAround = sumGapsAround(time, spacing);
  // A tick stands for the time from its start to the next start; after idle time it starts with its wake-up.
  let wokenAt = NaN;
  for (let i = 0; i < count; i++) {
    const previous = i > 0 ? time[i - 1] : NaN;
    const gap = time[i] - previous;
    if (ticks.isIdle[i] === 1) {
      pushIdle(i > 0 && Number.isNaN(wokenAt) ? previous + Math.min(interval, requested, gap) / 2 : time[i]);
      wokenAt = time[i];
      continue;
    }
    const isSameRun = i > 0 && ticks.run[i] >= 0 && ticks.run[i] === ticks.run[i - 1];
    const isStopped = gap > SHORTEST_SILENT_IDLE && (options.stoppedShare?.(previous, time[i]) ?? 0) > 0.5;
    if (
      Number.isNaN(wokenAt) &&
      (isStopped || (!isSameRun && isSilentIdle(previous, time[i], { interval, spacing, gapsAround }, options)))
    ) {
      pushIdle(previous + spacing / 2);
      wokenAt = time[i] - spacing / 2;
    }
    start.push(Number.isNaN(wokenAt) ? time[i] : wokenAt);
    row.push(ticks.row[i]);
    taken.push(time[i]);
    wokenAt = NaN;
  }
  const last = start.length > 0 ? start.values[start.length - 1] : 0;
  start.push(Math.max(last, Math.min(options.end, count > 0 ? time[count - 1] + interval : options.end)));
  return { start: start.toArray(), row: row.toArray(), taken: taken.toArray() };

  function pushIdle(from: number): void {
    if (row.length > 0 && row.values[row.length - 1] === options.idleRow) return;
    start.push(from);
    row.push(options.idleRow);
    taken.push(from);
  }
}

interface Spacing {
  /** The median time between two ticks. */
  readonly interval: number;
  /** That between two without idle time. */
  readonly spacing: number;
  /** What long gaps from one time to another are longer than that. Asked for with times that never decrease. */
  readonly gapsAround: (from: number, to: number) => number;
}

function isSilentIdle(
  from: number,
  to: number,
  { interval, spacing, gapsAround }: Spacing,
  { silentIdle, busyShare }: TimelineOptions,
): boolean {
  if (!silentIdle) return false;
  const gap = to - from;
  if (gap > Math.max(4 * interval, SHORTEST_SILENT_IDLE))
    if (busyShare === undefined || busyShare(from, to) < MOST_BUSY_WHILE_IDLE) return true;
  if (busyShare === undefined || gap <= INTERVALS_WITH_IDLE * spacing) return false;
  const [first, last] = [from - AROUND, to + AROUND];
  const off = (1 - busyShare(first, last)) * (last - first);
  return off >= LAG && off >= LEAST_EXPLAINED * gapsAround(first, last);
}

function sumGapsAround(time: Float64Array, spacing: number): Spacing['gapsAround'] {
  const isLong = (tick: number): boolean => time[tick] - time[tick - 1] > INTERVALS_WITH_IDLE * spacing;
  const excessOf = (tick: number): number => (isLong(tick) ? time[tick] - time[tick - 1] - spacing : 0);
  let [first, next, sum] = [1, 1, 0];
  return (from, to) => {
    for (; next < time.length && time[next] <= to; next++) sum += excessOf(next);
    for (; first < next && time[first] < from; first++) sum -= excessOf(first);
    return sum;
  };
}

function spreadBursts({ time: logged, isIdle }: LoggedTicks, interval: number): Float64Array {
  const time = logged.slice();
  for (let i = 1; i < time.length; i++) {
    const before = time[i - 1];
    if (isIdle[i] === 1 || time[i] - before < 1.5 * interval) continue;
    let last = i;
    while (last + 1 < time.length && isIdle[last + 1] === 0 && logged[last + 1] - logged[last] < interval / 4) last++;
    const step = (logged[last] - before) / (last - i + 1);
    // Fewer ticks than fit into the gap: then it was no hold-up alone.
    if (last === i || step > 2 * interval) continue;
    for (let j = i; j <= last; j++) time[j] = before + step * (j - i + 1);
    i = last;
  }
  for (let i = 1; i < time.length; i++) if (time[i] < time[i - 1]) time[i] = time[i - 1];
  return time;
}

/** The timeline's samples from a time on, which becomes its zero. */
export function timelineFrom(timeline: Timeline, begin: number): Timeline {
  if (begin <= 0) return timeline;
  const first = timeline.start.subarray(0, timeline.row.length).findIndex((start) => start >= begin);
  const from = first < 0 ? timeline.row.length : first;
  return {
    start: timeline.start.slice(from).map((start) => Math.max(0, start - begin)),
    row: timeline.row.slice(from),
    taken: timeline.taken.slice(from).map((time) => time - begin),
  };
}
