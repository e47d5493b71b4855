import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attempt } from '../core/attempt.ts';
import { readTsconfigFor } from '../typescript/tsconfig.ts';
import { foldersUp, isFile } from '../typescript/typescript-files.ts';
import { parseVersion } from './runtime.ts';

/** Which loader is to run TypeScript; `auto` takes the first that there is. */
export type LoaderChoice = 'auto' | keyof typeof loaderPackages;

/** What a loader is called in settings, and the package that it is. */
export const loaderPackages = { tsx: 'tsx', 'ts-node': 'ts-node', swc: '@swc-node/register' } as const;

/** A TypeScript loader that the program's workspace has installed. */
export interface WorkspaceLoader {
  readonly name: 'tsx' | 'ts-node' | '@swc-node/register';
  readonly version: string;
  /** What makes the runtime load it, by absolute paths. */
  readonly runtimeArgs: readonly string[];
  /** Added to the program's environment: which tsconfig counts, wherever the program is started. */
  readonly env: Readonly<Record<string, string>>;
  /** What else the user should know of how it runs. */
  readonly note?: string;
}

/**
 * The loader in the node_modules nearest above the program: tsx, else ts-node, else @swc-node/register. tsx comes last where
 * tsconfig.json wants decorator metadata, which it does not emit: code that relies on it would break or take other ways.
 * `isModule`: the program is an ECMAScript module. `choice`: only this one.
 */
export function findWorkspaceLoader(
  program: string,
  isModule: boolean,
  choice: LoaderChoice = 'auto',
): WorkspaceLoader | undefined {
  const wantsMetadata = readTsconfigFor(program)?.emitDecoratorMetadata === true;
  const inOrder = wantsMetadata ? [tsNode, swcNode, tsx] : [tsx, tsNode, swcNode];
  const finders = choice === 'auto' ? inOrder : [{ tsx, 'ts-node': tsNode, swc: swcNode }[choice]];
  for (const folder of foldersUp(dirname(program))) {
    for (const find of finders) {
      const loader = find(join(folder, 'node_modules'), isModule);
      if (loader) return { ...loader, env: tsconfigVariables(loader.name, program) };
    }
  }
  return undefined;
}

const tsconfigVariable = {
  tsx: 'TSX_TSCONFIG_PATH',
  'ts-node': 'TS_NODE_PROJECT',
  '@swc-node/register': 'SWC_NODE_PROJECT',
};

/** Loaders look for tsconfig.json from the working directory on; the program's own is meant. */
function tsconfigVariables(name: WorkspaceLoader['name'], program: string): Record<string, string> {
  const config = readTsconfigFor(program);
  return config ? { [tsconfigVariable[name]]: config.file } : {};
}

const url = (...path: string[]): string => pathToFileURL(join(...path)).href;

function versionOf(packageFolder: string): string | undefined {
  const read = (): string => readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return attempt(() => JSON.parse(read()) as { version?: string })?.version;
}

function tsx(modules: string): WorkspaceLoader | undefined {
  const folder = join(modules, 'tsx');
  const version = versionOf(folder);
  const entry = join(folder, 'dist', 'loader.mjs');
  if (!version || parseVersion(version)[0] < 4 || !isFile(entry)) return undefined;
  return { name: 'tsx', version, runtimeArgs: ['--import', url(entry)], env: {} };
}

/** Registers a loader's hooks by their absolute url; the packages' own ways resolve them from the working directory. */
function registering(hooks: string): string[] {
  const code = `import{register}from"node:module";register(${JSON.stringify(hooks)})`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

const noChecks = 'its type check is left out, so that only the program is measured';

function tsNode(modules: string, isModule: boolean): WorkspaceLoader | undefined {
  const folder = join(modules, 'ts-node');
  const version = versionOf(folder);
  const require = join(folder, 'register', 'transpile-only.js');
  if (!version || !isFile(require)) return undefined;
  // --loader is deprecated and broken for entries since Node 20: register the same hooks the new way.
  const runtimeArgs = isModule ? registering(url(folder, 'esm', 'transpile-only.mjs')) : ['--require', require];
  return { name: 'ts-node', version, runtimeArgs, env: {}, note: noChecks };
}

function swcNode(modules: string, isModule: boolean): WorkspaceLoader | undefined {
  const folder = join(modules, '@swc-node', 'register');
  const version = versionOf(folder);
  const entry = isModule ? join(folder, 'esm', 'esm.mjs') : join(folder, 'index.js');
  if (!version || !isFile(entry)) return undefined;
  const runtimeArgs = isModule ? registering(url(entry)) : ['--require', entry];
  return { name: '@swc-node/register', version, runtimeArgs, env: {} };
}
