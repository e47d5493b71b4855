import { open, stat } from 'node:fs/promises';
import type { Profile, Profiles } from '../core/index.ts';
import type { ThreadIndex } from '../recording/index.ts';
import { readCpuprofile } from './cpuprofile/read.ts';
import { findThreadFiles, readThreadFiles } from './thread-files.ts';
import { bytesAt, findSections, LOG_START, readSection, type Section } from './thread-sections.ts';
import { readUnfinished, readUnfinishedNote } from './unfinished/read-unfinished.ts';
import { readV8Log, type ReadV8LogOptions } from './v8-log/read.ts';

type ReadOptions = Omit<ReadV8LogOptions, 'range'>;

/**
 * Reads a recording of any kind: a profile for each thread with samples. The first one's facts have the index of all threads,
 * if there is one. `first`: the first thread's profile, if it has been read already. Throws `FormatError`, and
 * `ReadCancelledError` when the signal is raised.
 */
export async function readThreads(path: string, options: ReadOptions = {}, first?: Profile): Promise<Profiles> {
  if (await readUnfinishedNote(path)) return readUnfinished(path, options);
  const files = (await isFolder(path)) ? await findThreadFiles(path) : undefined;
  if (files?.length === 1) return readThreadFiles(files[0], options);
  const sectioned = await findSections(path);
  if (sectioned) return readSections(path, sectioned.index, sectioned.sections, options, first);
  if (first) return [first];
  if (await isV8Log(path)) return [await readV8Log(path, options)];
  const others: Profile[] = [];
  return [await readCpuprofile(path, { ...options, onOther: (profile) => others.push(profile) }), ...others];
}

async function readSections(
  path: string,
  index: ThreadIndex,
  [section, ...others]: readonly Section[],
  options: ReadOptions,
  first?: Profile,
): Promise<Profiles> {
  const { recording, ...tables } = first ?? (await readSection(path, section, options));
  const profiles: Profile[] = [];
  for (const other of others) profiles.push(await readSection(path, other, options));
  return [{ ...tables, recording: { ...recording, threads: index } }, ...profiles];
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** V8 logs begin with their version line; the file's name does not matter. */
async function isV8Log(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return (await bytesAt(file, 0, LOG_START.length)).toString('latin1') === LOG_START;
  } finally {
    await file.close();
  }
}
