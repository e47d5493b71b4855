import { type FileHandle, open } from 'node:fs/promises';
import { FormatError } from '../format-error.ts';
import { bytesAt, useFile } from '../use-file.ts';

const CHUNK = 1 << 20;
/** A line is at most a script's whole text; V8's strings end at 512 MB (https://crbug.com/v8 `String::kMaxLength`). */
const MAX_LINE = 1 << 30;
const NEWLINE = 0x0a;

/** One line of the log: bytes `start` to `end` (without the newline) of `bytes`, valid only during the call. */
export type LineHandler = (bytes: Buffer, start: number, end: number) => void;

export interface LineOptions {
  /** Byte before which to stop; the end of the file where absent. */
  readonly until?: number;
  readonly onProgress?: (share: number) => void;
}

/** Reads the lines of a file in one pass, in chunks. The file may grow: `readOn` goes on from where it had ended. */
export class LineReader {
  readonly #chunks = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
  #kept: Buffer[] = [];
  #keptBytes = 0;

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
    private offset: number,
  ) {}

  static async open(file: string): Promise<LineReader> {
    return new LineReader(file, await open(file, 'r'), 0);
  }

  /** As `open`, for as long as `read` takes. `from`: the byte with which the first line begins. */
  static use<T>(file: string, from: number, read: (lines: LineReader) => Promise<T>): Promise<T> {
    return useFile(file, (handle) => read(new LineReader(file, handle, from)));
  }

  /** The first bytes of the file, at most so many. */
  start(length: number): Promise<Buffer> {
    return bytesAt(this.handle, 0, length);
  }

  /** How many bytes the file has by now. */
  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  /** Whether this is the file that is being read, which may have another name by now. */
  async isAt(other: FileHandle): Promise<boolean> {
    const [here, there] = await Promise.all([this.handle.stat({ bigint: true }), other.stat({ bigint: true })]);
    return here.ino === there.ino && here.dev === there.dev;
  }

  /** Gives every line that is complete by now to `onLine`. What follows is read meanwhile. */
  async readOn(onLine: LineHandler, options: LineOptions = {}): Promise<void> {
    const size = Math.max(1, await this.size());
    const { until = Infinity } = options;
    let reading = this.#readChunk(this.offset, until);
    try {
      for (;;) {
        const bytes = await reading;
        if (bytes.length === 0) return;
        reading = this.#readChunk(this.offset + bytes.length, until);
        this.#split(bytes, onLine);
        this.offset += bytes.length;
        options.onProgress?.(Math.min(1, this.offset / size));
      }
    } finally {
      await reading.catch(() => undefined);
    }
  }

  /** A piece of the file, in the buffer that was not used last. */
  async #readChunk(offset: number, until: number): Promise<Buffer> {
    this.#chunks.reverse();
    const [chunk] = this.#chunks;
    const { bytesRead } = await this.handle.read(chunk, 0, Math.max(0, Math.min(CHUNK, until - offset)), offset);
    return chunk.subarray(0, bytesRead);
  }

  /** What stands behind the last newline; undefined for nothing. */
  rest(): Buffer | undefined {
    return this.#kept.length > 0 ? Buffer.concat(this.#kept) : undefined;
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  #split(bytes: Buffer, onLine: LineHandler): void {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      if (this.#kept.length > 0) {
        const line = Buffer.concat([...this.#kept, bytes.subarray(start, end)]);
        this.#kept = [];
        this.#keptBytes = 0;
        onLine(line, 0, line.length);
      } else onLine(bytes, start, end);
      start = end + 1;
    }
    if (start === bytes.length) return;
    this.#keptBytes += bytes.length - start;
    if (this.#keptBytes > MAX_LINE)
      throw new FormatError(this.file, 'it has a line longer than any V8 writes', this.offset);
    this.#kept.push(Buffer.from(bytes.subarray(start)));
  }
}
