import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseVersion } from './native-typescript.ts';
import { foldersUp, isFile } from './typescript-files.ts';

/** A TypeScript loader that the program's workspace has installed. */
export interface WorkspaceLoader {
  readonly name: 'tsx' | 'ts-node' | '@swc-node/register';
  readonly version: string;
  /** What makes the runtime load it, by absolute paths. */
  readonly runtimeArgs: readonly string[];
  /** What else the user should know of how it runs. */
  readonly note?: string;
}

/**
 * The loader in the node_modules nearest above the program: tsx, else ts-node, else @swc-node/register.
 * `isModule`: the program is an ECMAScript module.
 */
export function findWorkspaceLoader(program: string, isModule: boolean): WorkspaceLoader | undefined {
  for (const folder of foldersUp(dirname(program))) {
    const modules = join(folder, 'node_modules');
    const loader = tsx(modules) ?? tsNode(modules, isModule) ?? swcNode(modules, isModule);
    if (loader) return loader;
  }
  return undefined;
}

const url = (...path: string[]): string => pathToFileURL(join(...path)).href;

function versionOf(packageFolder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

function tsx(modules: string): WorkspaceLoader | undefined {
  const folder = join(modules, 'tsx');
  const version = versionOf(folder);
  const entry = join(folder, 'dist', 'loader.mjs');
  if (!version || parseVersion(version)[0] < 4 || !isFile(entry)) return undefined;
  return { name: 'tsx', version, runtimeArgs: ['--import', url(entry)] };
}

const noChecks = 'its type check is left out, so that only the program is measured';

function tsNode(modules: string, isModule: boolean): WorkspaceLoader | undefined {
  const folder = join(modules, 'ts-node');
  const version = versionOf(folder);
  const require = join(folder, 'register', 'transpile-only.js');
  if (!version || !isFile(require)) return undefined;
  if (!isModule) return { name: 'ts-node', version, runtimeArgs: ['--require', require], note: noChecks };
  // --loader is deprecated and broken for entries since Node 20: register the same hooks the new way.
  const hooks = url(folder, 'esm', 'transpile-only.mjs');
  const code = `import{register}from"node:module";register(${JSON.stringify(hooks)})`;
  return {
    name: 'ts-node',
    version,
    runtimeArgs: ['--import', `data:text/javascript,${encodeURIComponent(code)}`],
    note: noChecks,
  };
}

function swcNode(modules: string, isModule: boolean): WorkspaceLoader | undefined {
  const folder = join(modules, '@swc-node', 'register');
  const version = versionOf(folder);
  if (!version) return undefined;
  const require = join(folder, 'register.js');
  const esm = ['esm-register.mjs', 'esm/esm-register.mjs'].map((name) => join(folder, name)).find(isFile);
  if (isModule && esm) return { name: '@swc-node/register', version, runtimeArgs: ['--import', url(esm)] };
  const cjs = [require, join(folder, 'lib', 'register.js'), join(folder, 'index.js')].find(isFile);
  return cjs && !isModule ? { name: '@swc-node/register', version, runtimeArgs: ['--require', cjs] } : undefined;
}
