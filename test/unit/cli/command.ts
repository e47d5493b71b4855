import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds what the command needs, as it is shipped. */
export function buildCommand(): void {
  const recording = [
    'cli',
    'resolve-typescript',
    'test-runs',
    'bootloader',
    'worker-children',
    'attached-repair',
    'strip-hooks',
    'strip-loader',
  ];
  const bundles = [...recording, 'analysis-worker', 'webview'];
  execFileSync(process.execPath, ['esbuild.mjs', ...bundles], { cwd: repository });
}

export interface Outcome {
  /** As a shell tells it: 128 plus the signal's number, where one ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with programs, in which the built `heatline` is really run. */
export class Bench {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'heatline cli ')));

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** Starts `heatline`; `act` sees the process and what it has written so far, after each piece of output. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const command = [process.execPath, join(repository, 'dist/cli.cjs'), ...args];
    const limit =
      options.fileBlocks === undefined ? [] : ['sh', '-c', `ulimit -f ${options.fileBlocks}; exec "$@"`, 'sh'];
    const [file, ...rest] = [...limit, ...command];
    const child = spawn(file, rest, {
      cwd: options.cwd ?? this.folder,
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...options.env },
      detached: true,
      stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      options.act?.(child, stdout);
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      options.actOnError?.(child, stderr);
    });
    child.stdin!.end(options.input ?? '');
    const codeOf = (signal: NodeJS.Signals | null): number | null => signal && 128 + constants.signals[signal];
    return new Promise((resolve) =>
      child.on('close', (code, signal) => resolve({ code: code ?? codeOf(signal), stdout, stderr })),
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the bench's folder. */
  readonly cwd?: string;
  /** No file that is written may be larger, as if the disk were full; in blocks of `ulimit -f`, 512 or 1024 bytes. */
  readonly fileBlocks?: number;
  /** Where standard output goes, a file's descriptor; undefined: it is read. */
  readonly stdout?: number;
  readonly act?: Act;
  /** Likewise, after each piece on standard error. */
  readonly actOnError?: Act;
}

export type Act = (child: ChildProcess, stdout: string) => void;

/** Acts once, as soon as the program has printed `ready`. */
export function onReady(act: Act): Act {
  let isDone = false;
  return (child, stdout) => {
    if (isDone || !stdout.includes('ready')) return;
    isDone = true;
    act(child, stdout);
  };
}
