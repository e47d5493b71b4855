import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { attempt } from '../../core/index.ts';
import { isOnNetwork } from '../../urls/index.ts';

/** Times are coarse: a file that changed less long ago could change again without another time. */
const SETTLED_MS = 20;

export interface FileFacts {
  readonly size: number;
  /** Unix time in milliseconds. */
  readonly modified: number;
  /** Differs when the file is another, or was written since. Undefined for a file written only just now. */
  readonly stamp: string | undefined;
}

/** What is known of a file without reading it; undefined where there is none on this machine, or something else. */
export function factsOf(path: string): FileFacts | undefined {
  if (isOnNetwork(path, process.platform)) return undefined;
  const found = attempt(() => statSync(path, { throwIfNoEntry: false }));
  if (found?.isFile() !== true) return undefined;
  const { size, mtimeMs: modified, ctimeMs: changed, ino } = found;
  const isSettled = Date.now() - changed > SETTLED_MS;
  return { size, modified, stamp: isSettled ? `${size} ${modified} ${changed} ${ino}` : undefined };
}

/** Whether a file or folder that exists is in a folder, wherever links lead. */
export function isInside(folder: string, file: string): boolean {
  const way = attempt(() => relative(realpathSync(folder), realpathSync(file)));
  return way !== undefined && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
