import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Microseconds, Profile } from '../../core/index.ts';
import { FormatError } from '../format-error.ts';
import { takeNoted } from './baseline-file.ts';
import { type LineHandler, LineReader } from './log-lines.ts';
import { LogReader } from './log-reader.ts';
import { STATE_LINE } from './log-state.ts';
import { LogReading, readV8Log, type ReadV8LogOptions } from './read.ts';
import { thinTicks, type TickWeighing } from './weigh-ticks.ts';

/** How much further than asked for is read to find a place where a log may be cut, in bytes. */
const SEARCHED_BYTES = 4 * 1024 ** 2;
/** How often a log is read that is thinned again and again meanwhile. */
const MOST_TRIES = 5;

/**
 * A log that V8 still writes cannot be written again, but its beginning can be given up: what it said then stands in a file
 * beside it, which is a log by itself, of two lines: the version and a state. The log goes on at the byte that the state names.
 */
const sumsFileOf = (log: string): string => `${log}.sums`;

/** What was done to a log. */
export interface ThinnedLog {
  /** Nothing before this byte of the log is needed any more. */
  readonly until: number;
  /** From when on readings of the CPU clock are needed still, on its clock; undefined where nothing ties it to the log. */
  readonly clockFrom: Microseconds | undefined;
}

/** How a log is to be thinned. */
export interface ThinningLog extends TickWeighing {
  /** So many of its last bytes stay as they are, at least. */
  readonly keepBytes: number;
  /** There are at most so many sums where that can be. */
  readonly mostRows: number;
}

/**
 * Gives up the order of the oldest ticks of a log that V8 writes. When it resolves, what is needed of them is on disk. Undefined
 * where nothing is to be given up.
 */
export async function thinLog(log: string, options: ThinningLog): Promise<ThinnedLog | undefined> {
  const reader = new LogReader();
  const { size } = await stat(log);
  await takeNoted(log, reader.origins);
  const version = await readSums(log, (bytes, start, end) => reader.line(bytes, start, end));
  const from = reader.resumedAt;
  const target = size - options.keepBytes;
  if (target <= from) return undefined;
  const read = await readUntil(log, reader, target, size);
  const thinned = thinTicks(reader, options, options.mostRows);
  if (thinned === undefined) return undefined;
  const { history, keptFrom, clockFrom } = thinned;
  const state = reader.save(read.until, keptFrom, history);
  await replaceFile(sumsFileOf(log), `${version ?? read.first}\n${STATE_LINE},${JSON.stringify(state)}\n`);
  return { until: read.until, clockFrom };
}

/** Gives the lines that stand in place of a log's beginning, and returns the first one; undefined where there are none. */
async function readSums(log: string, onLine: LineHandler): Promise<string | undefined> {
  if (!(await isThinned(log))) return undefined;
  let first: string | undefined;
  const noteFirst: LineHandler = (bytes, start, end) => {
    first ??= bytes.toString('latin1', start, end);
    onLine(bytes, start, end);
  };
  await LineReader.use(sumsFileOf(log), 0, (lines) => lines.readOn(noteFirst));
  return first;
}

/** Reads a log on, of which `size` bytes can be understood by now, up to a line behind a byte from which on nothing depends on what was before. */
async function readUntil(
  log: string,
  reader: LogReader,
  target: number,
  size: number,
): Promise<{ readonly until: number; readonly first: string }> {
  let until = reader.resumedAt;
  let first = '';
  let isDone = false;
  const onLine: LineHandler = (bytes, start, end) => {
    if (isDone) return;
    if (until === 0) first = bytes.toString('latin1', start, end);
    reader.line(bytes, start, end);
    until += end - start + 1;
    isDone = until >= target && reader.isSettled;
  };
  await LineReader.use(log, until, (lines) => lines.readOn(onLine, { until: Math.min(size, target + SEARCHED_BYTES) }));
  return { until, first };
}

/** Whoever is killed meanwhile leaves the old file or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await rm(fresh, { force: true });
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Whether the order of the oldest ticks of a log was given up: then it cannot be read from its start. */
export async function isThinned(log: string): Promise<boolean> {
  return (await statOfSums(log)) !== undefined;
}

/** The bytes that stand in place of a log's beginning. */
export async function sizeOfSums(log: string): Promise<number> {
  return Number((await statOfSums(log))?.size ?? 0);
}

const statOfSums = (log: string) => stat(sumsFileOf(log), { bigint: true }).catch(() => undefined);

/** As `readV8Log`, of a log that V8 may still write and that may be thinned meanwhile. */
export async function readGrowingLog(log: string, options: ReadV8LogOptions): Promise<Profile> {
  for (let tries = 1; ; tries++) {
    const before = await stampOf(log);
    if (before === undefined && !(await isThinned(log))) {
      const whole = await readV8Log(log, options);
      if (!(await isThinned(log))) return whole;
    } else {
      const reading = new LogReading(log, options.facts);
      const until = (await stat(log)).size;
      await takeNoted(log, reading.origins);
      await readSums(log, reading.line);
      const rest = await LineReader.use(log, reading.resumedAt, async (lines) => {
        await lines.readOn(reading.line, { ...options, until });
        return lines.rest();
      });
      if ((await stampOf(log)) === before) return reading.end(log, rest);
    }
    if (tries === MOST_TRIES) throw new FormatError(log, 'it was thinned again and again while it was read');
  }
}

const stampOf = async (log: string): Promise<bigint | undefined> => (await statOfSums(log))?.ino;

/** A log as one file. `lost`: why its end is missing, where the disk did not take it. */
export interface JoinedLog {
  readonly file: string;
  readonly lost?: string;
}

/** Makes one file of a log that V8 has finished: the log itself, or what stands in place of its beginning and the rest. */
export async function joinThinned(log: string): Promise<JoinedLog> {
  if (!(await isThinned(log))) return { file: log };
  const sums = sumsFileOf(log);
  const reader = new LogReader();
  await readSums(log, (bytes, start, end) => reader.line(bytes, start, end));
  const file = path.join(path.dirname(log), `whole-${path.basename(log)}`);
  await copyFile(sums, file);
  let lost: string | undefined;
  try {
    await pipeline(createReadStream(log, { start: reader.resumedAt }), createWriteStream(file, { flags: 'a' }));
  } catch (error) {
    lost = error instanceof Error ? error.message : String(error);
  }
  await rm(log, { force: true });
  await rm(sums, { force: true });
  return { file, ...(lost !== undefined && { lost }) };
}
