import type { ThreadId } from './thread.ts';
import type { Microseconds } from './units.ts';

/** A span of a recording's time, from the first sample of any of its threads. */
export interface TimeRange {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** What the marks that a program set in its time are to do: nothing, or to limit what is shown to the spans of one name. */
export type MarkChoice = 'ignored' | { readonly name: string };

/** Which part of a recording is asked about: all of it where nothing is named. */
export interface RecordingPart {
  readonly thread?: ThreadId;
  /** In place of what the program marks. */
  readonly range?: TimeRange;
  /** Absent: what the program marks is what is shown, where it marks anything. */
  readonly marks?: MarkChoice;
}

/** Whether two parts are the same. */
export const isSamePart = (a: RecordingPart, b: RecordingPart): boolean =>
  a.thread === b.thread &&
  a.range?.from === b.range?.from &&
  a.range?.to === b.range?.to &&
  isSameChoice(a.marks, b.marks);

const isSameChoice = (a?: MarkChoice, b?: MarkChoice): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.name === b.name : a === b;
