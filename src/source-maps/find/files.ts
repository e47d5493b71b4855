import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { attempt } from '../../core/index.ts';
import { type MovedPath, movePath, pathOfUrl, servedPath } from '../../urls/index.ts';
import { type FileFacts, factsOf } from './file-access.ts';
import { createMapCache, type MapCache } from './map-cache.ts';
import { listByName } from './nearby-files.ts';

/** Bytes of files kept while one profile is mapped. */
const RECENT = 64 * 1024 * 1024;

/**
 * The files of one mapping, each looked at once. Everything answers undefined for what cannot be read, and for what is
 * no regular file: a recording may name pipes and devices, which may never end. Reads synchronously: this runs in a worker
 * or a command, where waiting in turn only costs time.
 *
 * A class rather than closures, so that the code V8 optimised for its methods serves the next mapping too.
 */
export class Files {
  readonly #facts = new Map<string, FileFacts | undefined>();
  readonly #made = new Map<string, unknown>();
  readonly #named = new Map<string, ReadonlyMap<string, readonly string[]>>();
  /** The bytes of the files read last: most are wanted twice in a row. */
  readonly #recent = createMapCache(RECENT);

  /** `moves`: where folders of another machine are on this one. */
  constructor(
    private readonly cache: MapCache = createMapCache(),
    private readonly moves: readonly MovedPath[] = [],
  ) {}

  /** The absolute path that a script's or source's url stands for on this machine; undefined where it is no local file. */
  pathOf(url: string): string | undefined {
    const path = pathOfUrl(url);
    if (path !== undefined) return this.moved(path);
    const moved = movePath(url, this.moves);
    return moved && (servedPath(url) ?? moved);
  }

  /** Where what was at a path is on this machine. */
  moved(path: string): string {
    return movePath(path, this.moves) ?? path;
  }

  /** The same of what may be relative to a file. */
  fileAt(url: string, from: string | undefined): string | undefined {
    const path = this.pathOf(url);
    // A drive letter is no scheme, but here it is no file either. Rollup marks modules that are no files with a zero byte.
    if (path !== undefined || from === undefined || /^(?:[a-z][a-z0-9+.-]*:|\/\/|\0)/i.test(url)) return path;
    return this.moved(resolve(dirname(from), url));
  }

  /** The files of a name that are in these folders or below, as `listByName` lists them. */
  named(name: string, folders: Iterable<string>): readonly string[] {
    const found = new Set<string>();
    for (const folder of new Set(folders)) {
      const listed = this.#named.get(folder) ?? listByName(folder);
      this.#named.set(folder, listed);
      for (const path of listed.get(name) ?? []) found.add(path);
    }
    return [...found];
  }

  facts(path: string): FileFacts | undefined {
    const known = this.#facts.get(path);
    if (known !== undefined || this.#facts.has(path)) return known;
    const found = factsOf(path);
    this.#facts.set(path, found);
    return found;
  }

  read(path: string): Buffer | undefined {
    const known = this.#recent.get(path, '') as Buffer | undefined;
    if (known !== undefined) return known;
    const bytes = this.readOnce(path);
    if (bytes !== undefined) this.#recent.set(path, '', bytes, bytes.length);
    return bytes;
  }

  /** As `read`, for what will not be wanted again. */
  readOnce(path: string): Buffer | undefined {
    const facts = this.facts(path);
    // Files of /proc tell no size, and some of them (/proc/kmsg) never end: they are taken as empty.
    return facts && attempt(() => (facts.size === 0 ? Buffer.alloc(0) : readFileSync(path)));
  }

  /** SHA-256 of the bytes of a file, hex. */
  hash(path: string): string | undefined {
    return this.remember('hash', path, () => {
      const bytes = this.read(path);
      return bytes && hashOf(bytes);
    });
  }

  /**
   * What `make` makes of a file, made once for each `kind` and path, and again only after the file was written.
   * `bytesOf`: about how much memory that holds.
   */
  remember<T>(kind: string, path: string, make: () => T, bytesOf?: (made: T) => number): T {
    return this.#keep(`${kind} ${path}`, this.facts(path)?.stamp, make, bytesOf);
  }

  /** As `remember`, for what is made of a text that came without a file: the same text finds it again, by its hash. */
  rememberText<T>(kind: string, hash: string, make: () => T, bytesOf?: (made: T) => number): T {
    return this.#keep(`${kind} of ${hash}`, '', make, bytesOf);
  }

  /** Without a stamp, only as long as these files are open. */
  #keep<T>(key: string, stamp: string | undefined, make: () => T, bytesOf?: (made: T) => number): T {
    if (this.#made.has(key)) return this.#made.get(key) as T;
    const known = stamp === undefined ? undefined : (this.cache.get(key, stamp) as T | undefined);
    const value = known ?? make();
    this.#made.set(key, value);
    if (known === undefined && value !== undefined && stamp !== undefined)
      this.cache.set(key, stamp, value, bytesOf?.(value) ?? 0);
    return value;
  }

  /** The nearest folder from a file upwards that has a package.json. */
  packageRoot(path: string): string | undefined {
    for (let at = dirname(path); ; at = dirname(at)) {
      if (this.facts(join(at, 'package.json')) !== undefined) return at;
      if (dirname(at) === at) return undefined;
    }
  }
}

/** SHA-256, hex. */
export function hashOf(bytes: Buffer | string): string {
  // The first versions of Node 20 do not have the quicker way.
  const hashAtOnce = (crypto as Partial<typeof crypto>).hash;
  return hashAtOnce?.('sha256', bytes, 'hex') ?? crypto.createHash('sha256').update(bytes).digest('hex');
}
