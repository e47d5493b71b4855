import { stat } from 'node:fs/promises';
import { isOnNetwork } from '../urls/index.ts';
import { readRegularFile } from '../recorder/read-regular-file.ts';

/**
 * The bytes of a file that a recording names; undefined where it cannot be read, is no regular file or lies on another
 * machine.
 */
export async function readNamedFile(
  file: string,
  platform: string = process.platform,
): Promise<Buffer<ArrayBuffer> | undefined> {
  return isOnNetwork(file, platform) ? undefined : readRegularFile(file);
}

/**
 * What a file that a recording names has for a state: another text as soon as anybody wrote to it, for the time of change
 * cannot be set back by who writes. Undefined where it cannot be asked for or lies on another machine.
 */
export async function stampOfNamedFile(file: string, platform: string = process.platform): Promise<string | undefined> {
  if (isOnNetwork(file, platform)) return undefined;
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(file, { bigint: true });
    return [mtimeNs, ctimeNs, size, ino].join();
  } catch {
    return undefined;
  }
}
