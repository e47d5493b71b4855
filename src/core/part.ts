import type { ThreadId } from './thread.ts';
import type { Microseconds } from './units.ts';

/** A span of a recording's time, from the first sample of any of its threads. */
export interface TimeRange {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** What are the program's marks to do? Limit what is shown to the spans between them, or to those of one name, or nothing. */
export type MarkChoice = 'applied' | 'ignored' | { readonly name: string };

/** Which part of a recording is asked about? If nothing is named, all of it. */
export interface RecordingPart {
  readonly thread?: ThreadId;
  /** In place of what the program marks. */
  readonly range?: TimeRange;
  /** Absent: they are applied, where the program marks anything. */
  readonly marks?: MarkChoice;
  /** The name of what is heat, where the recording measured several things; absent: its own default. */
  readonly value?: string;
}

/** Whether two parts are the same. */
export const isSamePart = (a: RecordingPart, b: RecordingPart): boolean =>
  a.thread === b.thread &&
  a.value === b.value &&
  a.range?.from === b.range?.from &&
  a.range?.to === b.range?.to &&
  isSameChoice(a.marks, b.marks);

const isSameChoice = (a?: MarkChoice, b?: MarkChoice): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.name === b.name : a === b;
