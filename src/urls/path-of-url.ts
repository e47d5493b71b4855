import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The absolute path that a script's or source's url stands for, and a path itself; undefined for what is no local file.
 * Yarn's virtual folders, which are on no disk, are resolved to those that they stand for.
 */
export function pathOfUrl(url: string): string | undefined {
  const path = /^file:/i.test(url) ? filePath(url) : url;
  const isAbsolute = path?.startsWith('/') ? !path.startsWith('//') : process.platform === 'win32' && isDrive(path);
  return isAbsolute ? withoutVirtual(path ?? '') : undefined;
}

/** One name for a script, which samplers name by a url here and by a path there. */
export const scriptName = (url: string): string => pathOfUrl(url) ?? drivePath(url) ?? url;

/** The path that a file url of Windows stands for, on every system; undefined for other urls. */
function drivePath(url: string): string | undefined {
  const [, drive, rest] = /^file:\/{3}([a-z])(?::|%3a)(\/[^?#]*)/i.exec(url) ?? [];
  return drive && `${drive}:${decoded(rest).replaceAll('/', '\\')}`;
}

/** A url's percent escapes taken out; the text itself where they are broken. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a path is one of Windows, on a drive. */
export const isDrive = (path: string | undefined): boolean => /^[a-z]:[\\/]/i.test(path ?? '');

function filePath(url: string): string | undefined {
  if (process.platform !== 'win32' && drivePath(url) !== undefined) return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** `…/.yarn/__virtual__/NAME/1/packages/a` is `…/packages/a`: as many folders above the virtual one as the number says. */
function withoutVirtual(path: string): string {
  if (!path.includes('__virtual__') && !path.includes('$$virtual')) return path;
  const found = /^(.*)[\\/](?:__virtual__|\$\$virtual)[\\/][^\\/]+[\\/](\d{1,2})[\\/](.*)$/.exec(path);
  if (found === null) return path;
  const paths = path.startsWith('/') ? posix : win32;
  return paths.join(found[1], '../'.repeat(Number(found[2])), found[3]);
}

/** Whether a path is of an installed package. Folders with a dot hold what tools made of the user's own code. */
export const isInPackage = (path: string): boolean => /[\\/]node_modules[\\/](?!\.)/.test(path);

/**
 * Whether a path leads to another machine, as `\\host\share` does on Windows (`platform`: as Node names it). A recording
 * may name any path, and asking for this one would tell that machine who is looking at the recording.
 */
export function isOnNetwork(path: string, platform: string): boolean {
  return platform === 'win32' && /^[\\/]{2}/.test(path);
}

/** Whether a url leads to a server, as those of a page's scripts do. */
export const isServed = (url: string): boolean => /^https?:\/\//i.test(url);

/** The absolute path in a url by which Vite serves what is outside of its folder: `http://localhost:5173/@fs/app/a.ts`. */
export function servedPath(url: string): string | undefined {
  const [, path] = /^https?:\/\/[^/]*\/@fs(\/[^?#]*)/i.exec(url) ?? [];
  return path && pathOfUrl(`file://${path}`);
}
