import { appendFrames } from './append-frames.ts';
import { appendRows } from './growing-column.ts';
import { type CallTree, FrameKind, type FrameTable, type ProfileTables, type SampleTable } from './profile.ts';
import type { IndexColumn, Microseconds, NodeIndex } from './units.ts';

/** The name of the node, below the root, of time without samples. */
export const UNSAMPLED = '(unsampled)';

/**
 * For how many intervals may one sample stand?
 *
 * Measured with a program that was busy, slept, and blocked for 300 ms at a time in `execSync` and `Atomics.wait`, at 1 ms,
 * on Node 20 and 26, with both samplers: blocked, it is sampled as when it is busy (median 1.09 to 1.10 ms), since the
 * sampling thread's signal interrupts the wait. On a quiet machine 0.1 to 0.2 % of its active time is above three
 * intervals, and nothing is taken from the blocked calls; with a load of 14 on two cores 14 to 41 %, in gaps of up to
 * 150 ms of every kind of code. So a longer gap tells of the sampler and not of the program: nobody looked.
 */
const LONGEST_SAMPLE = 3;
/** V8's own default, for recordings that do not tell which interval was requested. In bursts the median is far below. */
export const DEFAULT_INTERVAL: Microseconds = 1000;
/** The median is taken of about this many samples, evenly spread. */
const ENOUGH_SAMPLES = 1024;

/** What is weighed of samples. In place of nodes a log that is read has rows of its ticks. */
export type SampleRows<Row extends number> = Pick<SampleTable, 'start' | 'cpu' | 'blocked'> & {
  readonly node: IndexColumn<Row>;
};

export interface CapOptions<Row extends number> {
  /** The row of time without samples. Only asked for where there is such time. */
  readonly unsampledRow: () => Row;
  /** Is it idle time or a collection, whose length is known? */
  readonly isKept: (row: Row) => boolean;
  readonly requestedInterval: Microseconds | undefined;
}

/**
 * The samples, none of which stands for more than three intervals: what is above that is a row of its own, right after
 * it. What counts is the time that the thread used, on a CPU or blocked: waiting for a CPU is nobody's time anyway.
 */
export function capSamples<Row extends number>(samples: SampleRows<Row>, options: CapOptions<Row>): SampleRows<Row> {
  const { node, start, cpu, blocked } = samples;
  const cap = longestSample(samples, options);
  const long: number[] = [];
  for (let i = 0; i < node.length; i++) {
    // Not by `weightOf`: millions of calls take a while until the engine has compiled them.
    const time = cpu === undefined ? start[i + 1] - start[i] : blocked === undefined ? cpu[i] : cpu[i] + blocked[i];
    if (time > cap && !options.isKept(node[i])) long.push(i);
  }
  if (long.length === 0) return samples;
  const count = node.length + long.length;
  const capped = {
    node: new Int32Array(count) as IndexColumn<Row>,
    start: new Float64Array(count + 1),
    ...(cpu && { cpu: new Float64Array(count) }),
    ...(blocked && { blocked: new Float64Array(count) }),
  };
  const unsampled = options.unsampledRow();
  long.push(node.length);
  for (let gap = 0, from = 0; gap < long.length; gap++) {
    const end = Math.min(long[gap] + 1, node.length);
    capped.node.set(node.subarray(from, end), from + gap);
    capped.start.set(start.subarray(from, end), from + gap);
    if (cpu) capped.cpu?.set(cpu.subarray(from, end), from + gap);
    if (blocked) capped.blocked?.set(blocked.subarray(from, end), from + gap);
    from = end;
    if (gap === long.length - 1) break;
    const used = weightOf(samples, end - 1);
    const excess = used - cap;
    const at = end + gap;
    capped.node[at] = unsampled;
    // At the end of the sample's time, so that what it waited for a CPU stays its own.
    capped.start[at] = Math.max(start[end - 1], start[end] - excess);
    for (const times of [capped.cpu, capped.blocked]) if (times) split(times, at, cap / used);
  }
  capped.start[count] = start[node.length];
  return capped;
}

