import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Running } from '../support/running.ts';
import { ensureInstalled } from './install.ts';
import { serverEntry, serverNode } from './paths.ts';
import { quietSettings, writeSettings, type Settings } from './settings.ts';

export interface ServerOptions {
  readonly userDataDir?: string;
  readonly extensionsDir?: string;
  /** Added to the environment of the server, and so of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /** User settings, written before the start; default `quietSettings`. */
  readonly settings?: Settings;
  /** With workspace trust, as a user has it; default without. */
  readonly workspaceTrust?: boolean;
  readonly onLog?: (text: string) => void;
}

export interface Server {
  readonly url: string;
  readonly userDataDir: string;
  /** Resolves with the exit code or signal. */
  readonly exited: Promise<number | string>;
  stop(): Promise<void>;
}

/** Starts VS Code's server on a free loopback port, in a process group of its own. Rejects when it does not come up. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  await ensureInstalled();
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'vsh-'));
  const dirs = {
    userDataDir: options.userDataDir ?? path.join(scratch, 'ud'),
    extensionsDir: options.extensionsDir ?? path.join(scratch, 'ext'),
  };
  mkdirSync(dirs.userDataDir, { recursive: true });
  mkdirSync(dirs.extensionsDir, { recursive: true });
  writeSettings(dirs.userDataDir, options.settings ?? quietSettings);
  const child = spawn(serverNode(), [serverEntry(), ...folderArgs(dirs), ...serverArgs(scratch, options)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its sockets go to the scratch folder; otherwise they pile up in the system's temporary folder.
    env: cleanEnv({ ...process.env, XDG_RUNTIME_DIR: scratch, ...options.env }),
  });
  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1)),
  );
  const stop = stopper(child, exited, scratch);
  try {
    const url = await listeningUrl(child, options.onLog);
    return { url, userDataDir: dirs.userDataDir, exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server's flags for its folders; its command line for extensions takes them too. */
export function folderArgs(dirs: { readonly userDataDir: string; readonly extensionsDir: string }): string[] {
  return ['--config', '/dev/null', '--user-data-dir', dirs.userDataDir, '--extensions-dir', dirs.extensionsDir];
}

function serverArgs(scratch: string, options: ServerOptions): string[] {
  return [
    ...['--auth', 'none', '--bind-addr', '127.0.0.1:0', '--session-socket', path.join(scratch, 's.sock')],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--disable-proxy'],
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...['--idle-timeout-seconds', '600'],
    // A built workbench takes extensionDevelopmentPath and extensionTestsPath from the URL only with this on.
    ...['--vscode-option', 'enable-smoke-test-driver'],
  ];
}

/** Without what an enclosing VS Code terminal or npm would leak into the server. */
function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const leaks = /^(VSCODE_(?!TEST_)|ELECTRON_|CODE_SERVER_|npm_|NODE_OPTIONS$|PORT$|PASSWORD$|HASHED_PASSWORD$)/;
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !leaks.test(name)));
  // No marketplace: nothing asks the network for extension updates.
  return { EXTENSIONS_GALLERY: '{}', ...kept };
}

/** Where it listens. Rejects with all that it printed when it ends without saying so. */
async function listeningUrl(child: ChildProcess, onLog?: (text: string) => void): Promise<string> {
  const running = new Running(child);
  if (onLog) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onLog);
  const listening = /HTTP server listening on (http:\/\/[\d.]+:\d+)/;
  return listening.exec(await running.until('stdout', listening))?.[1] ?? '';
}

function stopper(child: ChildProcess, exited: Promise<unknown>, scratch: string): () => Promise<void> {
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // gone already
    }
  };
  const clean = (): void => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  const atExit = (): void => {
    kill('SIGKILL');
    clean();
  };
  process.once('exit', atExit);
  return async () => {
    kill('SIGTERM');
    const timer = setTimeout(() => kill('SIGKILL'), 3000);
    await exited;
    clearTimeout(timer);
    atExit(); // whoever is left of the group: extension host, terminals
    process.removeListener('exit', atExit);
  };
}
