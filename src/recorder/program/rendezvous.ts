import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Guardian, startGuardian } from './guardian.ts';
import { attempt } from '../../core/index.ts';
import {
  type EndingNote,
  formatRendezvous,
  type ProgramSettings,
  type ReadyNote,
  RecordingError,
  SETTINGS_FILE,
} from '../../recording/index.ts';
import { MARKS_FOLDER } from '../../recording/mark-notes.ts';

/** How often to look for notes that nobody tells of, in milliseconds. */
const POLL_INTERVAL = 50;

/** More than the notes of a program take, in bytes. */
const NOTES_SIZE = 16_384;

/**
 * Makes the directory and waits for notes. Rejects with a {@link RecordingError} (`no-temporary-folder`) where nothing can
 * be written among the system's temporary files.
 */
export async function openRendezvous(): Promise<Rendezvous> {
  let directory: string | undefined;
  let guardian: Guardian | undefined;
  try {
    // As it is named, it may be relative: the program has a working directory of its own.
    directory = await mkdtemp(path.resolve(os.tmpdir(), 'heatline-'));
    guardian = startGuardian(directory);
    // On a full disk the folder can be made, and the program's notes fail.
    const trial = path.join(directory, '.trial');
    await writeFile(trial, Buffer.alloc(NOTES_SIZE));
    await rm(trial);
    return new Rendezvous(directory, guardian);
  } catch (error) {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    guardian?.dismiss();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new RecordingError(
      'no-temporary-folder',
      `Heatline needs a temporary folder, and ${os.tmpdir()} does not take files (${code ?? message}); make room there, or set TMPDIR (Windows: TEMP) to a folder that can be written to.`,
    );
  }
}

/**
 * A private directory (only this user can enter it) through which programs tell where their inspectors are. Files, not
 * a pipe: they work as well when somebody else starts the program. Their notes are taken out as they come.
 */
export class Rendezvous {
  /** The note of the first process that comes. */
  readonly first: Promise<ReadyNote>;
  readonly #stop = new AbortController();
  readonly #waiting: ReadyNote[] = [];
  readonly #endings = new Map<number, EndingNote>();
  readonly #wanted = new Map<number, (note: EndingNote) => void>();
  #listener: (note: ReadyNote) => void = (note) => this.#waiting.push(note);
  #resolveFirst: (note: ReadyNote) => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    readonly directory: string,
    /** Ends what comes here when this process is gone, however it ends. */
    readonly guardian: Guardian,
  ) {
    this.first = new Promise((resolve) => (this.#resolveFirst = resolve));
    const { signal } = this.#stop;
    const look = (): void => void this.#look();
    const timer = setInterval(look, POLL_INTERVAL);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    // Which tells sooner, where it can be had; it can also fail later, as when its drive goes to sleep.
    attempt(() => watch(directory, { signal }, look).on('error', () => undefined));
  }

  /** Value of the environment variable by which programs find it. */
  get value(): string {
    return formatRendezvous({ recorder: process.pid, directory: this.directory });
  }

  /** Written once, before the first program starts. */
  async settle(settings: ProgramSettings): Promise<void> {
    await mkdir(path.join(this.directory, MARKS_FOLDER), { recursive: true, mode: 0o700 });
    await writeFile(path.join(this.directory, SETTINGS_FILE), JSON.stringify(settings), { mode: 0o600 });
  }

  /** Hears of every process that comes, also of those that came before. One listener only. */
  onReady(listener: (note: ReadyNote) => void): void {
    this.#listener = listener;
    for (const note of this.#waiting.splice(0)) listener(note);
  }

  /** What a process says when it is about to end; to be asked once. Never settles if it says nothing. */
  ending(pid: number): Promise<EndingNote> {
    const note = this.#endings.get(pid);
    if (note) return Promise.resolve(note);
    return new Promise((resolve) => this.#wanted.set(pid, resolve));
  }

  /** The ending note of a process that is gone, if it left one. */
  async lastWord(pid: number): Promise<EndingNote | undefined> {
    await this.#look();
    return this.#endings.get(pid);
  }

  /** The process is gone: another may have its id. */
  forget(pid: number): void {
    this.#endings.delete(pid);
    this.#wanted.delete(pid);
  }

  /** Never rejects. */
  async close(): Promise<void> {
    this.#stop.abort();
    // Windows cannot remove what is still open somewhere. A small folder left behind is no reason to lose a recording.
    await rm(this.directory, { recursive: true, force: true }).catch(() => undefined);
    this.guardian.dismiss();
  }

  /** One look after the other: a note is handed on once. */
  #look(): Promise<void> {
    return (this.#looking = this.#looking.then(() => this.#lookOnce()));
  }

  async #lookOnce(): Promise<void> {
    const names = await readdir(this.directory).catch(() => []);
    for (const name of names) {
      const [, kind, pid] = /^(ready|ending)-(\d+)$/.exec(name) ?? [];
      const note = kind && (await this.#take(name));
      if (!note) continue;
      if (kind === 'ready') {
        this.#resolveFirst(note as ReadyNote);
        this.#listener(note as ReadyNote);
      } else {
        this.#endings.set(Number(pid), note as EndingNote);
        this.#wanted.get(Number(pid))?.(note as EndingNote);
      }
    }
  }

  /** Notes appear whole, by renaming; anything else is taken for no note yet. */
  async #take(name: string): Promise<unknown> {
    const file = path.join(this.directory, name);
    try {
      const note: unknown = JSON.parse(await readFile(file, 'utf8'));
      await rm(file, { force: true });
      return note;
    } catch {
      return undefined; // not whole yet
    }
  }
}
