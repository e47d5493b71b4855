import { open } from 'node:fs/promises';
import type { CancelSignal } from '../../profile/index.ts';
import { FormatError, ReadCancelledError } from '../format-error.ts';

const CHUNK = 1 << 20;
/** A line is at most a script's whole text; V8's strings end at 512 MB (https://crbug.com/v8 `String::kMaxLength`). */
const MAX_LINE = 1 << 30;
const NEWLINE = 0x0a;

/** One line of the log: bytes `start` to `end` (without the newline) of `bytes`, valid only during the call. */
export type LineHandler = (bytes: Buffer, start: number, end: number) => void;

export interface LineOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (share: number) => void;
}

/**
 * Gives every complete line of a file to `onLine`, in one pass and in chunks; the file may grow meanwhile. Tells
 * whether bytes without a newline were left at the end, which are then handed out as well (`isWhole` false).
 */
export async function forEachLine(
  file: string,
  onLine: LineHandler,
  onRest: LineHandler,
  options: LineOptions = {},
): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const size = Math.max(1, (await handle.stat()).size);
    let chunk = Buffer.allocUnsafe(CHUNK);
    let kept: Buffer[] = [];
    let keptBytes = 0;
    for (let offset = 0; ;) {
      if (options.signal?.aborted) throw new ReadCancelledError(file);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, offset);
      if (bytesRead === 0) break;
      const bytes = chunk.subarray(0, bytesRead);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        if (kept.length > 0) {
          const line = Buffer.concat([...kept, bytes.subarray(start, end)]);
          kept = [];
          keptBytes = 0;
          onLine(line, 0, line.length);
        } else onLine(bytes, start, end);
        start = end + 1;
      }
      if (start < bytesRead) {
        keptBytes += bytesRead - start;
        if (keptBytes > MAX_LINE) throw new FormatError(file, 'it has a line longer than any V8 writes', offset);
        kept.push(bytes.subarray(start));
        chunk = Buffer.allocUnsafe(CHUNK); // the rest of the old one is kept
      }
      offset += bytesRead;
      options.onProgress?.(Math.min(1, offset / size));
    }
    if (kept.length > 0) {
      const rest = Buffer.concat(kept);
      onRest(rest, 0, rest.length);
    }
  } finally {
    await handle.close();
  }
}
