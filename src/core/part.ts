import type { ThreadId } from './thread.ts';
import type { Microseconds } from './units.ts';

/** A span of a recording's time, from the first sample of any of its threads. */
export interface TimeRange {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** What are the program's marks to do? Limit what is shown to the spans between them, or to those of one name, or nothing. */
export type MarkChoice = 'applied' | 'ignored' | { readonly name: string };

/** A label of samples, as a pprof may have: `endpoint` with `/cart`. A number is given as its digits. */
export interface SampleLabel {
  readonly key: string;
  readonly value: string;
}

/** Which part of a recording is asked about? If nothing is named, all of it. */
export interface RecordingPart {
  readonly thread?: ThreadId;
  /** In place of what the program marks. */
  readonly range?: TimeRange;
  /** Absent: they are applied, where the program marks anything. */
  readonly marks?: MarkChoice;
  /** The name of what is heat, where the recording measured several things; absent: its own default. */
  readonly value?: string;
  /** Only samples with these labels: of several with one key, any of them. */
  readonly labels?: readonly SampleLabel[];
}

/** Which part something is of that knows more. */
export const pickPart = ({ thread, range, marks, value, labels }: RecordingPart = {}): RecordingPart => ({
  ...{ thread, range, marks, value, labels },
});

/** `endpoint=/cart` */
export const labelText = ({ key, value }: SampleLabel): string => `${key}=${value}`;

/** Whether two parts are the same. */
export const isSamePart = (a: RecordingPart, b: RecordingPart): boolean => textOf(a) === textOf(b);

const textOf = ({ thread, range, marks, value, labels = [] }: RecordingPart): string =>
  JSON.stringify([thread, range?.from, range?.to, marks, value, labels.map(labelText)]);
