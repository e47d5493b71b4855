/**
 * Single executable applications of Node 20 and older. They know none of the inspector's flags, so that they do not start where
 * `NODE_OPTIONS` holds one. Part of the bootloader's bundle: nothing large may be imported here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { SHELL } from './node-options.ts';

const { openSync, readSync, closeSync, readFileSync, statSync } = fs;

/** What turns a copy of Node into an application (`node:sea`), and what tells its version. */
const FUSE = ['NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'];
const VERSIONS = [18, 19, 20, 21].map((major) => `/node-v${major}.`);
const LEAST_BYTES = 40e6;
const CHUNK_BYTES = 4e6;

const SHEBANG = /^#!.*\b(?:ba|da|z|k|a)?sh\b/;
/** Longer scripts are not looked through. */
const SCRIPT_BYTES = 64e3;
/** Paths alone: to look every word up in all of `PATH` would hold the program up. */
const PATHS = /[^\s;&|'"=`$(){}<>/]*\/[^\s;&|'"=`$(){}<>]+/g;
/** So many files are looked into for one program, scripts that scripts start too. */
const MOST_FILES = 100;

/** Where commands are looked for. */
export interface CommandPlace {
  /** As in `PATH`. */
  readonly folders: string;
  readonly cwd: string;
}

/** What a command of that name would start, as the system finds it. Undefined where there is nothing. */
export function findExecutable(command: string, { folders, cwd }: CommandPlace): string | undefined {
  const places = /[\\/]/.test(command) ? [''] : folders.split(path.delimiter);
  return places.map((folder) => path.resolve(cwd, folder, command)).find((file) => sizeOf(file) !== undefined);
}

/**
 * Whether a command starts such an application: it is one, or a script of a shell that names one, since all that a script
 * starts has one `NODE_OPTIONS`. `known`: the answers so far, by file.
 */
export function refusesInspectorFlags(
  command: string,
  args: readonly string[],
  place: CommandPlace,
  known = new Map<string, boolean>(),
): boolean {
  const isShell = SHELL.test(command);
  const script =
    isShell && !args.some((arg) => /^-[a-z]*c$/.test(arg)) ? args.find((arg) => !/^[-+]/.test(arg)) : undefined;
  if (isShell && script === undefined) return false;
  const file = findExecutable(script ?? command, script === undefined ? place : { ...place, folders: place.cwd });
  if (file === undefined) return false;
  let refuses = known.get(file);
  if (refuses === undefined) {
    if (known.size >= MOST_FILES) return false;
    known.set(file, false); // a script may name itself
    const isNamed = (named: string): boolean =>
      [place.cwd, path.dirname(file)].some((cwd) => refusesInspectorFlags(named, [], { ...place, cwd }, known));
    refuses = isOldExecutable(file) || pathsIn(file, isShell).some(isNamed);
    known.set(file, refuses);
  }
  return refuses;
}

/** Only its bytes tell: some 50 ms for a file as large as Node, none for others. */
function isOldExecutable(file: string): boolean {
  const size = sizeOf(file) ?? 0;
  if (size < LEAST_BYTES) return false;
  try {
    return holdsOne(file, size, FUSE) && holdsOne(file, size, VERSIONS);
  } catch {
    return false; // it may be run and not read
  }
}

/** The paths in a script, which may name what it starts; none of another file. */
function pathsIn(file: string, isScript: boolean): readonly string[] {
  if ((sizeOf(file) ?? Infinity) > SCRIPT_BYTES) return [];
  try {
    const text = readFileSync(file, 'utf8');
    return isScript || SHEBANG.test(text) ? [...new Set(text.match(PATHS))] : [];
  } catch {
    return [];
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
