/**
 * Single executable applications of Node 20 and older. They know none of the inspector's flags, so that they do not start where
 * `NODE_OPTIONS` holds one. Part of the bootloader's bundle: nothing large may be imported here.
 */
import fs from 'node:fs';
import path from 'node:path';

const { openSync, readSync, closeSync, statSync } = fs;

/** What turns a copy of Node into an application (`node:sea`), and what tells its version. */
const FUSE = ['NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'];
const VERSIONS = [18, 19, 20, 21].map((major) => `/node-v${major}.`);
const LEAST_BYTES = 40e6;
const CHUNK_BYTES = 4e6;

/** What a command of that name would start, as the system finds it; `folders` as in `PATH`. Undefined where there is nothing. */
export function findExecutable(command: string, folders: string, cwd: string): string | undefined {
  const places = /[\\/]/.test(command) ? [''] : folders.split(path.delimiter);
  return places.map((folder) => path.resolve(cwd, folder, command)).find((file) => sizeOf(file) !== undefined);
}

/** Whether an executable is such an application. Only its bytes tell: some 50 ms for a file as large as Node, none for others. */
export function refusesInspectorFlags(file: string): boolean {
  const size = sizeOf(file) ?? 0;
  if (size < LEAST_BYTES) return false;
  try {
    return holdsOne(file, size, FUSE) && holdsOne(file, size, VERSIONS);
  } catch {
    return false; // it may be run and not read
  }
}

/** Undefined for what is no file, or in a folder that may not be looked into. */
function sizeOf(file: string): number | undefined {
  try {
    const facts = statSync(file);
    return facts.isFile() ? facts.size : undefined;
  } catch {
    return undefined;
  }
}

function holdsOne(file: string, size: number, texts: readonly string[]): boolean {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    // Chunks overlap by more than is looked for.
    for (let at = 0; at < size; at += CHUNK_BYTES - 64) {
      const chunk = buffer.subarray(0, readSync(descriptor, buffer, 0, CHUNK_BYTES, at));
      if (texts.some((text) => chunk.includes(text))) return true;
    }
  } finally {
    closeSync(descriptor);
  }
  return false;
}
