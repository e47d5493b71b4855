import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FormatError } from './format-error.ts';

/** A few bytes unpack to a thousand times as many. No recording is larger. */
const MOST_UNPACKED = 16 * 1024 ** 3;

/** Whether a file that begins with these bytes is compressed with gzip. */
export const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/**
 * Gives `read` the path of an unpacked copy of a file, which is there until `read` is done: readers seek, and most read more than
 * fits into a string. Throws `FormatError` for a damaged file; errors of `read` name the file itself.
 */
export async function readUnpacked<T>(file: string, read: (unpacked: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-unpacked-'));
  const unpacked = path.join(folder, path.basename(file, '.gz'));
  try {
    await unpack(file, unpacked);
    return await read(unpacked);
  } catch (error) {
    throw error instanceof FormatError && error.file === unpacked ? error.of(file) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(file: string, unpacked: string): Promise<void> {
  let size = 0;
  const limit = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MOST_UNPACKED) throw new FormatError(file, 'it unpacks to more than 16 GB; it is no recording');
      yield chunk;
    }
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), limit, createWriteStream(unpacked));
  } catch (error) {
    const isDamaged = (error as NodeJS.ErrnoException).code?.startsWith('Z_');
    if (!isDamaged) throw error;
    throw new FormatError(file, 'it is compressed with gzip, and damaged or cut off; copy it again', undefined, {
      cause: error,
    });
  }
}
