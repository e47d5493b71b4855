import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type LaunchCommand, type RecordOptions } from './recording-session.ts';
import { filterInspectorLines } from './stderr-filter.ts';
import { oldestNode, RecordingError } from '../recording/index.ts';

/** How a process ended. Both undefined where nobody told us. */
export interface ProgramExit {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
}

/** The profiled process, whoever started it. */
export interface Program {
  /** Undefined where the launcher did not tell; the ready note knows it then. */
  readonly pid: number | undefined;
  /** True where we started it ourselves and therefore learn how it ended. */
  readonly isOurs: boolean;
  readonly stdin?: Writable;
  readonly stdout?: Readable;
  readonly stderr?: Readable;
  /** Resolves when the process has ended; where it is not ours only if its launcher tells, and maybe late. */
  readonly exited: Promise<ProgramExit>;
  /** The beginning of what the program wrote to stderr, where that went through us. */
  errorText(): string;
  kill(signal: NodeJS.Signals): void;
}

const ERROR_TEXT_LIMIT = 4000;

/** Starts the command here, or lets `options.launch` do it. Rejects with a {@link RecordingError}. */
export async function startProgram(command: LaunchCommand, options: RecordOptions): Promise<Program> {
  if (options.launch === undefined) return spawnProgram(command, options);
  const { pid, ended } = await options.launch(command);
  return {
    pid,
    isOurs: false,
    exited: ended ?? new Promise(() => undefined),
    errorText: () => '',
    kill: (signal) => pid !== undefined && killQuietly(pid, signal),
  };
}

/** Sends a signal to a process that may be gone already. */
export function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended: that is what was wanted.
  }
}

async function spawnProgram(command: LaunchCommand, options: RecordOptions): Promise<Program> {
  const pipe = options.stdio === 'pipe';
  // Only a terminal can be muted by the bootloader; any other stderr of ours goes through the filter.
  const stderr = pipe || !process.stderr.isTTY ? 'pipe' : 'inherit';
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: [pipe ? 'pipe' : 'inherit', pipe ? 'pipe' : 'inherit', stderr],
    windowsHide: true,
  });
  await spawned(child, command);
  let errorText = '';
  const keepBeginning = (bytes: Buffer): void => {
    if (errorText.length < ERROR_TEXT_LIMIT) errorText += bytes.toString('utf8');
  };
  const filtered = child.stderr?.pipe(filterInspectorLines(keepBeginning));
  const drained = !pipe && filtered ? forward(filtered) : Promise.resolve();
  const exited = new Promise<ProgramExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
  });
  return {
    pid: child.pid,
    isOurs: true,
    stdin: pipe ? (child.stdin ?? undefined) : undefined,
    stdout: pipe ? (child.stdout ?? undefined) : undefined,
    stderr: pipe ? filtered : undefined,
    exited: exited.then(async (exit) => {
      await drained;
      return exit;
    }),
    errorText: () => errorText,
    kill: (signal) => void child.kill(signal),
  };
}

/** Ends when everything has been passed on; children of the program that hold the pipe do not keep us waiting. */
async function forward(stream: Readable): Promise<void> {
  stream.pipe(process.stderr, { end: false });
  // Nobody may read it any more: the program must not wait for that.
  process.stderr.once('error', () => stream.resume());
  await finished(stream).catch(() => undefined);
}

function spawned(child: ChildProcess, command: LaunchCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error: NodeJS.ErrnoException) => reject(describeSpawnError(error, command)));
  });
}

function describeSpawnError(error: NodeJS.ErrnoException, command: LaunchCommand): RecordingError {
  if (error.code === 'ENOENT') {
    return new RecordingError(
      'runtime-not-found',
      `No Node was found as "${command.command}"; install Node ${oldestNode} or newer, or name one with --runtime (in VS Code: runtimeExecutable).`,
    );
  }
  return new RecordingError('runtime-not-started', `"${command.command}" cannot be started: ${error.message}.`);
}
