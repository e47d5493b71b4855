import { join } from 'node:path';
import { decoded, isDrive, scriptName } from './path-of-url.ts';

/** What had been at `from`, a folder, a file or the beginning of urls, is at `to` on this machine, an absolute path. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
}

/** Where a path or url is on this machine, by the longest `from` that it begins with; undefined where none fits. */
export function movePath(path: string, moves: readonly MovedPath[]): string | undefined {
  const plain = plainName(path);
  let best: { readonly to: string; readonly rest: string } | undefined;
  for (const { from, to } of moves) {
    const start = plainName(from).replace(/\/$/, '');
    const rest = plain.slice(start.length);
    const isInside = alike(plain).startsWith(alike(start)) && (rest === '' || rest.startsWith('/'));
    if (isInside && (best === undefined || rest.length < best.rest.length)) best = { to, rest };
  }
  if (best === undefined) return undefined;
  const isUrl = /^[a-z][\w+.-]+:\/\//i.test(plain);
  return join(best.to, isUrl ? decoded(best.rest.split(/[?#]/, 1)[0]) : best.rest);
}

const plainName = (path: string): string => scriptName(path).replaceAll('\\', '/');

/** Windows does not tell small letters from capitals. */
const alike = (path: string): string => (isDrive(path) ? path.toLowerCase() : path);
