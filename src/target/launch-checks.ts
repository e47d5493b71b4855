import { statSync } from 'node:fs';
import { RecordingError } from '../recording/index.ts';

/** Throws a {@link RecordingError} for a folder that is not there: the system would say that the program is not. */
export function checkWorkingDirectory(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new RecordingError('cwd-not-found', `The working directory ${cwd} does not exist; check the path.`);
}

/** Flags with which Node does something else, and what: the rest of a sentence. */
const otherModes: readonly (readonly [flag: RegExp, what: string])[] = [
  [
    /^--test$/,
    'runs its test runner instead of the program; leave the flag out: a file that uses node:test runs its tests by itself',
  ],
  [/^--watch(-path)?$/, 'runs the program again and again in processes of its own; leave the flag out'],
  [
    /^(-e|-p|-pe|--eval|--print)$/,
    'runs the code that follows instead of the program; put that code into a file and profile the file',
  ],
  [/^(-c|--check)$/, 'only checks the syntax of the program; leave the flag out'],
  [/^--run$/, 'runs a script of package.json instead of the program; profile the program that the script runs'],
  [
    /^--(build-sea|experimental-sea-config)$/,
    'builds an executable instead of running the program; leave the flag out',
  ],
  [
    /^--prof-process$/,
    'prints a V8 log instead of running the program; leave the flag out, and open the log in Heatline',
  ],
  [
    /^(-h|--help|-v|--version|--v8-options|--completion-bash)$/,
    'prints something about itself instead of running the program; leave the flag out',
  ],
];

/**
 * Throws a {@link RecordingError} for a flag with which Node does anything but run the program. `-i` is not such a flag: Node
 * runs the file all the same. Values of other flags are not told apart from flags; none that makes sense looks like one of these.
 */
export function checkRuntimeArgs(runtimeArgs: readonly string[]): void {
  for (const argument of runtimeArgs) {
    // Node takes underscores for dashes, and a value behind an equals sign.
    const flag = argument.split('=', 1)[0].replaceAll('_', '-');
    const what = otherModes.find(([expression]) => expression.test(flag))?.[1];
    if (what) throw new RecordingError('runtime-arg-not-runnable', `With ${flag}, Node ${what}.`);
  }
}
