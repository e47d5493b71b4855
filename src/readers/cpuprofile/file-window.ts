import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../use-file.ts';
import { FormatError } from '../format-error.ts';
import type { Kernel } from '../../kernels/cpuprofile/kernel.generated.ts';
import type { KernelInstance } from '../../kernels/kernel-instance.ts';

const HEADROOM = 65_536;
const PADDING = 64;
const MAX_ENTRY = 64 * 1024 * 1024;

/** A file that is open. `size`: in bytes. */
export interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
}

export interface WindowOptions {
  readonly chunkSize: number;
  /** The part of the file to look at. */
  readonly range: ByteRange;
  readonly onProgress?: (share: number) => void;
}

/**
 * A window that moves over a file, inside the kernel's memory: the bytes from `start` to `end` (addresses). The file is read
 * straight into that memory, one chunk ahead of the scan. There are two places for chunks, and the rest of one chunk is moved
 * in front of the other.
 */
export class FileWindow {
  start = 0;
  end = 0;
  #headroom = HEADROOM;
  #chunk: number;
  #places: readonly [number, number] = [0, 0];
  #ahead = 0;
  #endOffset = 0;
  #pending: Promise<number> = Promise.resolve(0);
  #bytes = new Uint8Array(0);

  constructor(
    private readonly file: OpenFile,
    private readonly kernel: ScannedFile['kernel'],
    private readonly options: WindowOptions,
  ) {
    this.#chunk = options.chunkSize;
    this.#endOffset = options.range[0];
    this.#placeChunks();
    this.#readAhead();
  }

  /** The kernel's memory as bytes. Not to be kept while it grows. */
  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.kernel.buffer) this.#bytes = new Uint8Array(this.kernel.buffer);
    return this.#bytes;
  }

  /** The most bytes that the window can hold now. */
  get capacity(): number {
    return this.#headroom + this.#chunk;
  }

  /** Where in the file the byte at an address stands. */
  offsetOf(address: number): number {
    return this.#endOffset - (this.end - address);
  }

  /** Lets the kernel's memory grow, never while a read goes into it. */
  async growMemory(grow: () => void): Promise<void> {
    await this.#pending;
    this.#growNow(grow);
  }

  /** Appends the next bytes of the file behind what is left. False at the end of the file. */
  async refill(): Promise<boolean> {
    const { onProgress } = this.options;
    const count = await this.#pending;
    if (count === 0) return false;
    const left = this.end - this.start;
    if (left > this.#headroom) this.#enlarge(left, count);
    const place = this.#places[this.#ahead];
    this.bytes.copyWithin(place - left, this.start, this.end);
    this.start = place - left;
    this.end = place + count;
    this.#endOffset += count;
    this.#ahead = 1 - this.#ahead;
    this.#readAhead();
    onProgress?.(Math.min(1, this.#endOffset / Math.max(1, this.file.size)));
    return true;
  }

  /** Goes on at another byte. */
  async moveTo(offset: number): Promise<void> {
    await this.#pending;
    if (offset >= this.offsetOf(this.start) && offset <= this.#endOffset) {
      this.start = this.end - (this.#endOffset - offset);
      return;
    }
    this.start = this.end;
    this.#endOffset = offset;
    this.#readAhead();
  }

  /** Waits for the read that is under way, so that the file can be closed. */
  async settle(): Promise<void> {
    await this.#pending.catch(() => 0);
  }

  #readAhead(): void {
    const place = this.#places[this.#ahead];
    const length = Math.min(this.#chunk, Math.max(0, this.options.range[1] - this.#endOffset));
    // Yarn's Plug'n'Play replaces `read`, and its own takes nothing but a Buffer (yarnpkg/berry#6145).
    const into = Buffer.from(this.kernel.buffer);
    const reading = this.file.handle.read(into, place, length, this.#endOffset).then(({ bytesRead }) => bytesRead);
    // A failure is seen by whoever awaits it next.
    reading.catch(() => 0);
    this.#pending = reading;
  }

  #placeChunks(): void {
    const size = this.#headroom + this.#chunk + PADDING;
    const first = this.#growNow(() => this.kernel.allocate(2 * size));
    this.#places = [first + this.#headroom, first + size + this.#headroom];
  }

  /** Larger places for an entry that is longer than the headroom, doubling, so that rescans stay cheap. */
  #enlarge(left: number, count: number): void {
    if (left > MAX_ENTRY) {
      const problem = `a single entry is longer than ${MAX_ENTRY / 1024 / 1024} MB; it is no profile of a real program`;
      throw new FormatError(this.file.path, problem, this.offsetOf(this.start));
    }
    const from = this.#places[this.#ahead];
    this.#headroom = 2 * left;
    this.#chunk = Math.max(this.#chunk, left);
    this.#placeChunks();
    this.bytes.copyWithin(this.#places[this.#ahead], from, from + count);
  }

  #growNow<T>(grow: () => T): T {
    try {
      return grow();
    } catch (error) {
      throw new FormatError(this.file.path, 'it needs more memory than there is', undefined, { cause: error });
    }
  }
}

/** A file that is being scanned by a kernel of its own. */
export interface ScannedFile {
  readonly path: string;
  /** Of the part that is read, in bytes, when it was opened. */
  readonly size: number;
  readonly kernel: KernelInstance<Kernel>;
  readonly window: FileWindow;
  /** The recorder's facts as JSON, where the file has none. */
  readonly facts?: string | undefined;
}
