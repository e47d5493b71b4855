import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import * as crypto from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MapCache } from './map-cache.ts';

/** Bytes of files kept while one profile is mapped. */
const RECENT = 64 * 1024 * 1024;
const SETTLED_MS = 20;

export interface FileFacts {
  readonly size: number;
  /** Unix time in milliseconds. */
  readonly modified: number;
  /** Differs when the file is another, or was written since. Undefined for a file written only just now. */
  readonly stamp?: string;
}

/** The files of one mapping, each looked at once. Everything answers undefined for what cannot be read. */
export interface Files {
  facts(path: string): FileFacts | undefined;
  read(path: string): Buffer | undefined;
  /** As `read`, for what will not be wanted again. */
  readOnce(path: string): Buffer | undefined;
  /** SHA-256 of a file's bytes, hex. */
  hash(path: string): string | undefined;
  /**
   * What `make` makes of a file, made once for each `kind` and path, and again only after the file was written.
   * `bytesOf`: about how much memory that holds.
   */
  remember<T>(kind: string, path: string, make: () => T, bytesOf?: (made: T) => number): T;
  /** The last `bytes` of a file; a character may be cut at the front. */
  readTail(path: string, bytes: number): Buffer | undefined;
  /** The nearest folder from a file upwards that has a package.json. */
  packageRoot(path: string): string | undefined;
}

/** Reads synchronously: this runs in a worker or a command, where waiting in turn only costs time. */
export function openFiles(cache: MapCache): Files {
  const facts = new Map<string, FileFacts | undefined>();
  const roots = new Map<string, string | undefined>();
  const lookAt = (path: string) => {
    if (!facts.has(path)) facts.set(path, factsOf(path));
    return facts.get(path);
  };
  const rootOf = (folder: string): string | undefined => {
    const passed: string[] = [];
    let at = folder;
    let root: string | undefined;
    while (root === undefined) {
      if (roots.has(at)) {
        root = roots.get(at);
        break;
      }
      passed.push(at);
      if (lookAt(join(at, 'package.json')) !== undefined) root = at;
      else if (dirname(at) === at) break;
      else at = dirname(at);
    }
    for (const each of passed) roots.set(each, root);
    return root;
  };
  const recent = keepRecent();
  const read = (path: string) => {
    if (lookAt(path) === undefined) return undefined;
    return recent.get(path) ?? recent.add(path, () => attempt(() => readFileSync(path)));
  };
  const remember = rememberIn(cache, lookAt);
  return {
    facts: lookAt,
    read,
    readOnce: (path) => attempt(() => readFileSync(path)),
    remember,
    hash: (path) =>
      remember('hash', path, () => {
        const bytes = read(path);
        return bytes && hashOf(bytes);
      }),
    readTail: (path, bytes) => recent.get(path)?.subarray(-bytes) ?? attempt(() => readTail(path, bytes)),
    packageRoot: (path) => rootOf(dirname(path)),
  };
}

/** SHA-256, hex. */
export function hashOf(bytes: Buffer | string): string {
  // The first versions of Node 20 do not have the quicker way.
  const hashAtOnce = (crypto as Partial<typeof crypto>).hash;
  return hashAtOnce?.('sha256', bytes, 'hex') ?? crypto.createHash('sha256').update(bytes).digest('hex');
}

/** The bytes of the files read last: most are wanted twice in a row. */
function keepRecent() {
  const buffers = new Map<string, Buffer>();
  let size = 0;
  return {
    get: (path: string) => buffers.get(path),
    add: (path: string, load: () => Buffer | undefined) => {
      const bytes = load();
      if (bytes === undefined || bytes.length > RECENT) return bytes;
      buffers.set(path, bytes);
      size += bytes.length;
      for (const [oldest, each] of buffers) {
        if (size <= RECENT) break;
        buffers.delete(oldest);
        size -= each.length;
      }
      return bytes;
    },
  };
}

function rememberIn(cache: MapCache, lookAt: (path: string) => FileFacts | undefined): Files['remember'] {
  const made = new Map<string, unknown>();
  return <T>(kind: string, path: string, make: () => T, bytesOf: (made: T) => number = () => 0): T => {
    const key = `${kind} ${path}`;
    if (made.has(key)) return made.get(key) as T;
    const stamp = lookAt(path)?.stamp;
    const known = stamp === undefined ? undefined : (cache.get(key, stamp) as T | undefined);
    const value = known ?? make();
    made.set(key, value);
    if (known === undefined && value !== undefined && stamp !== undefined) cache.set(key, stamp, value, bytesOf(value));
    return value;
  };
}

function factsOf(path: string): FileFacts | undefined {
  const found = attempt(() => statSync(path, { throwIfNoEntry: false }));
  if (found?.isFile() !== true) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = found;
  // Times are coarse: a file that is being written could change again without another time.
  const isSettled = Date.now() - ctimeMs > SETTLED_MS;
  return { size, modified: mtimeMs, ...(isSettled && { stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}` }) };
}

function readTail(path: string, bytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const length = Math.min(size, bytes);
    const buffer = Buffer.allocUnsafe(length);
    const read = readSync(file, buffer, 0, length, size - length);
    return buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** The absolute path that a script's or source's url stands for; undefined where it is no local file. */
export function pathOfUrl(url: string): string | undefined {
  if (/^file:/i.test(url)) return attempt(() => fileURLToPath(url));
  if (url.startsWith('/') && !url.startsWith('//')) return url;
  return process.platform === 'win32' && /^[a-z]:[\\/]/i.test(url) ? url : undefined;
}
