import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/**
 * The bytes of a file that a script or a recording names; undefined where it cannot be read or is no regular file: a
 * pipe or a device (`node /dev/stdin` names one) may never end, nor may a file of /proc, which tells no size.
 */
export async function readRegularFile(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return found.size === 0 ? Buffer.alloc(0) : readFile(file).catch(() => undefined);
}

/** How many files are read at a time. */
const FILES_AT_ONCE = 16;

/** Does something for each of many files, for some of them at once; gives the results in their order. */
export async function forFiles<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < items.length; i += FILES_AT_ONCE)
    results.push(...(await Promise.all(items.slice(i, i + FILES_AT_ONCE).map(read))));
  return results;
}

/** SHA-256 (hex), by which a recording knows a file. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
