import path from 'node:path';
import { type LaunchCommand, type RecordOptions } from '../recording-session.ts';
import { type Rendezvous } from '../program/rendezvous.ts';
import { checkWorkingDirectory } from '../../target/index.ts';
import { flagsOfNode, hindersAll, HINDERS_LOG, keepNodeOptions } from '../../recording/node-options.ts';
import { refusesInspectorFlags } from '../../recording/old-executables.ts';
import { bootloaderFlags, bootloaderNodeOptions, RecordingError, RENDEZVOUS_VARIABLE } from '../../recording/index.ts';

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
  const { command } = options;
  if (command !== undefined) return buildOtherCommand({ ...options, command, bootloader }, rendezvous, samplerFlags);
  return {
    command: options.runtimeExecutable ?? 'node',
    args: [
      ...samplerFlags,
      ...bootloaderFlags(bootloader),
      ...permissionFlags(options, bootloader, rendezvous),
      ...(options.runtimeArgs ?? []),
      options.program,
      ...options.args,
    ],
    cwd: options.cwd,
    env: { ...options.env, [RENDEZVOUS_VARIABLE]: rendezvous.value },
  };
}

/** A command that is a Node has the flags; others, and what they start, find them in the environment. */
function buildOtherCommand(
  options: RecordOptions & { readonly command: string; readonly bootloader: string },
  rendezvous: Rendezvous,
  samplerFlags: readonly string[],
): LaunchCommand {
  const { command, cwd, env, bootloader, launch } = options;
  if (isNodeCommand(command) && hindersAll(flagsOfNode(options.args))) return { command, args: options.args, cwd, env };
  const given = env.NODE_OPTIONS ?? '';
  const known = new Map([[process.execPath, false]]);
  const refuses = (word: string, ofWord: readonly string[] = []): boolean =>
    refusesInspectorFlags(word, ofWord, { folders: env.PATH ?? '', cwd }, known);
  const [usual, reduced] = [false, true].map((isReduced) => bootloaderNodeOptions(bootloader, isReduced));
  const args = [
    ...(isNodeCommand(command) ? samplerFlags : []),
    ...keepNodeOptions(command, options.args, { usual, reduced: reduced + given, refuses }),
  ];
  const environment = {
    ...env,
    NODE_OPTIONS: `${refuses(command, options.args) ? reduced : usual}${given}`,
    [RENDEZVOUS_VARIABLE]: rendezvous.value,
  };
  if (launch === undefined || process.platform === 'win32') return { command, args, cwd, env: environment };
  // Terminals do not tell: a shell does, and becomes the command.
  const pidFile = path.join(rendezvous.directory, 'command.pid');
  const telling = ['-c', 'echo $$ > "$0"; exec "$@"', pidFile, command, ...args];
  return { command: 'sh', args: telling, cwd, env: environment, pidFile };
}

/** Whether a command is named as Node is. */
export function isNodeCommand(command: string): boolean {
  return /^node(\.exe)?$/i.test(path.basename(command));
}

const PERMISSION = /^--(experimental-)?permission$/;

/** Throws a {@link RecordingError} for what would fail anyway, in clearer words than the system's. */
export function checkOptions(options: RecordOptions): void {
  checkWorkingDirectory(options.cwd);
  // A program has one inspector, which is ours; with `--inspect-brk` Node would wait for a debugger before it comes to us.
  const inspects = findNodeFlag(options, /^--inspect(-brk|-wait)?(=|$)/);
  if (inspects !== undefined)
    throw new RecordingError(
      'inspector-flag',
      `${inspects} opens the inspector that Heatline needs for itself; leave it out to profile the program.`,
    );
  const forbids = findNodeFlag(options, PERMISSION);
  if (forbids !== undefined && findNodeFlag(options, /^--allow-inspector$/) === undefined)
    throw new RecordingError(
      'permission-flag',
      `${forbids} forbids the inspector that Heatline needs; add --allow-inspector (Node 24 or newer), or leave it out to profile the program.`,
    );
}

/** The flag that keeps samples out of V8's log, or V8's log out of the program, and where it stands, in words. */
export function findLogHindrance(options: RecordOptions): string | undefined {
  const given =
    options.command === undefined ? undefined : flagsOfNode(options.args).find((flag) => HINDERS_LOG.test(flag));
  // The permissions that a file needs for it are given by us.
  return given ?? findNodeFlag(options, /^--(cpu-prof|snapshot-blob)(?![\w-])/);
}

/** What the bootloader needs under Node's permission model, and no more. */
function permissionFlags(options: RecordOptions, bootloader: string, { directory }: Rendezvous): string[] {
  if (findNodeFlag(options, PERMISSION) === undefined) return [];
  const read = [path.dirname(bootloader), directory].map((folder) => `--allow-fs-read=${folder}`);
  return [...read, `--allow-fs-write=${directory}`];
}

/** A flag for Node, and where it stands, in words; undefined where there is none. */
function findNodeFlag({ runtimeArgs = [], env }: RecordOptions, pattern: RegExp): string | undefined {
  const given = runtimeArgs.find((flag) => pattern.test(flag));
  if (given !== undefined) return `${given} among the arguments for Node`;
  const inherited = env.NODE_OPTIONS?.split(/\s+/).find((flag) => pattern.test(flag));
  return inherited && `${inherited} in NODE_OPTIONS`;
}
