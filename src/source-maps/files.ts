import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FileFacts {
  readonly size: number;
  readonly modified: number;
}

/** The files of one mapping, each looked at once. Everything answers undefined for what cannot be read. */
export interface Files {
  facts(path: string): FileFacts | undefined;
  read(path: string): Buffer | undefined;
  /** The last `bytes` of a file as text; a character may be cut at the front. */
  readTail(path: string, bytes: number): string | undefined;
  /** The nearest folder from a file upwards that has a package.json. */
  packageRoot(path: string): string | undefined;
}

/** Reads synchronously: this runs in a worker or a command, where waiting in turn only costs time. */
export function openFiles(): Files {
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
  return {
    facts: lookAt,
    read: (path) => (lookAt(path) === undefined ? undefined : attempt(() => readFileSync(path))),
    readTail: (path, bytes) => attempt(() => readTail(path, bytes)),
    packageRoot: (path) => rootOf(dirname(path)),
  };
}

function factsOf(path: string): FileFacts | undefined {
  const found = attempt(() => statSync(path, { throwIfNoEntry: false }));
  return found?.isFile() === true ? { size: found.size, modified: found.mtimeMs } : undefined;
}

function readTail(path: string, bytes: number): string {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const length = Math.min(size, bytes);
    const buffer = Buffer.alloc(length);
    const read = readSync(file, buffer, 0, length, size - length);
    return buffer.toString('utf8', 0, read);
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
