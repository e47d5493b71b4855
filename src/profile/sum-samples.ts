import { Category } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { Profile } from './profile.ts';
import { DurationBins } from './sample-weights.ts';
import type { Microseconds } from './units.ts';

/** What one pass over the samples tells. Times in microseconds of the recording's clock. */
export interface SampleSums {
  /** Time and samples that had each node on top. */
  readonly selfTime: Float64Array;
  readonly selfSamples: Uint32Array;
  /**
   * Garbage collection by the node that ran just before it. An estimate: who ran last probably, but not surely, filled
   * the heap. Samplers tell collections without a stack.
   */
  readonly gcAfter: Float64Array;
  /** Time of each category. */
  readonly timeOf: Float64Array;
  /** Samples outside of idle time, and the sum of the squares of their weights. */
  readonly activeSamples: number;
  readonly activeSquares: number;
  /** Runnable but not running outside of idle time; zero without a CPU clock. */
  readonly waiting: Microseconds;
  /** Median time between two samples; undefined without any. */
  readonly interval: Microseconds | undefined;
}

/** Adds up the samples by node and by category. */
export function sumSamples({ samples, tree }: Profile, { category, ofFrame }: FunctionIdentities): SampleSums {
  const { node, start, cpu } = samples;
  const { frame } = tree;
  const selfTime = new Float64Array(frame.length);
  const selfSamples = new Uint32Array(frame.length);
  const gcAfter = new Float64Array(frame.length);
  const timeOf = new Float64Array(8);
  const durations = new DurationBins();
  let activeSamples = 0;
  let activeSquares = 0;
  let waiting = 0;
  let before = -1;
  for (let i = 0; i < node.length; i++) {
    const top = node[i];
    const duration = start[i + 1] - start[i];
    const weight = cpu === undefined ? duration : cpu[i];
    const kind = category[ofFrame[frame[top]]];
    durations.add(duration);
    selfTime[top] += weight;
    selfSamples[top]++;
    timeOf[kind] += weight;
    if (kind !== Category.gc) before = kind <= Category.native ? top : -1;
    else if (before >= 0) gcAfter[before] += weight;
    if (kind === Category.idle) continue;
    activeSamples++;
    activeSquares += weight * weight;
    if (duration > weight) waiting += duration - weight;
  }
  const interval = durations.median();
  return { selfTime, selfSamples, gcAfter, timeOf, activeSamples, activeSquares, waiting, interval };
}
