import { watch } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type EndingNote,
  formatRendezvous,
  type ReadyNote,
  RecordingError,
  type RendezvousNotes,
} from '../recording/index.ts';

/**
 * A private directory (only this user can enter it) through which the program tells where its inspector is. Files, not
 * a pipe: they work as well when somebody else starts the program, and children of the program do not inherit them.
 */
export interface Rendezvous {
  readonly directory: string;
  /** Value of the environment variable by which the program finds it. */
  readonly value: string;
  readonly ready: Promise<ReadyNote>;
  readonly ending: Promise<EndingNote>;
  /** The ending note of a program that is gone, if it left one. */
  lastWord(): Promise<EndingNote | undefined>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** How often to look for notes where files cannot be watched, in milliseconds. */
const POLL_INTERVAL = 50;

/** More than the notes of a program take, in bytes. */
const NOTES_SIZE = 16_384;

/**
 * Makes the directory and waits for the program's notes. Rejects with a {@link RecordingError} (`no-temporary-folder`)
 * where nothing can be written among the system's temporary files.
 */
export async function openRendezvous(): Promise<Rendezvous> {
  const directory = await makeDirectory();
  const stop = new AbortController();
  return {
    directory,
    value: formatRendezvous({ recorder: process.pid, directory }),
    ready: waitForNote(directory, 'ready', stop.signal),
    ending: waitForNote(directory, 'ending', stop.signal),
    lastWord: () => readNote(directory, 'ending'),
    close: async () => {
      stop.abort();
      // Windows cannot remove what is still open somewhere. A small folder left behind is no reason to lose a recording.
      await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

async function makeDirectory(): Promise<string> {
  let directory: string | undefined;
  try {
    directory = await mkdtemp(path.join(os.tmpdir(), 'heatline-'));
    // On a full disk the folder can be made, and the program's notes fail.
    const trial = path.join(directory, '.trial');
    await writeFile(trial, Buffer.alloc(NOTES_SIZE));
    await rm(trial);
    return directory;
  } catch (error) {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new RecordingError(
      'no-temporary-folder',
      `Heatline needs a temporary folder, and ${os.tmpdir()} does not take files (${code ?? message}); make room there, or set ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} to a folder that can be written to.`,
    );
  }
}

/** Never settles if the rendezvous closes first: race it against the program's end. */
function waitForNote<Name extends keyof RendezvousNotes>(
  directory: string,
  name: Name,
  signal: AbortSignal,
): Promise<RendezvousNotes[Name]> {
  return new Promise((resolve) => {
    const done = new AbortController();
    signal.addEventListener('abort', () => done.abort(), { once: true });
    const look = async (): Promise<void> => {
      const note = await readNote(directory, name);
      if (note === undefined || done.signal.aborted) return;
      done.abort();
      resolve(note);
    };
    const poll = (): void => {
      if (done.signal.aborted) return;
      const timer = setInterval(() => void look(), POLL_INTERVAL);
      done.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    };
    try {
      // A watcher can also fail later, as when its drive goes to sleep.
      watch(directory, { signal: done.signal }, () => void look()).on('error', poll);
    } catch {
      poll();
    }
  });
}

/** Notes appear whole, by renaming; anything else is taken for no note yet. */
async function readNote<Name extends keyof RendezvousNotes>(
  directory: string,
  name: Name,
): Promise<RendezvousNotes[Name] | undefined> {
  try {
    return JSON.parse(await readFile(path.join(directory, name), 'utf8')) as RendezvousNotes[Name];
  } catch {
    return undefined;
  }
}
