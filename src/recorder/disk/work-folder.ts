import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notWritable } from './section.ts';
import { UNFINISHED_NOTE, type UnfinishedNote } from '../../recording/journal.ts';

/** The folder's name while no other recording beside it has taken it. */
const USUAL_NAME = '.heatline-log';
const OTHER_NAMES = '.heatline-';

/**
 * Makes the folder in which a recording grows, beside its place so that files need only be renamed. V8 opens the files of
 * its logs for everybody to read and through links; in here nobody else gets to them, from the first byte on. Its name is
 * the same each time where possible: V8 discards code that programs kept on disk (`module.enableCompileCache`) when any of
 * its flags changes, `--logfile` among them, and each run would fill another cache. Rejects with a `RecordingError`
 * (`output-not-writable`).
 */
export async function makeWorkFolder(output: string, program: string): Promise<string> {
  const parent = path.dirname(output);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const usual = path.join(parent, USUAL_NAME);
    const folder = await mkdir(usual, { mode: 0o700 }).then(
      () => usual,
      () => mkdtemp(path.join(parent, OTHER_NAMES)),
    );
    const note: UnfinishedNote = { version: 1, recorder: process.pid, output, program, startedAt: Date.now() };
    await writeFile(path.join(folder, UNFINISHED_NOTE), JSON.stringify(note), { mode: 0o600 });
    return folder;
  } catch (error) {
    throw notWritable(parent, error);
  }
}

/**
 * Removes such a folder, to which something may still be written, or which the program has removed itself. Never rejects: a folder
 * left behind is no reason to lose a recording.
 */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
}

/** Absolute paths of what may be such folders in a folder of recordings. */
export async function listWorkFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(OTHER_NAMES))
    .map(({ name }) => path.join(parent, name));
}
