import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Absolute path of the checkout, without a separator at its end. */
export const repository = path.resolve(import.meta.dirname, '../..');

const builds: Promise<unknown>[] = [];

/**
 * Builds what is shipped into dist/, once in a test process, whoever asks. Test processes that run at the same time, and
 * programs that run what is there, do not disturb one another: esbuild.mjs replaces only files that change, each at once.
 */
export async function buildOnce(): Promise<void> {
  if (builds.length === 0) builds.push(promisify(execFile)(process.execPath, ['esbuild.mjs'], { cwd: repository }));
  await builds[0];
}
