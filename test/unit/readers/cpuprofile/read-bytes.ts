import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '../../../../src/readers/format-error.ts';
import { readCpuprofile } from '../../../../src/readers/cpuprofile/read.ts';
import type { ReadOptions } from '../../../../src/readers/cpuprofile/read.ts';
import type { Profile } from '../../../../src/core/index.ts';
import { readReference } from '../../../support/reference-cpuprofile.ts';
import { withScratch } from '../../../support/scratch.ts';

/** Runs `use` with a file of these bytes. */
export function withFile<T>(bytes: Buffer | string, use: (path: string) => Promise<T>): Promise<T> {
  return withScratch(async (folder) => {
    const path = join(folder, 'some.cpuprofile');
    await writeFile(path, bytes);
    return use(path);
  });
}

/** The profile that the product's reader reads from these bytes. */
export function readBytes(bytes: Buffer | string, options?: ReadOptions): Promise<Profile> {
  return withFile(bytes, (path) => readCpuprofile(path, options));
}

/** The reader's answer and the reference's; a `FormatError` where the file is refused. Other errors are thrown. */
export function readBoth(
  bytes: Buffer | string,
  options?: ReadOptions,
): Promise<{ readonly actual: Profile | FormatError; readonly expected: Profile | FormatError }> {
  return withFile(bytes, async (path) => {
    const expected = await answerOf(() => readReference(path, Buffer.from(bytes)));
    return { actual: await answerOf(() => readCpuprofile(path, options)), expected };
  });
}

async function answerOf(read: () => Profile | Promise<Profile>): Promise<Profile | FormatError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}
