import * as path from 'node:path';
import { findExecutable } from '../../recording/old-executables.ts';
import { foldersUp, isFile } from '../../target/index.ts';
import { type HeatlineConfiguration, programPath } from './launch-options.ts';

/** What starts a program in a Node that it chooses itself. */
const launchers =
  /^(npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack|tsx|ts-node(-\w+)*|vite-node|babel-node|nodemon|cross-env|dotenvx?)$/i;

/**
 * The command that a configuration runs, to be recorded with all that it starts, where that is not a file in a Node: its
 * `runtimeExecutable` is a launcher of programs (npm, npx, tsx …, or anything that lies in node_modules/.bin), or it names
 * no program. Undefined for a file.
 */
export function findCommand(
  configuration: HeatlineConfiguration,
  { cwd, env, folder }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly folder: string | undefined },
): { readonly command: string; readonly args: readonly string[] } | undefined {
  const { runtimeExecutable: name = 'node', runtimeArgs, program, args } = configuration;
  const isBare = path.basename(name) === name;
  const folders = env.PATH ?? env.Path ?? '';
  const installed = isBare && !findExecutable(name, { folders, cwd }) ? findInstalled(name, cwd) : undefined;
  const isLauncher = launchers.test(path.parse(name).name) || installed !== undefined || inBin.test(path.dirname(name));
  if (program !== '' && !isLauncher) return undefined;
  const file = program === '' ? [] : [programPath(configuration, folder)];
  return { command: installed ?? (isBare ? name : path.resolve(cwd, name)), args: [...runtimeArgs, ...file, ...args] };
}

const inBin = /[/\\]?node_modules[/\\]\.bin$/;

/** The command of this name that packages above a folder bring. */
const findInstalled = (name: string, folder: string): string | undefined =>
  [...foldersUp(folder)].map((current) => path.join(current, 'node_modules', '.bin', name)).find(isFile);
