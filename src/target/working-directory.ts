import { statSync } from 'node:fs';
import { RecordingError } from '../recording/index.ts';

/** Throws a {@link RecordingError} for a folder that is not there: the system would say that the program is not. */
export function checkWorkingDirectory(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new RecordingError('cwd-not-found', `The working directory ${cwd} does not exist; check the path.`);
}
