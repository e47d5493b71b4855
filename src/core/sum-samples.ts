import { categoryNames } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { longestStretch, type ProfileKernel, stretchesOf } from './profile-kernel.ts';
import type { Profile, SampleTable } from './profile.ts';
import type { SelfMoves } from './repair-inlining.ts';
import { medianDuration } from './sample-weights.ts';
import type { Microseconds } from './units.ts';

/** What the samples tell, but for the nodes' own figures, which stay in the kernel. In microseconds of their clock. */
export interface SampleSums {
  /** Time of each category. */
  readonly timeOf: Float64Array;
  /** Samples outside of idle time, and the sum of the squares of their weights. */
  readonly activeSamples: number;
  readonly activeSquares: number;
  /** Runnable but not running outside of idle time; zero without a CPU clock. */
  readonly waiting: Microseconds;
  /** Median time between two samples; undefined without any. */
  readonly interval: Microseconds | undefined;
  /** Samples missing in gaps of two intervals or more, outside of idle time. */
  readonly lost: number;
}

/**
 * Adds up the samples by node and by category, and garbage collection by the node that ran just before it: an estimate,
 * for who ran last probably, but not surely, filled the heap, and samplers tell collections without a stack. `moves`
 * then bring self time to the nodes that a repair found it belongs to.
 */
export function sumSamples(
  kernel: ProfileKernel,
  { samples, tree, frames, ticks }: Profile,
  functions: FunctionIdentities,
  moves: SelfMoves,
): SampleSums {
  const { exports } = kernel;
  const ofFrame = kernel.copyIn(functions.ofFrame);
  const [kinds, categories] = [kernel.copyIn(frames.kind), kernel.copyIn(functions.category)];
  const most = Math.min(tree.frame.length, samples.node.length + ticks.node.length + 2 * moves.from.length);
  exports.beginSamples(kernel.copyIn(tree.frame), most, ofFrame, kinds, categories);
  const window = new SampleWindow(kernel, samples);
  for (const [from, to] of window.stretches) {
    window.show(from, to);
    exports.addSamples(to - from, window.node, window.start, window.cpu);
  }
  const interval = intervalOf(exports.medianDuration(), samples);
  let lost = 0;
  for (const [from, to] of interval === undefined ? [] : window.stretches) {
    window.show(from, to);
    lost += exports.countLost(to - from, window.node, window.start, interval ?? NaN);
  }
  const { from, to, samples: moved, time } = moves;
  for (let i = 0; i < from.length; i++) exports.moveSelf(from[i], to[i], moved[i], time[i]);
  return {
    timeOf: kernel.float64(exports.timeOf.value, categoryNames.length).slice(),
    activeSamples: exports.activeSamples.value,
    activeSquares: exports.activeSquares.value,
    waiting: exports.waiting.value,
    interval,
    lost,
  };
}

/** The kernel leaves intervals beyond all sense to others: then it says that the median is infinite. */
function intervalOf(median: number, { start }: SampleTable): Microseconds | undefined {
  // Less than half a microsecond is no interval of any sampler, and everything would be a gap.
  if (!(median > 0)) return undefined;
  return median < Infinity ? median : medianDuration(start.subarray(1).map((end, i) => end - start[i]));
}

/** Shows the kernel a stretch of the samples at a time. */
class SampleWindow {
  readonly node: number;
  readonly start: number;
  /** Zero where no CPU clock was recorded. */
  readonly cpu: number;
  readonly stretches: ReturnType<typeof stretchesOf>;
  readonly #kernel: ProfileKernel;
  readonly #samples: SampleTable;

  constructor(kernel: ProfileKernel, samples: SampleTable) {
    const rows = longestStretch(samples.node.length);
    this.#kernel = kernel;
    this.#samples = samples;
    this.stretches = stretchesOf(samples.node.length);
    this.node = kernel.allocate(4 * rows);
    this.start = kernel.allocate(8 * (rows + 1));
    this.cpu = samples.cpu === undefined ? 0 : kernel.allocate(8 * rows);
  }

  show(from: number, to: number): void {
    const { node, start, cpu } = this.#samples;
    this.#kernel.write(this.node, node.subarray(from, to));
    this.#kernel.write(this.start, start.subarray(from, to + 1));
    if (cpu !== undefined) this.#kernel.write(this.cpu, cpu.subarray(from, to));
  }
}
