import { categoryNames } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { longestStretch, type ProfileKernel, stretchesOf } from './profile-kernel.ts';
import type { Lane, ProfileTables, SampleTable } from './profile.ts';
import { shortestInterval } from './sample-weights.ts';
import type { Microseconds } from './units.ts';

/** Figures of a thread's samples, in microseconds. The nodes' own figures stay in the kernel. */
export interface SampleSums {
  /** Time of each category. */
  readonly timeOf: Float64Array;
  /** Samples outside of idle time, and the sum of the squares of their weights. */
  readonly activeSamples: number;
  readonly activeSquares: number;
  /** Runnable but not running; zero without a CPU clock. */
  readonly waiting: Microseconds;
  /** Blocked in synchronous calls outside of idle time; zero where unknown. */
  readonly blocked: Microseconds;
  /** Median time between two samples; undefined without any, and where it makes no sense. */
  readonly interval: Microseconds | undefined;
}

/**
 * Adds up the samples of each thread by category, and those of all threads by node. Garbage collection also counts to the node
 * that ran just before it in its thread. That is an estimate: who ran last probably filled the heap, and samplers give
 * collections no stack. (`ProfileTables.collections` knows better, where it is there.) Then self time goes to the nodes to which a
 * repair found it belongs.
 */
export function sumSamples(
  kernel: ProfileKernel,
  { tree, frames, ticks }: ProfileTables,
  lanes: readonly Pick<Lane, 'samples' | 'recording'>[],
  functions: FunctionIdentities,
): readonly SampleSums[] {
  const { exports } = kernel;
  const ofFrame = kernel.copyIn(functions.ofFrame);
  const [kinds, categories] = [kernel.copyIn(frames.kind), kernel.copyIn(functions.category)];
  const samples = lanes.reduce((sum, lane) => sum + lane.samples.node.length, 0);
  const most = Math.min(tree.frame.length, samples + (ticks.from ? 2 : 1) * ticks.node.length);
  exports.beginSamples(kernel.copyIn(tree.frame), most, ofFrame, kinds, categories);
  const show = sampleWindow(kernel, lanes);
  const sums = lanes.map((lane) => sumLane(kernel, show, lane.samples, shortestInterval(lane.recording)));
  const [counts, times] = [ticks.computing ?? ticks.count, ticks.cpu ?? ticks.time];
  ticks.from?.forEach((from, tick) => {
    if (from >= 0) exports.moveSelf(from, ticks.node[tick], counts[tick], times[tick], ticks.blocked?.[tick] ?? 0);
  });
  return sums;
}

function sumLane(
  kernel: ProfileKernel,
  show: ReturnType<typeof sampleWindow>,
  samples: SampleTable,
  shortest: Microseconds,
): SampleSums {
  const { exports } = kernel;
  const stretches = stretchesOf(samples.node.length);
  const isWall = samples.isWall === true ? 1 : 0;
  exports.beginThread(shortest);
  for (const [from, to] of stretches) {
    const { node, start, cpu, blocked } = show(samples, from, to);
    exports.addSamples(to - from, node, start, cpu, blocked, isWall);
  }
  const interval = exports.medianDuration();
  return {
    timeOf: kernel.float64(exports.timeOf.value, categoryNames.length).slice(),
    activeSamples: exports.activeSamples.value,
    activeSquares: exports.activeSquares.value,
    waiting: Math.max(0, Math.round(exports.waiting.value)),
    blocked: exports.blockedTime.value,
    // No interval of any sampler: less than half a microsecond, so that everything would be a gap, or beyond all sense.
    interval: interval > 0 && interval < Infinity ? interval : undefined,
  };
}

/** Makes room in the kernel for a stretch of samples. Returns what shows it one: addresses, zero of what is not known. */
function sampleWindow(kernel: ProfileKernel, lanes: readonly Pick<Lane, 'samples'>[]) {
  const rows = Math.max(0, ...lanes.map(({ samples }) => longestStretch(samples.node.length)));
  const room = {
    node: kernel.allocate(4 * rows),
    start: kernel.allocate(8 * (rows + 1)),
    cpu: lanes.some(({ samples }) => samples.cpu) ? kernel.allocate(8 * rows) : 0,
    blocked: lanes.some(({ samples }) => samples.blocked) ? kernel.allocate(8 * rows) : 0,
  };
  return ({ node, start, cpu, blocked }: SampleTable, from: number, to: number): typeof room => {
    kernel.write(room.node, node.subarray(from, to));
    kernel.write(room.start, start.subarray(from, to + 1));
    if (cpu !== undefined) kernel.write(room.cpu, cpu.subarray(from, to));
    if (blocked !== undefined) kernel.write(room.blocked, blocked.subarray(from, to));
    return { ...room, cpu: cpu ? room.cpu : 0, blocked: blocked ? room.blocked : 0 };
  };
}
