import { statSync } from 'node:fs';
import path from 'node:path';
import { type LaunchCommand, type RecordOptions } from './recording-session.ts';
import { type Rendezvous } from './rendezvous.ts';
import { checkWorkingDirectory } from '../target/index.ts';
import { bootloaderFlags, RecordingError, RENDEZVOUS_VARIABLE } from '../recording/index.ts';

/** The bundled bootloader beside the bundle that runs; unbundled callers name one in the options. */
export function defaultBootloader(): string {
  if (typeof __dirname !== 'string') {
    throw new RecordingError('bootloader-unknown', 'Outside the bundles the path of the bootloader has to be given.');
  }
  return path.join(__dirname, 'bootloader.cjs');
}

/** How the program is started. Our flags come first, so that the bootloader can take them all out of `process.execArgv`. */
export function buildLaunchCommand(
  options: RecordOptions,
  rendezvous: Rendezvous,
  samplerFlags: readonly string[],
): LaunchCommand {
  const bootloader = options.bootloader ?? defaultBootloader();
  return {
    command: options.runtimeExecutable ?? 'node',
    args: [
      ...samplerFlags,
      ...bootloaderFlags(bootloader),
      ...(options.runtimeArgs ?? []),
      options.program,
      ...options.args,
    ],
    cwd: options.cwd,
    env: { ...options.env, [RENDEZVOUS_VARIABLE]: rendezvous.value },
  };
}

/** Throws a {@link RecordingError} for what would fail anyway, in clearer words than the system's. */
export function checkOptions(options: RecordOptions): void {
  const program = statSync(options.program, { throwIfNoEntry: false });
  if (program === undefined) {
    throw new RecordingError('program-not-found', `There is no file ${options.program}; check the path.`);
  }
  if (program.isDirectory() && !hasMain(options.program)) {
    throw new RecordingError('program-is-directory', `${options.program} is a folder; name the file to run.`);
  }
  checkWorkingDirectory(options.cwd);
  refuseInspectorFlags(options);
}

/** A program has one inspector, which is ours; with `--inspect-brk` Node would wait for a debugger before it comes to us. */
function refuseInspectorFlags({ runtimeArgs = [], env }: RecordOptions): void {
  const inherited = env.NODE_OPTIONS?.split(/\s+/) ?? [];
  const isInspectorFlag = (flag: string): boolean => /^--inspect(-brk|-wait)?(=|$)/.test(flag);
  const given = runtimeArgs.find(isInspectorFlag);
  const flag = given ?? inherited.find(isInspectorFlag);
  if (flag === undefined) return;
  const where = given === undefined ? 'in NODE_OPTIONS' : 'among the arguments for Node';
  throw new RecordingError(
    'inspector-flag',
    `${flag} ${where} opens the inspector that Heatline needs for itself; leave it out to profile the program.`,
  );
}

function hasMain(folder: string): boolean {
  return ['package.json', 'index.js'].some((name) => statSync(path.join(folder, name), { throwIfNoEntry: false }));
}
