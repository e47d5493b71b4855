import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attempt } from '../core/attempt.ts';
import { readTsconfigFor } from '../typescript/tsconfig.ts';
import { foldersUp, isFile } from '../typescript/typescript-files.ts';
import { parseVersion } from './runtime.ts';

/** Which loader is to run TypeScript; `auto` takes the first that there is. */
export type LoaderChoice = 'auto' | keyof typeof loaders;

interface Loader {
  /** Of the package. */
  readonly name: string;
  /** Names the tsconfig.json that counts. A loader would look for one from the working directory on; the program's own is meant. */
  readonly variable: string;
  /** What is loaded for a program of CommonJS, and for one that is an ECMAScript module. */
  readonly script: string;
  readonly module: string;
  /** What else the user should know of how it runs. */
  readonly note?: string;
}

/** By what they are called in settings. */
export const loaders = {
  tsx: { name: 'tsx', variable: 'TSX_TSCONFIG_PATH', script: 'dist/loader.mjs', module: 'dist/loader.mjs' },
  'ts-node': {
    ...{ name: 'ts-node', variable: 'TS_NODE_PROJECT' },
    ...{ script: 'register/transpile-only.js', module: 'esm/transpile-only.mjs' },
    note: 'its type check is left out, so that only the program is measured',
  },
  swc: { name: '@swc-node/register', variable: 'SWC_NODE_PROJECT', script: 'index.js', module: 'esm/esm.mjs' },
} as const satisfies Record<string, Loader>;

/**
 * The loader in the node_modules nearest above the program: tsx, else ts-node, else @swc-node/register. tsx comes last where
 * tsconfig.json wants decorator metadata, which it does not emit: code that relies on it would break or take other ways.
 * `isModule`: the program is an ECMAScript module. `choice`: only this one.
 */
export function findWorkspaceLoader(program: string, isModule: boolean, choice: LoaderChoice = 'auto') {
  const config = readTsconfigFor(program);
  const { tsx, 'ts-node': tsNode, swc } = loaders;
  const inOrder = config?.emitDecoratorMetadata === true ? [tsNode, swc, tsx] : [tsx, tsNode, swc];
  const wanted: readonly Loader[] = choice === 'auto' ? inOrder : [loaders[choice]];
  for (const folder of foldersUp(dirname(program))) {
    for (const { name, variable, note, script, module } of wanted) {
      const place = join(folder, 'node_modules', name);
      const entry = join(place, isModule ? module : script);
      const version = versionOf(place);
      const isTsx = name === 'tsx';
      if (!version || !isFile(entry) || (isTsx && parseVersion(version)[0] < 4)) continue;
      const url = pathToFileURL(entry).href;
      const runtimeArgs = isTsx ? ['--import', url] : isModule ? registering(url) : ['--require', entry];
      const env: Record<string, string> = config ? { [variable]: config.file } : {};
      return { name, version, note, runtimeArgs, env };
    }
  }
  return undefined;
}

function versionOf(packageFolder: string): string | undefined {
  const read = (): string => readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return attempt(() => JSON.parse(read()) as { version?: string })?.version;
}

/**
 * Registers a loader's hooks by their absolute url; the packages' own ways resolve them from the working directory, and `--loader` is
 * deprecated and broken for entries since Node 20.
 */
function registering(hooks: string): string[] {
  const code = `import{register}from"node:module";register(${JSON.stringify(hooks)})`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
