import { FormatError } from '../readers/format-error.ts';

/** The file is not a recording that can be read; the message names it and says what to do. */
export class UnreadableRecordingError extends Error {
  override readonly name = 'UnreadableRecordingError';
}

/** There is nothing in the range that was asked for; nothing is wrong with the recording. */
export class EmptyRangeError extends UnreadableRecordingError {}

/** The analysis was called off; nothing is wrong with the recording. */
export class AnalysisCancelledError extends Error {
  constructor() {
    super('The analysis was cancelled.');
    this.name = 'AnalysisCancelledError';
  }
}

/** What to throw when reading a recording failed: an `UnreadableRecordingError` wherever the file is the cause. */
export function explainUnreadable(recording: string, error: unknown): unknown {
  if (error instanceof FormatError) return new UnreadableRecordingError(error.message);
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined ? error : new UnreadableRecordingError(sentenceOf(recording, code));
}

/** What to throw when the work on a recording failed: the error itself, unless memory was what it lacked. */
export function explainOutOfMemory(recording: string, error: unknown): unknown {
  return isOutOfMemory(error) ? needsMoreMemory(recording) : error;
}

/** What array buffers and kernels throw. JavaScript's own heap throws nothing: its process or worker ends. */
function isOutOfMemory(error: unknown): boolean {
  if (error instanceof RangeError) return /allocation failed|could not allocate|out of memory/i.test(error.message);
  return error instanceof Error && error.name === 'RuntimeError' && error.message === 'unreachable';
}

export const needsMoreMemory = (recording: string): UnreadableRecordingError =>
  new UnreadableRecordingError(
    `${recording} needs more memory than there is. Close other programs, or record for a shorter time.`,
  );

function sentenceOf(recording: string, code: string): string {
  if (code === 'ENOENT') return `There is no recording at ${recording}. Check the path.`;
  if (code === 'EISDIR') return `${recording} is a folder. Name the recording inside it.`;
  if (code === 'EACCES' || code === 'EPERM') return `${recording} may not be read. Check its permissions.`;
  return `${recording} could not be read (${code}).`;
}
