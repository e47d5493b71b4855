import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { parseJsonc } from './jsonc.ts';
import { foldersUp, isFile } from './typescript-files.ts';

/** What running a TypeScript file needs to know of its tsconfig.json; paths absolute, `extends` followed. */
export interface Tsconfig {
  readonly file: string;
  readonly outDir?: string;
  readonly rootDir?: string;
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** The folder that `paths` are relative to. */
  readonly pathsBase: string;
  readonly jsx?: { readonly runtime: 'classic' | 'automatic' | 'preserve'; readonly importSource?: string };
}

/** The tsconfig.json nearest above a file; undefined where there is none or it cannot be read. */
export function readTsconfigFor(file: string): Tsconfig | undefined {
  for (const folder of foldersUp(dirname(file))) {
    const candidate = join(folder, 'tsconfig.json');
    if (isFile(candidate)) return readTsconfig(candidate);
  }
  return undefined;
}

type Options = Record<string, unknown>;

function readTsconfig(file: string): Tsconfig | undefined {
  const options = readOptions(file, new Set());
  if (!options) return undefined;
  const text = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === 'string' ? value : undefined;
  };
  const baseUrl = text('baseUrl');
  return {
    file,
    outDir: text('outDir'),
    rootDir: text('rootDir'),
    baseUrl,
    paths: options.paths as Tsconfig['paths'],
    pathsBase: baseUrl ?? text('pathsBase') ?? dirname(file),
    jsx: jsxOf(text('jsx'), text('jsxImportSource')),
  };
}

function jsxOf(jsx: string | undefined, importSource: string | undefined): Tsconfig['jsx'] {
  if (jsx === undefined) return undefined;
  return { runtime: jsx === 'react' ? 'classic' : 'automatic', importSource };
}

/** `compilerOptions` of the file over those that it extends, paths made absolute by the file that says them. */
function readOptions(file: string, seen: Set<string>): Options | undefined {
  if (seen.has(file)) return {};
  seen.add(file);
  let config: { extends?: unknown; compilerOptions?: Options };
  try {
    config = parseJsonc(readFileSync(file, 'utf8')) as typeof config;
  } catch {
    return undefined;
  }
  const folder = dirname(file);
  const bases = [config.extends ?? []].flat().filter((base) => typeof base === 'string');
  const inherited = bases.map((base) => {
    const path = resolveExtends(base, folder);
    return path ? (readOptions(path, seen) ?? {}) : {};
  });
  const own = { ...config.compilerOptions };
  for (const name of ['outDir', 'rootDir', 'baseUrl']) {
    const value = own[name];
    if (typeof value === 'string') own[name] = resolve(folder, value.replace('${configDir}', folder));
  }
  if (own.paths) own.pathsBase = folder;
  return Object.assign({}, ...inherited, own) as Options;
}

function resolveExtends(base: string, folder: string): string | undefined {
  if (isAbsolute(base) || base.startsWith('.')) {
    const path = resolve(folder, base);
    return [path, `${path}.json`, join(path, 'tsconfig.json')].find(isFile);
  }
  const require = createRequire(join(folder, 'tsconfig.json'));
  for (const request of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      return require.resolve(request);
    } catch {
      // The next spelling may be the one.
    }
  }
  return undefined;
}
