import type { IndexColumn, Microseconds, SampleTable } from '../../core/index.ts';

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

/** What samples stand for. */
export interface WeighedSamples<Row extends number> extends Pick<
  SampleTable,
  'start' | 'cpu' | 'blocked' | 'lost' | 'clumping'
> {
  readonly node: IndexColumn<Row>;
}
