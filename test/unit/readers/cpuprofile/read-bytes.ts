import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '../../../../src/readers/format-error.ts';
import { readCpuprofile } from '../../../../src/readers/cpuprofile/read.ts';
import type { ReadOptions } from '../../../../src/readers/cpuprofile/read.ts';
import type { Profile } from '../../../../src/core/index.ts';
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

/** The error with which a file is refused: a sentence that begins with the file. */
export async function refusalOf(reading: Promise<unknown>): Promise<FormatError> {
  const error: unknown = await reading.catch((reason: unknown) => reason);
  assert.ok(error instanceof FormatError, `not refused with a FormatError: ${String(error)}`);
  assert.ok(error.message.startsWith(error.file), error.message);
  return error;
}

/** The same JSON as V8 spells it: what `JSON.parse` makes of it, written anew. */
export function respell(bytes: Buffer | string): string {
  try {
    return JSON.stringify(JSON.parse(bytes.toString().replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new FormatError('some.cpuprofile', 'it is not valid JSON', undefined, { cause: error });
  }
}

/**
 * The reader's answer, and that for the same JSON in one piece and V8's spelling; a `FormatError` where the file is refused.
 * Other errors are thrown.
 */
export async function readBoth(
  bytes: Buffer | string,
  options?: ReadOptions,
): Promise<{ readonly actual: Profile | FormatError; readonly expected: Profile | FormatError }> {
  const [actual, expected] = await Promise.all([
    answerOf(() => readBytes(bytes, options)),
    answerOf(async () => readBytes(respell(bytes))),
  ]);
  return { actual, expected };
}

async function answerOf(read: () => Promise<Profile>): Promise<Profile | FormatError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}
