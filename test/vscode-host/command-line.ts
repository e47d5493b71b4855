import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The desktop binary's command line, as far as `@vscode/test-electron` and people use it. */
export interface CommandLine {
  readonly userDataDir: string;
  readonly extensionsDir: string | undefined;
  readonly folder?: string;
  readonly extensionDevelopmentPath: readonly string[];
  readonly extensionTestsPath?: string;
  readonly verbose: boolean;
  /** Arguments that start no window, for the server's own command line. */
  readonly manage: readonly string[];
}

const one = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;
const options = {
  'user-data-dir': one,
  'extensions-dir': one,
  'disable-extensions': { type: 'boolean' },
  'folder-uri': one,
  extensionDevelopmentPath: several,
  extensionTestsPath: one,
  'install-extension': several,
  verbose: { type: 'boolean' },
} as const;

/** Reads the desktop binary's arguments. Unknown flags are dropped, as most only matter to Electron. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false });
  const { extensionTestsPath, verbose } = values;
  const home = path.join(os.homedir(), '.vscode-host');
  const target = toFile(positionals.at(0) ?? values['folder-uri']);
  return {
    userDataDir: toFile(values['user-data-dir']) ?? path.join(home, 'user-data'),
    // Undefined is a new empty folder: built-in extensions and the ones under development only, as on the desktop.
    extensionsDir: values['disable-extensions']
      ? undefined
      : (toFile(values['extensions-dir']) ?? path.join(home, 'extensions')),
    folder: target && existsSync(target) && statSync(target).isDirectory() ? target : undefined,
    extensionDevelopmentPath: (values.extensionDevelopmentPath ?? []).flatMap((file) => toFile(file) ?? []),
    extensionTestsPath: testsFile(toFile(extensionTestsPath)),
    verbose: verbose === true || Boolean(process.env.VSCODE_HOST_VERBOSE),
    manage: (values['install-extension'] ?? []).flatMap((file) => ['--install-extension', String(file)]),
  };
}

/** An option without its value is true. */
const toFile = (file: string | boolean | undefined): string | undefined =>
  typeof file === 'string' ? path.resolve(file.replace(/^file:\/\//, '')) : undefined;

/** The desktop takes the tests' path as `require` does; the server wants the name of a file. */
function testsFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return [file, `${file}.js`, path.join(file, 'index.js')].find((name) => existsSync(name) && statSync(name).isFile());
}
