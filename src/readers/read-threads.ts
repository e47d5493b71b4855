import { stat } from 'node:fs/promises';
import { type Profile, type Profiles, withThreads } from '../core/index.ts';
import type { ThreadIndex } from '../recording/index.ts';
import { readCpuprofile } from './cpuprofile/read.ts';
import { FormatError } from './format-error.ts';
import { isFirefox, readFirefox } from './firefox/read.ts';
import { readPprof, type ReadPprofOptions } from './pprof/read.ts';
import { isPprof } from './pprof/recognise.ts';
import { findThreadFiles, readThreadFiles } from './thread-files.ts';
import { findSections, LOG_START, readSection, type Section } from './thread-sections.ts';
import { readUnfinished, readUnfinishedNote } from './unfinished/read-unfinished.ts';
import { isTrace, readTrace } from './trace/read.ts';
import { isGzip, readUnpacked } from './unpack.ts';
import { bytesAt, useFile } from './use-file.ts';
import { readV8Log, type ReadV8LogOptions } from './v8-log/read.ts';

/** Bytes. */
const START_LENGTH = 4096;

type ReadOptions = Omit<ReadV8LogOptions, 'range'> & Pick<ReadPprofOptions, 'value' | 'time' | 'labels'>;

/**
 * Reads a recording of any kind: a profile for each thread with samples. The first one's facts have the index of all threads,
 * if there is one. `first`: the first thread's profile, if it has been read already. Throws `FormatError`.
 */
export async function readThreads(path: string, options: ReadOptions = {}, first?: Profile): Promise<Profiles> {
  if (await readUnfinishedNote(path)) return readUnfinished(path);
  const files = (await isFolder(path)) ? await findThreadFiles(path) : undefined;
  if (files?.length === 1) return readThreadFiles(files[0], options);
  if (!isGzip(await startOf(path))) return readFile(path, options, first);
  const read = await readUnpacked(path, (unpacked) => readFile(unpacked, options));
  return [withFile(read[0], path), ...read.slice(1).map((profile) => withFile(profile, path))];
}

/** Diagnostics that name the file name this one. */
const withFile = (profile: Profile, file: string): Profile => ({
  ...profile,
  recording: {
    ...profile.recording,
    diagnostics: profile.recording.diagnostics.map((found) => ('file' in found ? { ...found, file } : found)),
  },
});

async function readFile(path: string, options: ReadOptions, first?: Profile): Promise<Profiles> {
  const start = await startOf(path);
  if (options.labels?.length && !isPprof(start))
    throw new FormatError(path, 'its samples have no labels, as those of a pprof may; leave --label out');
  const sectioned = await findSections(path);
  if (sectioned) return readSections(path, sectioned.index, sectioned.sections, options, first);
  if (first) return [first];
  const format = formats.find(({ recognises }) => recognises(start)) ?? formats[formats.length - 1];
  return format.read(path, options);
}

interface Format {
  /** Whether a file of this format begins with these bytes; its name does not matter. */
  readonly recognises: (start: Buffer) => boolean;
  readonly read: (path: string, options: ReadOptions) => Promise<Profiles>;
}

/** The formats of a file that has no index of threads. The last one's reader says what is wrong with any other. */
const formats: readonly Format[] = [
  {
    recognises: (start) => start.toString('latin1', 0, LOG_START.length) === LOG_START,
    read: async (path, options) => [await readV8Log(path, options)],
  },
  { recognises: isPprof, read: readPprof },
  { recognises: isFirefox, read: readFirefox },
  { recognises: isTrace, read: readTrace },
  {
    recognises: () => true,
    read: async (path, options) => {
      const others: Profile[] = [];
      return [await readCpuprofile(path, { ...options, onOther: (profile) => others.push(profile) }), ...others];
    },
  },
];

async function readSections(
  path: string,
  index: ThreadIndex,
  [section, ...others]: readonly Section[],
  options: ReadOptions,
  first?: Profile,
): Promise<Profiles> {
  const profiles = [first ?? (await readSection(path, section, options))];
  for (const other of others) profiles.push(await readSection(path, other, options));
  return withThreads(profiles, index);
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** The first bytes of a file, enough to tell its format. */
const startOf = (path: string): Promise<Buffer> => useFile(path, (file) => bytesAt(file, 0, START_LENGTH));
