import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Absolute path of something in a scratch folder; without names, the folder itself. */
export type InScratch = (...names: readonly string[]) => string;

/**
 * A scratch folder for the tests of the suite that calls this: made before the first of them, removed after the last.
 * The result is for use inside tests and hooks: `const scratch = useScratch(); … scratch('main.js')`.
 */
export function useScratch(): InScratch {
  let folder: string | undefined;
  before(async () => {
    folder = await makeScratch();
  });
  after(async () => {
    if (folder !== undefined) await removeScratch(folder);
  });
  return (...names) => {
    if (folder === undefined) throw new Error('A scratch folder exists in tests and hooks only');
    return path.join(folder, ...names);
  };
}

/** A scratch folder for what is not a mocha suite; its path has no symbolic links. */
export async function makeScratch(): Promise<string> {
  return mkdtemp(path.join(realpathSync(os.tmpdir()), 'heatline-test-'));
}

/** Does one piece of work with a scratch folder of its own. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeScratch();
  try {
    return await work(folder);
  } finally {
    await removeScratch(folder);
  }
}

/** Removes a scratch folder, also one into which a dying process still writes. */
export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
