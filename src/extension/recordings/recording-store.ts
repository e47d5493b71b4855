import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { causesFileOf } from '../../recording/index.ts';
import { readRegularFile } from '../../recorder/scripts/read-regular-file.ts';
import { lastWrite, sha256 } from '../files-of-recording.ts';
import { readSetting } from '../settings.ts';
import {
  addEntry,
  addRun,
  filesOf,
  isHash,
  parseRecordingList,
  type RecordingEntry,
  type RecordingList,
  type RecordingResult,
  orphanedSources,
  surplusEntries,
  withEntry,
} from './recording-list.ts';

/** A file as it was profiled. */
export interface ProfiledFile {
  readonly path: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
}

/** Bigger files are not kept. */
const largestSource = 1_000_000;

/** The recordings of this workspace: files in VS Code's storage for it, and a small index beside them. */
export class RecordingStore {
  /** Absolute path. */
  readonly folder: string;
  readonly #indexFile: string;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #loaded: Promise<RecordingList> | undefined;
  #changing: Promise<unknown> = Promise.resolve();

  /** `folder`: where recordings are kept; made when the first one is. */
  constructor(folder: vscode.Uri) {
    this.folder = path.join(folder.fsPath, 'recordings');
    this.#indexFile = path.join(this.folder, 'recordings.json');
  }

