import { statSync } from 'node:fs';
import { RecordingError } from '../recording/index.ts';

/** Throws a {@link RecordingError} for a folder that is not there: the system would say that the program is not. */
export function checkWorkingDirectory(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new RecordingError('cwd-not-found', `The working directory ${cwd} does not exist; check the path.`);
}

/** Flags with which Node does something else than to run the program. */
const OTHER_MODES =
  /^(--(test|watch|watch-path|eval|print|check|run|build-sea|experimental-sea-config|prof-process|help|version|v8-options|completion-bash)|-(e|p|pe|c|h|v))$/;

/**
 * Throws a {@link RecordingError} for a flag with which Node does anything but run the program. `-i` is not such a flag: Node
 * runs the file all the same. Values of other flags are not told apart from flags; none that makes sense looks like one of these.
 */
export function checkRuntimeArgs(runtimeArgs: readonly string[]): void {
  for (const argument of runtimeArgs) {
    // Node takes underscores for dashes, and a value behind an equals sign.
    const flag = argument.split('=', 1)[0].replaceAll('_', '-');
    if (OTHER_MODES.test(flag))
      throw new RecordingError(
        'runtime-arg-not-runnable',
        `With ${flag}, Node does something else than to run the program; leave the flag out.`,
      );
  }
}
