import { lastAtOrBelow, LONGEST_RECORDING, type Microseconds } from '../core/index.ts';
import type { CpuClockReadings, Diagnostic, WaitReadings } from '../recording/index.ts';

/** A recorded CPU clock that can be asked. Built once; asked with times that never decrease. */
export interface CpuCurve {
  readonly times: Float64Array;
  readonly cpu: Float64Array;
  readonly wait: Float64Array | undefined;
  /** Time stopped by a signal so far; undefined where the program never was. */
  readonly stopped: Float64Array | undefined;
  /** Undefined where waiting was not recorded. */
  readonly used: UsedTime | undefined;
  /** Waits in system calls of which samples came, their times relative as `times` are; undefined where that is not known. */
  readonly waits: WaitReadings | undefined;
}

/** What the thread used of the time so far: all but what it waited for a CPU. */
interface UsedTime {
  readonly busy: Float64Array;
  /** Of that, time off the CPU: idle, or blocked in a call. */
  readonly off: Float64Array;
}

/**
 * The readings as a curve of non-decreasing times and values, `times` relative to `startTime` as samples are. Undefined
 * with fewer than two readings at different times, when the arrays do not belong together, or when no thread could have
 * used that much time: then the CPU time is unknown.
 */
export function buildCpuCurve(clock: CpuClockReadings | undefined, startTime: Microseconds): CpuCurve | undefined {
  if (clock === undefined || clock.timesUs.length !== clock.cpuUs.length) return undefined;
  const wait = clock.waitUs?.length === clock.timesUs.length ? clock.waitUs : undefined;
  const stopped = clock.stoppedUs?.length === clock.timesUs.length ? clock.stoppedUs : undefined;
  const runnable = clock.runnableUs?.length === clock.timesUs.length ? clock.runnableUs : undefined;
  const kept: number[] = [];
  for (let i = 0; i < clock.timesUs.length; i++) {
    const last = kept.at(-1);
    if (last === undefined || (clock.timesUs[i] > clock.timesUs[last] && clock.cpuUs[i] >= clock.cpuUs[last]))
      kept.push(i);
  }
  if (kept.length < 2) return undefined;
  const times = Float64Array.from(kept, (i) => clock.timesUs[i] - startTime);
  const cpu = Float64Array.from(kept, (i) => clock.cpuUs[i]);
  const columnOf = (values: readonly number[] | undefined): Float64Array | undefined =>
    values && Float64Array.from(kept, (i) => values[i]);
  const turns = turnTime(times, clock, startTime);
  const used = useOf({ times, cpu, waited: columnOf(wait), runnable: columnOf(runnable), turns });
  const curve = {
    times,
    cpu,
    wait: used?.wait,
    stopped: columnOf(stopped),
    used,
    waits: clock.waits && {
      ...clock.waits,
      fromUs: clock.waits.fromUs.map((time) => time - startTime),
      toUs: clock.waits.toUs.map((time) => time - startTime),
    },
  };
  return isPlausible(curve) ? curve : undefined;
}

/** What the thread used, and how long it waited for a CPU so far, its machine's included. */
function useOf(readings: Readings): (UsedTime & { readonly wait: Float64Array }) | undefined {
  const { times, cpu, waited } = readings;
  if (waited === undefined) return undefined;
  const off = boundedByLater(times.map((time, i) => time - waited[i] - cpu[i]));
  const taken = takenTime(readings, off);
  const wait = waited.map((time, i) => time + taken[i]);
  return {
    busy: boundedByLater(times.map((time, i) => time - wait[i])),
    off: off.map((time, i) => time - taken[i]),
    wait,
  };
}

/** What was read, or comes of it, at each of `times`: sums so far. Without a column nothing is known. */
interface Readings {
  readonly times: Float64Array;
  readonly cpu: Float64Array;
  readonly waited: Float64Array | undefined;
  readonly runnable: Float64Array | undefined;
  readonly turns: Float64Array | undefined;
}

/**
 * Time off a CPU so far that was no wait of the program's. While a thread was runnable, as far as its system knows, a virtual
 * machine's host gave the CPU to another (steal), which Linux counts neither as running nor as waiting for a CPU. And one whose sample had
 * to wait for that of another thread would have gone on.
 */
function takenTime({ times, runnable, turns }: Readings, off: Float64Array): Float64Array {
  const taken = new Float64Array(times.length);
  const growth = (sums: Float64Array | undefined, i: number): number => (sums ? Math.max(0, sums[i] - sums[i - 1]) : 0);
  for (let i = 1; i < times.length; i++) {
    const rest = growth(off, i);
    const part = Math.min(1, growth(runnable, i) / (times[i] - times[i - 1]));
    taken[i] = taken[i - 1] + Math.min(rest, part * rest + growth(turns, i));
  }
  return taken;
}

/**
 * For how long samples of the thread had waited for those of others; what is noted of a span is spread evenly over it. Spans follow each
 * other: one that reaches back is of a damaged file.
 */
function turnTime(times: Float64Array, { turns }: CpuClockReadings, startTime: Microseconds): Float64Array | undefined {
  if (turns === undefined) return undefined;
  const sums = new Float64Array(times.length);
  let told = -Infinity;
  for (const [turn, off] of turns.offUs.entries()) {
    const [from, to] = [turns.fromUs[turn] - startTime, turns.toUs[turn] - startTime];
    if (from < told) continue;
    told = Math.max(told, to);
    for (let i = Math.max(1, lastAtOrBelow(times, from) + 1); i < times.length && times[i - 1] < to; i++)
      sums[i] += (off * Math.max(0, Math.min(times[i], to) - Math.max(times[i - 1], from))) / Math.max(1, to - from);
  }
  for (let i = 1; i < sums.length; i++) sums[i] += sums[i - 1];
  return sums;
}

