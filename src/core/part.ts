import type { ThreadId } from './thread.ts';

/** Which part of a recording is asked about: all of it where nothing is named. */
export interface RecordingPart {
  readonly thread?: ThreadId;
}

/** Whether two parts are the same. */
export const isSamePart = (a: RecordingPart, b: RecordingPart): boolean => a.thread === b.thread;
