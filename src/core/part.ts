import type { ThreadId } from './thread.ts';
import type { Microseconds } from './units.ts';

/** A span of a recording's time, from the first sample of any of its threads. */
export interface TimeRange {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** Which part of a recording is asked about: all of it where nothing is named. */
export interface RecordingPart {
  readonly thread?: ThreadId;
  readonly range?: TimeRange;
}

/** Whether two parts are the same. */
export const isSamePart = (a: RecordingPart, b: RecordingPart): boolean =>
  a.thread === b.thread && a.range?.from === b.range?.from && a.range?.to === b.range?.to;
