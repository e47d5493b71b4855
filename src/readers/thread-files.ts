import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Profile, type Profiles, withThreads } from '../core/index.ts';
import type { ThreadFacts } from '../recording/index.ts';
import { readCpuprofile, type ReadOptions } from './cpuprofile/read.ts';

/** As Node names a profile in the folder of `--cpu-prof-dir`: by date, time, process, thread and a number. */
const NAME = /^CPU\.\d{8}\.\d{6}\.(\d+)\.(\d+)\.\d+\.cpuprofile$/;

/** A profile that Node wrote of one thread. Times are on the clock that all threads and processes share, in microseconds. */
export interface ThreadFile {
  readonly path: string;
  readonly pid: number;
  /** Of the thread in its process; the main thread has 0. */
  readonly workerId: number;
  readonly startUs: number;
  readonly endUs: number;
}

/**
 * The runs of a folder that `--cpu-prof-dir` filled, each with a file for each of its threads and processes: those of one run
 * overlap in time. Undefined for a folder with other recordings, and where the times are of several machines.
 */
export async function findThreadFiles(folder: string): Promise<readonly (readonly ThreadFile[])[] | undefined> {
  const names = (await readdir(folder)).filter((name) => /\.(cpuprofile|v8log)$/.test(name));
  const files: ThreadFile[] = [];
  for (const name of names) {
    const file = await readTimes(path.join(folder, name));
    if (file === undefined) return undefined;
    files.push(file);
  }
  const runs = groupByTime(files.sort((a, b) => a.startUs - b.startUs || a.workerId - b.workerId));
  return runs.every(hasEachThreadOnce) ? runs : undefined;
}

const hasEachThreadOnce = (files: readonly ThreadFile[]): boolean =>
  new Set(files.map(({ pid, workerId }) => `${pid} ${workerId}`)).size === files.length;

/** Reads no further than the times, behind which stand the samples: most of a file. */
async function readTimes(file: string): Promise<ThreadFile | undefined> {
  const name = NAME.exec(path.basename(file));
  if (name === null) return undefined;
  let text = '';
  let [startUs, endUs] = [NaN, NaN];
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: CHUNK })) {
    // What is cut at a chunk's end is whole in the next one. Quotes inside of names are escaped, so these keys are the profile's own.
    text = text.slice(-OVERLAP) + String(chunk);
    const timeOf = (key: RegExp): number => Number(key.exec(text)?.[1] ?? NaN);
    if (Number.isNaN(startUs)) startUs = timeOf(/"startTime":\s*(\d+)\D/);
    if (Number.isNaN(endUs)) endUs = timeOf(/"endTime":\s*(\d+)\D/);
    if (endUs >= startUs) return { path: file, pid: Number(name[1]), workerId: Number(name[2]), startUs, endUs };
  }
  return undefined;
}

const CHUNK = 256 * 1024;
const OVERLAP = 64;

/** `files`: in order of their starts. */
function groupByTime(files: readonly ThreadFile[]): ThreadFile[][] {
  const runs: ThreadFile[][] = [];
  let end = -Infinity;
  for (const file of files) {
    if (file.startUs > end) runs.push([]);
    runs[runs.length - 1].push(file);
    end = Math.max(end, file.endUs);
  }
  return runs;
}

/** Reads the files of one run: the main thread of the process that began first stands first. Throws `FormatError`. */
export async function readThreadFiles(
  files: readonly ThreadFile[],
  options: Pick<ReadOptions, 'onProgress'>,
): Promise<Profiles> {
  const first = files.find(({ workerId }) => workerId === 0) ?? files[0];
  const inOrder = [first, ...files.filter((file) => file !== first)];
  const threads = inOrder.map((file, i) => describe(file, i + 1, inOrder));
  const profiles: Profile[] = [];
  for (const [i, file] of inOrder.entries()) {
    const onProgress = (share: number): void => options.onProgress?.((i + share) / inOrder.length);
    const { recording, ...tables } = await readCpuprofile(file.path, { ...options, onProgress });
    profiles.push({ ...tables, recording: { ...recording, thread: threads[i] } });
  }
  return withThreads(profiles, { threads, unrecorded: [] });
}

function describe({ pid, workerId, startUs, endUs }: ThreadFile, id: number, all: readonly ThreadFile[]): ThreadFacts {
  const kind = workerId > 0 ? 'worker' : id === 1 ? 'main' : 'process';
  const name = kind === 'main' ? 'main thread' : kind === 'worker' ? `worker ${workerId}` : `process ${pid}`;
  const owner = all.findIndex((file) => file.pid === pid && file.workerId === 0) + 1;
  const parent = kind === 'worker' && owner > 0 ? { parent: owner } : {};
  return { id, ...parent, kind, name, pid, startUs, endUs, recorded: true, ...(kind === 'worker' && { workerId }) };
}
