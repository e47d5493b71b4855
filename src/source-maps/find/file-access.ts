import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
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

/** Reads a file of so many bytes; how many there were, undefined where it cannot be read or the buffer is too short. */
export function readInto(buffer: Buffer, path: string, size: number): number | undefined {
  if (size > buffer.length) return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    let length = 0;
    let count = -1;
    while (count !== 0 && length < size) {
      count = readSync(file, buffer, length, size - length, -1);
      length += count;
    }
    return length;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The last bytes of a file. Throws where it cannot be read. */
export function readTail(path: string, bytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const length = Math.min(size, bytes);
    const buffer = Buffer.allocUnsafe(length);
    const read = readSync(file, buffer, 0, length, size - length);
    return buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}