/** The time that the thread used in a sample, on a CPU or blocked; where that is not known, all of it. */
function weightOf({ start, cpu, blocked }: SampleRows<number>, i: number): Microseconds {
  return cpu === undefined ? start[i + 1] - start[i] : cpu[i] + (blocked?.[i] ?? 0);
}

/** Leaves a part of a sample's time with it, and gives the rest to the row `at` behind it. */
function split(times: Float64Array, at: number, part: number): void {
  const time = times[at - 1];
  times[at - 1] = time * part;
  times[at] = time - times[at - 1];
}

/** For how long may a sample of these stand? */
function longestSample<Row extends number>(
  samples: SampleRows<Row>,
  { isKept, requestedInterval = DEFAULT_INTERVAL }: CapOptions<Row>,
): Microseconds {
  const { node } = samples;
  const step = Math.ceil(node.length / ENOUGH_SAMPLES);
  const weights: Microseconds[] = [];
  for (let i = 0; i < node.length; i += step) if (!isKept(node[i])) weights.push(weightOf(samples, i));
  const median =
    Float64Array.from(weights)
      .sort()
      .at(weights.length >> 1) ?? 0;
  return LONGEST_SAMPLE * Math.max(median, requestedInterval);
}

/** The frames and the tree with one node more, below the root: what is no function's. It is the last node. */
export function withRootChild(
  frames: FrameTable,
  tree: CallTree,
  name: string,
  kind: FrameKind,
): { readonly frames: FrameTable; readonly tree: CallTree } {
  return {
    frames: appendFrames(frames, [name], kind),
    tree: {
      frame: appendRows(tree.frame, [frames.name.length]),
      parent: appendRows(tree.parent, [0]),
      callPosition: tree.callPosition && appendRows(tree.callPosition, [-1]),
      lowTier: tree.lowTier && appendRows(tree.lowTier, [0]),
    },
  };
}

/** Does a node hold time without samples? */
export function isUnsampled({ frames, tree }: Pick<ProfileTables, 'frames' | 'tree'>, node: NodeIndex): boolean {
  return frames.kind[tree.frame[node]] === FrameKind.unsampled;
}

/** All time without samples, in the recording's clock. */
export interface UnsampledSums {
  readonly gaps: number;
  readonly time: Microseconds;
  /** The sum of the squares of the gaps. */
  readonly squares: number;
  readonly longest: Microseconds;
  /** Of `time`, that in gaps which samples found idle. */
  readonly whileIdle: Microseconds;
  /** How long the thread was blocked in them; zero where unknown. */
  readonly blocked: Microseconds;
  /** How many samples would have been taken. */
  readonly missing: number;
}

/** Of one thread's samples. `interval`: the median time between two of them. */
export function sumUnsampled(
  { frames: { kind }, tree: { frame } }: Pick<ProfileTables, 'frames' | 'tree'>,
  { node, start, cpu, blocked, isWall }: SampleTable,
  interval: Microseconds | undefined,
): UnsampledSums {
  const sums = { gaps: 0, time: 0, squares: 0, longest: 0, whileIdle: 0, blocked: 0, missing: 0 };
  if (!kind.includes(FrameKind.unsampled)) return sums;
  for (let i = 0; i < node.length; i++) {
    if (kind[frame[node[i]]] !== FrameKind.unsampled) continue;
    const duration = start[i + 1] - start[i];
    const time = cpu?.[i] ?? duration;
    sums.gaps++;
    sums.time += time;
    if (i > 0 && kind[frame[node[i - 1]]] === FrameKind.idle) sums.whileIdle += time;
    sums.squares += time * time;
    sums.longest = Math.max(sums.longest, time);
    sums.blocked += blocked?.[i] ?? 0;
    const used = cpu === undefined ? duration : Math.min(duration, time + (isWall === true ? 0 : (blocked?.[i] ?? 0)));
    sums.missing += interval === undefined ? 0 : Math.round(used / interval);
  }
  return sums;
}