  /** All recordings, the newest first. */
  list(): Promise<RecordingList> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined; // the next one may be able to read it
      throw error;
    });
    return this.#loaded;
  }

  async find(id: string): Promise<RecordingEntry | undefined> {
    return (await this.list()).find((entry) => entry.id === id);
  }

  /** The recording in this file, if it is one of ours. */
  async findFile(file: vscode.Uri): Promise<RecordingEntry | undefined> {
    return (await this.list()).find((entry) => path.relative(this.uriOf(entry).fsPath, file.fsPath) === '');
  }

  uriOf(entry: RecordingEntry): vscode.Uri {
    return vscode.Uri.file(path.join(this.folder, entry.file));
  }

  /** The files of all runs of an entry, that of `uriOf` first. */
  urisOf(entry: RecordingEntry): readonly vscode.Uri[] {
    return this.#pathsOf(entry).map((file) => vscode.Uri.file(file));
  }

  /** Whether something is being recorded into the folder, or was when its recorder was killed. */
  async hasUnfinished(): Promise<boolean> {
    const names = await fs.readdir(this.folder).catch(() => []);
    return names.some((name) => name.startsWith('.heatline-'));
  }

  /** A path for the recording of this program that is about to be made. */
  async newPath(program: string, ending = 'cpuprofile'): Promise<string> {
    await fs.mkdir(this.folder, { recursive: true });
    const name = path.basename(program).replace(/[^\w.-]+/g, '_');
    return path.join(this.folder, `${name}-${randomUUID().slice(0, 8)}.${ending}`);
  }

  /** Takes a finished recording in. Until its result is known, it pushes none out but the ones beyond `keep` and itself. */
  async add(file: string, program: string, title: string, keep = readSetting('keep')): Promise<RecordingEntry> {
    const { size } = await fs.stat(file);
    const id = path.basename(file);
    const entry = { id, file: id, title, program, recordedAt: Date.now(), bytes: size };
    await this.#change((list) => withoutSurplus(addEntry(list, entry), keep === 0 ? 0 : keep + 1));
    return entry;
  }

  /** Takes a finished recording in as one more run of an entry. */
  async addRun(id: string, file: string): Promise<void> {
    const { size } = await fs.stat(file);
    await this.#change((list) => addRun(list, id, path.basename(file), size));
    // The entry may have been deleted meanwhile, with all that belongs to it.
    await this.discard(file);
  }

  /** Deletes a recording that was not taken in. */
  async discard(file: string): Promise<void> {
    const isOurs = path.dirname(file) === this.folder;
    const isKept = (await this.list()).some((entry) => this.#pathsOf(entry).includes(file));
    if (isOurs && !isKept) await fs.rm(file, { force: true });
  }

  /** Notes what came out of a recording, and deletes the oldest ones beyond `keep`. */
  async setResult(id: string, result: RecordingResult, keep = readSetting('keep')): Promise<void> {
    await this.#change((list) => withoutSurplus(withEntry(list, id, { result }), keep));
  }

  /** Keeps a recording however many newer ones there are, or does not any more. */
  async pin(id: string, pinned: boolean): Promise<void> {
    await this.#change((list) => withEntry(list, id, { pinned, named: undefined }));
  }

  /** Gives a recording a title of the user's, which keeps it too. */
  async rename(id: string, title: string): Promise<void> {
    await this.#change((list) => withEntry(list, id, { title, pinned: true }));
  }

  async delete(id: string): Promise<void> {
    await this.#change((list) => list.filter((entry) => entry.id !== id));
  }

  /**
   * Keeps the text of profiled files, so that heat finds its lines also after they were edited. A file that is not
   * what was profiled any more is left out.
   */
  async keepSources(id: string, files: readonly ProfiledFile[]): Promise<void> {
    const kept = await Promise.all(files.map((file) => this.#keepSource(file)));
    const hashes = kept.filter((hash) => hash !== undefined);
    if (hashes.length > 0) await this.#change((list) => withEntry(list, id, { sources: hashes }));
  }

  /** The text of a profiled file by the hash of its bytes, if it was kept. */
  async profiledText(hash: string): Promise<string | undefined> {
    // It comes out of a recording: one with separators could name any file.
    if (!isHash(hash)) return undefined;
    const bytes = await readIfThere(this.#sourcePath(hash));
    return bytes?.toString('utf8');
  }

  async #load(): Promise<RecordingList> {
    const list = parseRecordingList((await readIfThere(this.#indexFile))?.toString('utf8') ?? '[]');
    const present = await Promise.all(list.map((entry) => this.#withoutMissing(entry)));
    return present.filter((entry) => entry !== undefined);
  }

  /** The entry with those of its runs whose files are there; undefined where there is none. */
  async #withoutMissing(entry: RecordingEntry): Promise<RecordingEntry | undefined> {
    const files = filesOf(entry);
    const written = await Promise.all(files.map((file) => lastWrite(path.join(this.folder, file))));
    const [first, ...others] = files.filter((_, index) => written[index] !== undefined);
    if (first === undefined || others.length === files.length - 1) return first === undefined ? undefined : entry;
    return { ...entry, file: first, runs: [first, ...others] };
  }

  async #keepSource({ path: file, hash }: ProfiledFile): Promise<string | undefined> {
    const bytes = await readRegularFile(file);
    if (bytes === undefined || bytes.length > largestSource) return undefined;
    if ((await sha256(bytes)) !== hash) return undefined;
    await fs.mkdir(path.dirname(this.#sourcePath(hash)), { recursive: true });
    await fs.writeFile(this.#sourcePath(hash), bytes);
    return hash;
  }

  /**
   * Changes the index, and deletes the files of entries that are gone from it. One change after the other, each on what
   * the file holds then: other windows may have the same store.
   */
  async #change(edit: (list: RecordingList) => RecordingList): Promise<void> {
    const change = this.#changing.then(async () => {
      const before = await this.#load();
      const after = edit(before);
      await this.#write(after);
      this.#loaded = Promise.resolve(after);
      await this.#deleteFiles(
        before.filter(({ id }) => !after.some((entry) => entry.id === id)),
        after,
      );
    });
    this.#changing = change.catch(() => undefined);
    await change;
    this.#changed.fire();
  }

  async #deleteFiles(removed: RecordingList, kept: RecordingList): Promise<void> {
    const files = [
      ...removed.flatMap((entry) => this.#pathsOf(entry)),
      ...orphanedSources(removed, kept).map((hash) => this.#sourcePath(hash)),
    ];
    for (const file of files) {
      await fs.rm(file, { force: true });
      await fs.rm(causesFileOf(file), { force: true });
    }
  }

  async #write(list: RecordingList): Promise<void> {
    await fs.mkdir(this.folder, { recursive: true });
    const draft = `${this.#indexFile}.${randomUUID().slice(0, 8)}`;
    await fs.writeFile(draft, JSON.stringify(list, undefined, 2));
    await fs.rename(draft, this.#indexFile);
  }

  #sourcePath(hash: string): string {
    return path.join(this.folder, 'sources', hash);
  }

  #pathsOf(entry: RecordingEntry): string[] {
    return filesOf(entry).map((file) => path.join(this.folder, file));
  }
}

function withoutSurplus(list: RecordingList, keep: number): RecordingList {
  const surplus = surplusEntries(list, keep);
  return list.filter((entry) => !surplus.includes(entry));
}

async function readIfThere(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await fs.readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
