import { FormatError } from '../formats/format-error.ts';
import { UnreadableRecordingError } from './errors.ts';

/** What to throw when reading a recording failed: an `UnreadableRecordingError` wherever the file is the cause. */
export function explainUnreadable(recording: string, error: unknown): unknown {
  if (error instanceof FormatError) return new UnreadableRecordingError(recording, error.message);
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined ? error : new UnreadableRecordingError(recording, sentenceOf(recording, code));
}

function sentenceOf(recording: string, code: string): string {
  if (code === 'ENOENT') return `There is no recording at ${recording}. Check the path.`;
  if (code === 'EISDIR') return `${recording} is a folder. Name the recording inside it.`;
  if (code === 'EACCES' || code === 'EPERM') return `${recording} may not be read. Check its permissions.`;
  return `${recording} could not be read (${code}).`;
}