/** Linux adds the time of a running thread at ticks of its own timer, so a reading may lag by one, in microseconds. */
const LAG = 20_000;

/** A thread can neither run, wait nor be stopped for longer than the time that passed. */
function isPlausible({ times, cpu, wait, stopped }: CpuCurve): boolean {
  const most = (times[times.length - 1] - times[0]) * 1.05 + LAG;
  const fits = (values: Float64Array): boolean =>
    values.every((value) => value - values[0] >= -LAG && value - values[0] <= most);
  return most <= 2 * LONGEST_RECORDING && [cpu, wait, stopped].every((values) => values === undefined || fits(values));
}

/** The diagnostic for a clock with enough readings for a curve, but implausible ones. */
export function noticeClock(clock: CpuClockReadings | undefined, curve: CpuCurve | undefined): Diagnostic[] {
  if (clock === undefined || curve !== undefined || clock.timesUs.length < 2) return [];
  return [{ code: 'cpu-clock-unusable', severity: 'warning' }];
}

/**
 * Time on a CPU between each two of `starts` (sorted; one value less than `starts`), between two readings by straight
 * lines, before the first and after the last one with the nearest line.
 */
export function cpuBetween(curve: CpuCurve, starts: Float64Array): Float64Array {
  const spent = new Float64Array(Math.max(0, starts.length - 1));
  let segment = segmentAt(curve.times, starts[0]);
  let before = 0;
  for (let i = 0; i < starts.length; i++) {
    while (segment < curve.times.length - 2 && curve.times[segment + 1] <= starts[i]) segment++;
    const value = valueAt(curve.times, curve.cpu, segment, starts[i]);
    if (i > 0) spent[i - 1] = Math.max(0, value - before);
    before = value;
  }
  return spent;
}

/**
 * Time that the program itself used between each two of `starts`: on a CPU, or blocked in a synchronous call. That is the
 * wall time without what was spent runnable but waiting for a CPU; where waiting was not recorded, the time on a CPU.
 */
export function busyBetween(curve: CpuCurve, starts: Float64Array): Float64Array {
  return cpuBetween(curve.used ? { ...curve, cpu: curve.used.busy } : curve, starts);
}

/**
 * Calls with the time of each sample in each span between two of `times`, in their order. Time before the first and after the last
 * belongs to the nearest span.
 */
export function eachPiece(
  times: Float64Array,
  starts: Float64Array,
  visit: (span: number, sample: number, time: Microseconds) => void,
): void {
  let span = 0;
  const last = times.length - 2;
  for (let sample = 0; sample + 1 < starts.length; sample++) {
    let from = starts[sample];
    const end = starts[sample + 1];
    while (span < last && times[span + 1] <= from) span++;
    for (; span < last && times[span + 1] < end; span++) {
      visit(span, sample, times[span + 1] - from);
      from = times[span + 1];
    }
    visit(span, sample, end - from);
  }
}

/**
 * A sum that only grows, from readings that may be too high. Linux adds a wait for a CPU only when it ends
 * (`sched_info_arrive`, kernel/sched/stats.h) and running time at its timer's ticks, so a reading in the middle makes the
 * program look busy, or blocked, and a later one makes up for it: none can be above those that follow.
 */
function boundedByLater(sums: Float64Array): Float64Array {
  for (let i = sums.length - 2; i >= 0; i--) sums[i] = Math.min(sums[i], sums[i + 1]);
  return sums;
}

/** Time stopped by a signal between two times; the samples have to make it idle, as all waiting outside of calls. */
export function stoppedBetween({ times, stopped }: CpuCurve, from: Microseconds, to: Microseconds): Microseconds {
  if (stopped === undefined) return 0;
  return Math.max(0, clampedValue(times, stopped, to) - clampedValue(times, stopped, from));
}

/** What the clock says of a whole recording; undefined where it was not recorded. */
export interface ClockTotals {
  readonly cpuTime?: Microseconds;
  readonly waitingTime?: Microseconds;
}

/** Time on a CPU, and time runnable but not running, from `from` to `to`. */
export function clockTotals(curve: CpuCurve | undefined, from: Microseconds, to: Microseconds): ClockTotals {
  if (curve === undefined) return {};
  const between = (values: Float64Array): number =>
    Math.max(0, clampedValue(curve.times, values, to) - clampedValue(curve.times, values, from));
  return { cpuTime: between(curve.cpu), waitingTime: curve.wait && between(curve.wait) };
}

function clampedValue(times: Float64Array, values: Float64Array, time: Microseconds): number {
  const last = times.length - 1;
  const inside = Math.min(Math.max(time, times[0]), times[last]);
  return valueAt(times, values, segmentAt(times, inside), inside);
}

/** The span between two readings in which a time is; the first and last one reach to all times before and after. */
export const segmentAt = (times: Float64Array, time: Microseconds): number =>
  Math.max(0, Math.min(lastAtOrBelow(times, time), times.length - 2));

function valueAt(times: Float64Array, values: Float64Array, segment: number, time: Microseconds): number {
  return values[segment] + slopeOf(times, values, segment) * (time - times[segment]);
}

/** How fast a sum grows between two of `times`. */
export const slopeOf = (times: Float64Array, sums: Float64Array, segment: number): number =>
  (sums[segment + 1] - sums[segment]) / (times[segment + 1] - times[segment]);
