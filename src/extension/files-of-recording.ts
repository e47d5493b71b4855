import { webcrypto } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isOnNetwork } from '../urls/index.ts';
import { readRegularFile } from '../recorder/scripts/read-regular-file.ts';

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

/** When a file was last written: Unix time in milliseconds; undefined where there is none. */
export const lastWrite = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.mtimeMs;

/** SHA-256 (hex) of bytes, computed off this thread, which is the one that VS Code's extensions share. */
export async function sha256(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** The same of a file that a recording names; undefined where it cannot be read. */
export async function hashOfNamedFile(file: string): Promise<string | undefined> {
  const bytes = await readNamedFile(file);
  return bytes && (await sha256(bytes));
}
