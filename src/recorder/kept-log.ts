import { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A V8 log that is held open: its program may remove the folder in which the recording grows. */
export interface KeptLog {
  /** The log's path, where it is put again if it is gone; whole only when the program has ended. To be called once. */
  restore(): Promise<string>;
}

/** Holds a log open; `file` is its absolute path. Where that is not possible, it is what is there at the end. */
export function keepLog(file: string): KeptLog {
  const fd = openQuietly(file);
  return {
    restore: async () => {
      if (fd === undefined) return file;
      try {
        if ((await stat(file).catch(() => undefined)) === undefined) await copyTo(file, fd);
      } finally {
        closeSync(fd);
      }
      return file;
    },
  };
}

function openQuietly(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch {
    return undefined;
  }
}

async function copyTo(file: string, fd: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const copy = await open(file, 'wx', 0o600);
  await pipeline(createReadStream('', { fd, start: 0, autoClose: false }), copy.createWriteStream());
}
