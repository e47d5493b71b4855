import { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attempt } from '../../core/index.ts';
import { baselineFileOf } from '../../recording/index.ts';

/**
 * Holds a V8 log open, and what stands beside it of baseline code: their program may remove the folder in which the recording
 * grows. `file` is the log's absolute path. Gives what puts both there again if they are gone: to be called once, and whole
 * only when the program has ended. What cannot be held is what is there at the end.
 */
export function keepLog(file: string): () => Promise<string> {
  const restoreLog = keepFile(file);
  const restoreNotes = keepFile(baselineFileOf(file));
  return async () => {
    await restoreNotes().catch(() => undefined); // without them baseline code has no lines
    return restoreLog();
  };
}

function keepFile(file: string): () => Promise<string> {
  const fd = attempt(() => openSync(file, 'r'));
  return async () => {
    if (fd === undefined) return file;
    try {
      if ((await stat(file).catch(() => undefined)) === undefined) await copyTo(file, fd);
    } finally {
      closeSync(fd);
    }
    return file;
  };
}

async function copyTo(file: string, fd: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const copy = await open(file, 'wx', 0o600);
  await pipeline(createReadStream('', { fd, start: 0, autoClose: false }), copy.createWriteStream());
}
