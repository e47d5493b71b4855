import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../../core/index.ts';
import { type LaunchCommand, type RecordOptions } from '../recording-session.ts';
import { filterInspectorLines } from './stderr-filter.ts';
import { RecordingError } from '../../recording/index.ts';
import { TOO_FEW_FILES } from '../../target/index.ts';

/** How a process ended, as the system reports it. Both undefined where that is unknown. */
export interface ProgramExit {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
}

/** The profiled process, whoever started it. */
export interface Program {
  /** Undefined where the launcher does not say; the ready note then does. */
  readonly pid: number | undefined;
  /** Whether it is our child, so that the system tells us how it ended. */
  readonly isOurs: boolean;
  readonly stdin?: Writable;
  readonly stdout?: Readable;
  readonly stderr?: Readable;
  /** Resolves when the process has ended. If it is not ours, only when its launcher says so, which may be late or never. */
  readonly exited: Promise<ProgramExit>;
  /** The beginning of what the program wrote to stderr, where that went through us. */
  errorText(): string;
  kill(signal: NodeJS.Signals): void;
}

const ERROR_TEXT_LIMIT = 4000;
/** How often to look whether a terminal has started a command, in milliseconds. */
const START_POLL_MS = 50;

/** Starts the command here, or lets `options.launch` do it. Rejects with a {@link RecordingError}. */
export async function startProgram(
  command: LaunchCommand,
  options: Pick<RecordOptions, 'stdio' | 'command' | 'launch'>,
): Promise<Program> {
  if (options.launch === undefined) return spawnProgram(command, options);
  const { pid: told, ended = new Promise<ProgramExit>(() => undefined) } = await options.launch(command);
  const pid = command.pidFile === undefined ? told : await readPid(command.pidFile, ended);
  return {
    pid,
    isOurs: false,
    exited: ended,
    errorText: () => '',
    kill: (signal) => pid !== undefined && killQuietly(pid, signal),
  };
}

/** The process id that a command writes down as it starts; until it has `ended`. */
async function readPid(file: string, ended: Promise<unknown>): Promise<number> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (let isLast = isOver; ; isLast = isOver) {
    const [, pid] = /^(\d+)\n/.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
    if (pid !== undefined) return Number(pid);
    if (isLast) break;
    await sleep(START_POLL_MS);
  }
  throw new RecordingError('command-not-started', 'The command did not start in the terminal; see what that says.');
}

/** Sends a signal to a process that may be gone already. */
export function killQuietly(pid: number, signal: NodeJS.Signals): void {
  attempt(() => process.kill(pid, signal));
}

async function spawnProgram(
  command: LaunchCommand,
  options: Pick<RecordOptions, 'stdio' | 'command'>,
): Promise<Program> {
  const pipe = options.stdio === 'pipe';
  // The bootloader can mute a terminal only; if our stderr is anything else, the program's goes through the filter.
  // What a command starts keeps it silent by itself.
  const isFiltered = pipe || (!process.stderr.isTTY && options.command === undefined);
  const stderr = isFiltered ? 'pipe' : 'inherit';
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: [pipe ? 'pipe' : 'inherit', pipe ? 'pipe' : 'inherit', stderr],
    windowsHide: true,
  });
  child.on('error', () => undefined); // as of a signal that is not sent
  await once(child, 'spawn').catch((error: unknown) => {
    throw describeSpawnError(error as NodeJS.ErrnoException, command.command, options.command !== undefined);
  });
  let errorText = '';
  const keepBeginning = (bytes: Buffer): void => {
    if (errorText.length < ERROR_TEXT_LIMIT) errorText += bytes.toString('utf8');
  };
  const opening = options.command === undefined ? undefined : [];
  const filtered = child.stderr?.pipe(filterInspectorLines(keepBeginning, opening));
  const drained = !pipe && filtered ? forward(filtered) : Promise.resolve();
  const exited = new Promise<ProgramExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
  });
  return {
    pid: child.pid,
    isOurs: true,
    stdin: child.stdin ?? undefined,
    stdout: child.stdout ?? undefined,
    stderr: pipe ? filtered : undefined,
    exited: exited.then(async (exit) => {
      await drained;
      return exit;
    }),
    errorText: () => errorText,
    kill: (signal) => void child.kill(signal),
  };
}

/** Resolves when all output has been passed on to our stderr. */
async function forward(stream: Readable): Promise<void> {
  stream.pipe(process.stderr, { end: false });
  // If our own stderr is closed, keep reading: the program must not block on a full pipe.
  const readOn = (): void => void stream.resume();
  process.stderr.once('error', readOn);
  await finished(stream).catch(() => undefined);
  process.stderr.off('error', readOn);
}

function describeSpawnError({ code, message }: NodeJS.ErrnoException, name: string, isAnyCommand: boolean) {
  if (code === 'ENOENT' && isAnyCommand)
    return new RecordingError('command-not-found', `There is no command "${name}"; check its name and PATH.`);
  const reason = code === 'EMFILE' ? TOO_FEW_FILES : message;
  return new RecordingError('runtime-not-started', `"${name}" cannot be started: ${reason}.`);
}
