import type { IndexColumn, Microseconds } from '../../core/index.ts';

/** Samples as the sampler noted them, in order of time. */
export interface NotedSamples<Row extends number> {
  readonly row: IndexColumn<Row>;
  /** When each was noted; one row more, the end of the recording. */
  readonly time: Float64Array;
  /** The row of samples that found the thread idle, and of idle time between samples. */
  readonly idleRow: Row;
  /** The sampler takes no samples of an idle thread. */
  readonly isIdleSilent: boolean;
  /** Samples are noted by a thread of their own, which may get no CPU for a while: V8's log. */
  readonly isHeldUp: boolean;
  /** Between two samples, as it was requested. */
  readonly interval: Microseconds;
}

/** What samples stand for. Sample i lasts from `start[i]` to `start[i + 1]`. */
export interface WeighedSamples<Row extends number> {
  readonly node: IndexColumn<Row>;
  readonly start: Float64Array;
  /** Time on a CPU; of idle samples, all that they lasted. Undefined where no clock tells it. */
  readonly cpu?: Float64Array;
  /** Blocked in a call. */
  readonly blocked?: Float64Array;
  /** How many samples were not taken of the time on a CPU. */
  readonly lost?: number;
  /** How many samples tell as much as one that is independent: more than one where many were lost at once. */
  readonly clumping?: number;
}
