import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { attempt } from '../core/attempt.ts';

/** Whether a path ends in `.ts`, `.tsx`, `.mts` or `.cts`, and is no declaration file. */
export function isTypeScriptFile(path: string): boolean {
  return /\.([mc]?ts|tsx)$/.test(path) && !/\.d\.[mc]?ts$/.test(path);
}

/** Whether a specifier names a file by its path, relative or absolute, and not a package or an alias. */
export function isPath(specifier: string): boolean {
  return /^\.\.?(\/|$)/.test(specifier) || isAbsolute(specifier);
}

/** Whether there is a file, and no folder, at a path. */
export function isFile(path: string): boolean {
  return attempt(() => statSync(path).isFile()) ?? false; // not there, or below a file
}

const endings: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
  '.jsx': ['.tsx'],
};

/**
 * The file that TypeScript means by a path that lacks the ending, names a folder, or ends like the compiled file. The path
 * itself where it names a TypeScript file, or where there is no such file.
 */
export function resolveTypeScriptPath(path: string): string {
  const ending = /\.[mc]?jsx?$/.exec(path)?.[0] ?? '';
  const candidates = [
    ...(endings[ending] ?? []).map((other) => path.slice(0, -ending.length) + other),
    path,
    ...['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'].map((suffix) => path + suffix),
    ...['index.ts', 'index.tsx', 'index.mts', 'index.cts', 'index.js'].map((index) => join(path, index)),
  ];
  return candidates.find(isFile) ?? path;
}

/** The module system of a TypeScript file by its ending, else by the nearest package.json's `type`; undefined: neither tells. */
export function moduleTypeOf(path: string): 'module' | 'commonjs' | undefined {
  if (path.endsWith('.mts')) return 'module';
  if (path.endsWith('.cts')) return 'commonjs';
  for (const folder of foldersUp(dirname(path))) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const type = attempt(() => (JSON.parse(readFileSync(file, 'utf8')) as { type?: unknown }).type);
    return type === 'module' || type === 'commonjs' ? type : undefined;
  }
  return undefined;
}

/** A folder, then each one around it. */
export function* foldersUp(folder: string): Generator<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}
