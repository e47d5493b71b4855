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
  /** Time on a CPU; an idle sample has all the time that it lasted. Undefined without records. */
  readonly cpu?: Float64Array;
  /** Blocked in a call. */
  readonly blocked?: Float64Array;
  /** How many samples of time on a CPU were not taken. */
  readonly lost?: number;
  /** How many samples are worth one independent sample: above 1 if many were lost at once. */
  readonly clumping?: number;
}
