import { dirname, join } from 'node:path';
import { attempt, type NpmPackage } from '../../core/index.ts';
import { scriptName } from '../../urls/index.ts';
import type { Files } from './files.ts';

/** The package of a file or url by its path; undefined where nothing tells. */
export type PackageOf = (path: string) => NpmPackage | undefined;

/** A path as far as the package that was installed there; folders with a dot hold what tools made. */
const INSTALLED = /^(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/@.][^\\/]*)(?=[\\/])/s;
/** Where stores keep a version in the names of folders and archives: `lodash@4.17.21`, `lodash-npm-4.17.21-6382451519-8.zip`. */
const IN_STORE = [
  /[\\/]\.pnpm[\\/](@?[^@\\/]+)@(\d[^_(\\/]*)[^\\/]*[\\/]node_modules[\\/]$/,
  /[\\/]([^\\/]+)-npm-(\d[^\\/]*?)-[0-9a-f]{10}[^\\/]*[\\/]node_modules[\\/]$/,
];

/**
 * Finds packages, each read once. What was installed is the package that it was installed as, whatever else has a package.json
 * inside of it (`terser/dist` is called "dist" there); where that is not on this machine, it is called as its folder is. All else
 * is of the nearest package.json that has a name.
 */
export function packageFinder(files: Files): PackageOf {
  const nearest = (folder: string): NpmPackage | undefined => {
    for (let at = folder; ; at = dirname(at)) {
      const found = readPackage(at, files);
      if (found !== undefined || dirname(at) === at) return found;
    }
  };
  const installedAs = (folder: string, above: string, name: string): NpmPackage =>
    readPackage(folder, files) ?? { name: name.replace('\\', '/'), ...versionInStore(above, name), folder };
  return (path) => {
    // Rollup marks modules with a zero byte that it makes itself of others.
    const real = scriptName(path.replace(/^\0/, ''));
    const [folder, above, name] = INSTALLED.exec(real) ?? [];
    if (folder !== undefined) return installedAs(folder, above, name);
    return isUrl(real) ? undefined : nearest(dirname(real));
  };
}

const isUrl = (path: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(path);

function versionInStore(above: string, name: string): Pick<NpmPackage, 'version'> {
  const found = IN_STORE.map((pattern) => pattern.exec(above)).find((match) => match !== null);
  const isSame = found?.[1].replace(/[+]/, '-') === name.replace(/[\\/]/, '-');
  return found && isSame ? { version: found[2] } : {};
}

function readPackage(folder: string, files: Files): NpmPackage | undefined {
  const path = join(folder, 'package.json');
  if (files.facts(path) === undefined) return undefined;
  return files.remember('package', path, () => {
    const parsed: unknown = attempt(() => JSON.parse(files.readOnce(path)?.toString('utf8') ?? 'null') as unknown);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { name, version } = parsed as { readonly name?: unknown; readonly version?: unknown };
    if (!isText(name)) return undefined;
    return { name, ...(isText(version) && { version }), folder };
  });
}

/** npm's own limit for names, in characters. */
const LONGEST = 214;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;
