import type { FileHandle } from 'node:fs/promises';
import { attempt, type Profile } from '../core/index.ts';
import { parseThreadIndex, type ThreadIndex, THREADS_LINE } from '../recording/threads.ts';
import { readCpuprofile } from './cpuprofile/read.ts';
import { type ByteRange, bytesAt, useFile } from './use-file.ts';
import { readV8Log, type ReadV8LogOptions } from './v8-log/read.ts';

/** The index of thousands of threads is shorter. */
const LONGEST_INDEX = 1 << 20;
const NEWLINE = 0x0a;
/** The first bytes of a V8 log. */
export const LOG_START = 'v8-version,';
const PROFILE_START = '{';

/** A thread's samples in a file: a V8 log, or a whole `.cpuprofile` on one line. */
export interface Section {
  readonly format: 'v8log' | 'cpuprofile';
  readonly range: ByteRange;
}

/**
 * Where are the threads of a file whose last line lists them? At least one section, in the order of the threads. Undefined for a
 * file without such a line, and if the line is wrong because the file was changed.
 */
export const findSections = (path: string) =>
  useFile(path, async (file) => {
    const index = await readIndex(file);
    const sections: Section[] = [];
    for (const { at } of index?.threads ?? []) {
      if (at === undefined) continue;
      const start = (await bytesAt(file, at[0], LOG_START.length)).toString('latin1');
      if (start === LOG_START) sections.push({ format: 'v8log', range: at });
      else if (start.startsWith(PROFILE_START)) sections.push({ format: 'cpuprofile', range: at });
      else return undefined;
    }
    return index && sections.length > 0 ? { index, sections } : undefined;
  });

/** The index on the last line; undefined where there is none, or none that can be understood. */
async function readIndex(file: FileHandle): Promise<ThreadIndex | undefined> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - LONGEST_INDEX), Math.min(size, LONGEST_INDEX));
  const line = tail.lastIndexOf(NEWLINE, -2) + 1;
  if (tail.toString('latin1', line, line + THREADS_LINE.length) !== THREADS_LINE) return undefined;
  return attempt(() => parseThreadIndex(JSON.parse(tail.toString('utf8', line + THREADS_LINE.length))));
}

/** Reads one thread. */
export function readSection(path: string, { format, range }: Section, options: ReadV8LogOptions): Promise<Profile> {
  return format === 'v8log' ? readV8Log(path, { ...options, range }) : readCpuprofile(path, { ...options, range });
}
