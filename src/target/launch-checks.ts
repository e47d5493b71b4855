import { statSync } from 'node:fs';
import { RecordingError } from '../recording/index.ts';

/** Throws a {@link RecordingError} for a folder that is not there: the system would say that the program is not. */
export function checkWorkingDirectory(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new RecordingError('cwd-not-found', `The working directory ${cwd} does not exist; check the path.`);
}

/** Flags with which Node does anything but run the program. `-i` is none: Node runs the file all the same. */
const OTHER_MODES =
  /^(-e|-p|-pe|--eval|--print|-c|--check|-h|--help|-v|--version|--v8-options|--completion-bash|--test|--watch(-path)?|--run|--build-sea|--experimental-sea-config|--prof-process)$/;

/**
 * Throws a {@link RecordingError} for a flag with which Node does anything but run the program. Values of other flags are not told
 * apart from flags; none that makes sense looks like one of these.
 */
export function checkRuntimeArgs(runtimeArgs: readonly string[]): void {
  for (const argument of runtimeArgs) {
    // Node takes underscores for dashes, and a value behind an equals sign.
    const flag = argument.split('=', 1)[0].replaceAll('_', '-');
    if (!OTHER_MODES.test(flag)) continue;
    throw new RecordingError(
      'runtime-arg-not-runnable',
      `With ${flag}, Node does something else than run the program; leave the flag out.`,
    );
  }
}
