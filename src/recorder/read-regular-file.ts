import { readFile, stat } from 'node:fs/promises';

/**
 * The bytes of a file that a script or a recording names; undefined where it cannot be read or is no regular file: a
 * pipe or a device (`node /dev/stdin` names one) may never end.
 */
export async function readRegularFile(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return (await stat(file)).isFile() ? await readFile(file) : undefined;
  } catch {
    return undefined;
  }
}
