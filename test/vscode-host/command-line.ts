import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The desktop binary's command line, as far as `@vscode/test-electron` and people use it. */
export interface CommandLine {
  readonly userDataDir: string;
  readonly extensionsDir: string | undefined;
  readonly folder?: string;
  readonly workspace?: string;
  readonly extensionDevelopmentPath: readonly string[];
  readonly extensionTestsPath?: string;
  readonly verbose: boolean;
  /** Arguments that start no window (`--install-extension`, …), for the server's own command line. */
  readonly manage: readonly string[];
}

const takesValue = new Set([
  ...['extensionDevelopmentPath', 'extensionTestsPath', 'user-data-dir', 'extensions-dir', 'folder-uri', 'file-uri'],
  ...['install-extension', 'uninstall-extension', 'enable-proposed-api', 'log', 'locale', 'profile', 'timeout'],
  ...['disable-extension', 'add', 'goto', 'inspect-extensions', 'inspect-brk-extensions', 'remote-debugging-port'],
]);
const managing = ['install-extension', 'uninstall-extension', 'list-extensions', 'version', 'help'];
const managingDetails = ['show-versions', 'force'];

/** Reads the desktop binary's arguments. Unknown flags are dropped, as most only matter to Electron. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { flags, targets } = readFlags(args);
  const last = (name: string): string | undefined => flags.get(name)?.at(-1);
  const home = path.join(os.homedir(), '.vscode-host');
  const target = toFile(targets.at(0) ?? last('folder-uri'));
  return {
    userDataDir: toFile(last('user-data-dir')) ?? path.join(home, 'user-data'),
    // Undefined is a new empty folder: built-in extensions and the ones under development only, as on the desktop.
    extensionsDir: flags.has('disable-extensions')
      ? undefined
      : (toFile(last('extensions-dir')) ?? path.join(home, 'extensions')),
    folder: target && existsSync(target) && statSync(target).isDirectory() ? target : undefined,
    workspace: target?.endsWith('.code-workspace') ? target : undefined,
    extensionDevelopmentPath: (flags.get('extensionDevelopmentPath') ?? []).map(resolveFile),
    extensionTestsPath: testsFile(toFile(last('extensionTestsPath'))),
    verbose: flags.has('verbose') || Boolean(process.env.VSCODE_HOST_VERBOSE),
    manage: managing.some((name) => flags.has(name)) ? managingArgs(flags) : [],
  };
}

function readFlags(args: readonly string[]): { flags: Map<string, string[]>; targets: string[] } {
  const flags = new Map<string, string[]>();
  const targets: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(args[index]);
    if (!match) {
      targets.push(args[index]);
      continue;
    }
    const value = (match[2] as string | undefined) ?? (takesValue.has(match[1]) ? args[++index] : '');
    flags.set(match[1], [...(flags.get(match[1]) ?? []), value]);
  }
  return { flags, targets };
}

function managingArgs(flags: ReadonlyMap<string, readonly string[]>): string[] {
  return [...managing, ...managingDetails].flatMap((name) =>
    (flags.get(name) ?? []).flatMap((value) => (value ? [`--${name}`, value] : [`--${name}`])),
  );
}

const resolveFile = (file: string): string => path.resolve(file.replace(/^file:\/\//, ''));
const toFile = (file: string | undefined): string | undefined => (file === undefined ? undefined : resolveFile(file));

/** The desktop takes the tests' path as `require` does; the server wants the name of a file. */
function testsFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return [file, `${file}.js`, path.join(file, 'index.js')].find((name) => existsSync(name) && statSync(name).isFile());
}
