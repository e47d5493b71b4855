import type { Profile } from '../../core/index.ts';
import { FormatError } from '../format-error.ts';
import { instantiate } from '../../kernels/cpuprofile/kernel.generated.ts';
import { KernelInstance } from '../../kernels/kernel-instance.ts';
import { type ByteRange, useFile } from '../use-file.ts';
import { FileWindow, type OpenFile, type ScannedFile, type WindowOptions } from './file-window.ts';
import { buildProfile } from './profile-builder.ts';
import { ProfileReader } from './profile-reader.ts';
import { kernelImports, Scanner } from './scanner.ts';

export interface ReadOptions {
  /** The part of the file that holds the profile; all of it where absent. */
  readonly range?: ByteRange;
  /** Takes the profiles of other threads that are inside this one, in their order. Without it they are passed over. */
  readonly onOther?: (profile: Profile) => void;
  /** The recorder's facts as JSON, where the file has none yet. */
  readonly facts?: string;
  /** Share of the file that was read, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Bytes that are read at once. Any number gives the same answer; tests use odd ones. */
  readonly chunkSize?: number;
}

const CHUNK = 1024 * 1024;

/**
 * Reads a `.cpuprofile` (the inspector's `Profiler.Profile`, with or without Heatline's notes) into the model, in one pass
 * over the file. Throws `FormatError` for a file that is none.
 */
export const readCpuprofile = (path: string, options: ReadOptions = {}): Promise<Profile> =>
  openScanned(path, options, async (file, how) => (await scanProfile(file, how)).profile);

/** Gives `scan` a file of JSON, to be read in pieces. Throws as {@link readCpuprofile} does. */
export const scanJson = <T>(path: string, options: ReadOptions, scan: (scanner: Scanner) => Promise<T>): Promise<T> =>
  openScanned(path, options, (file, how) => scanRange(file, how, (scanned) => scan(new Scanner(scanned))));

const openScanned = <T>(
  path: string,
  options: ReadOptions,
  scan: (file: OpenFile, how: ScanOptions) => Promise<T>,
): Promise<T> =>
  useFile(path, async (handle) => {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new FormatError(path, 'it is a folder');
    // One byte more than a small file has, so that its end is seen with it.
    const range = options.range ?? ([0, Infinity] as const);
    const chunkSize = options.chunkSize ?? Math.min(CHUNK, stats.size + 1, range[1] - range[0]);
    return scan({ path, handle, size: stats.size }, { ...options, chunkSize, range });
  });

type ScanOptions = WindowOptions & Pick<ReadOptions, 'onOther' | 'facts'>;

/** Reads a profile. `isInside`: more of the file follows it. */
async function scanProfile(
  file: OpenFile,
  options: ScanOptions,
  isInside = false,
): Promise<{ readonly profile: Profile; readonly end: number }> {
  const { onOther, range } = options;
  /** A thread's profile is read where it stands, and the one around it goes on behind it: no byte is scanned twice. */
  const readOther = async (from: number): Promise<number> => {
    const inside: ScanOptions = { ...options, range: [from, range[1]], onOther: undefined, facts: undefined };
    const { profile, end } = await scanProfile(file, inside, true);
    onOther?.(profile);
    return end;
  };
  const { parts, end } = await scanRange(file, options, (scanned) =>
    new ProfileReader(scanned, onOther && readOther).read(isInside),
  );
  return { profile: buildProfile(file.path, parts), end };
}

/** Scans a part of a file with a kernel of its own. */
async function scanRange<T>(
  file: OpenFile,
  options: ScanOptions,
  scan: (scanned: ScannedFile) => Promise<T>,
): Promise<T> {
  const kernel: ScannedFile['kernel'] = new KernelInstance(instantiate(kernelImports(() => window.bytes)));
  // Nobody can foresee where its tables put a number.
  kernel.exports.initialise(Math.random() * 2 ** 32, Math.random() * 2 ** 32);
  const window = new FileWindow(file, kernel, options);
  const { range, facts } = options;
  try {
    return await scan({ path: file.path, size: Math.min(file.size, range[1]) - range[0], kernel, window, facts });
  } finally {
    // The file must not be closed under a read that is on its way.
    await window.settle();
  }
}
