import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

/**
 * The bytes of a file that a script or a recording names; undefined where it cannot be read or is no regular file: a
 * pipe or a device (`node /dev/stdin` names one) may never end, nor may a file of /proc, which tells no size.
 */
export async function readRegularFile(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return undefined;
    return found.size === 0 ? Buffer.alloc(0) : await readFile(file);
  } catch {
    return undefined;
  }
}

/** SHA-256 (hex), by which a recording knows a file. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
