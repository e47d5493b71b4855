import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { createPathsMatcher, findTsconfig, parseTsconfig, type PathsMatcher } from 'get-tsconfig';
import { isFile, resolveTypeScriptPath } from './typescript-files.ts';

/** What running a TypeScript file needs to know of its tsconfig.json; paths are absolute, `extends` is followed. */
export interface Tsconfig {
  readonly file: string;
  /** Set when this file, or one that it extends, cannot be read; all other fields are then missing. Not a whole sentence. */
  readonly problem?: string;
  readonly outDir?: string;
  readonly rootDir?: string;
  readonly jsx?: { readonly runtime: 'classic' | 'automatic'; readonly importSource?: string };
  /** Whether decorators are told the types of what they decorate. */
  readonly emitDecoratorMetadata?: boolean;
  /** The paths, perhaps without an ending, where `paths` and `baseUrl` look for a bare specifier; the first file wins. */
  readonly matchPaths?: PathsMatcher;
}

/** The nearest tsconfig.json in the file's folder or those around it; undefined where there is none. */
export function readTsconfigFor(file: string): Tsconfig | undefined {
  const path = findTsconfig(dirname(file));
  if (path === undefined) return undefined;
  try {
    const config = parseTsconfig(path);
    const { outDir, rootDir, jsx, jsxImportSource, emitDecoratorMetadata } = config.compilerOptions ?? {};
    const absolute = (option: string | undefined) => option && resolve(dirname(path), option);
    return {
      file: resolve(path),
      // The parser puts `./` before an absolute path too.
      outDir: absolute(outDir?.replace(/^\.\/(?=\/|[a-z]:)/i, '')),
      rootDir: absolute(rootDir),
      jsx: jsx && { runtime: jsx === 'react' ? 'classic' : 'automatic', importSource: jsxImportSource },
      emitDecoratorMetadata: emitDecoratorMetadata === true,
      matchPaths: createPathsMatcher({ path, config }) ?? undefined,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { file: resolve(path), problem: problem.replace(/\.$/, '') };
  }
}

/**
 * Answers which file `paths` or `baseUrl` give for a bare specifier in a TypeScript file `parent`; undefined for an
 * ordinary package. Remembers each folder's tsconfig.json: make a new one wherever it may have changed. Node's own modules
 * are never replaced, since compiled code would not find the replacement either.
 */
export function createAliasResolver(): (specifier: string, parent: string) => string | undefined {
  const configs = new Map<string, Tsconfig | undefined>();
  return (specifier, parent) => {
    if (isBuiltin(specifier) || /[\\/]node_modules[\\/]/.test(parent)) return undefined;
    const folder = dirname(parent);
    if (!configs.has(folder)) configs.set(folder, readTsconfigFor(parent));
    return configs.get(folder)?.matchPaths?.(specifier).map(resolveTypeScriptPath).find(isFile);
  };
}
