import { type Kernel, type KernelImports, Problem, Status } from '../../kernels/cpuprofile/kernel.generated.ts';
import { attempt } from '../../core/index.ts';
import { FormatError } from '../format-error.ts';
import type { FileWindow, ScannedFile } from './file-window.ts';

/** Sentences of the kernel's problems; `#` is the id that it names. */
const problems: Readonly<Record<Problem, string>> = {
  [Problem.none]: '',
  [Problem.badJson]: 'it is not valid JSON',
  [Problem.notANumber]: 'a number is expected here',
  [Problem.badTime]: 'a time lies beyond all bounds',
  [Problem.sameId]: 'two nodes have the id #',
  [Problem.twoParents]: 'node # has two parents',
  [Problem.unknownNode]: 'a sample names node #, which does not exist',
  [Problem.notANode]: 'an entry of "nodes" is not an object',
  [Problem.noId]: 'a node has no "id"',
  [Problem.noFrame]: 'a node has no valid "callFrame"',
  [Problem.badId]: 'the id of a node is not a whole number from 0 to 134 million',
  [Problem.badChildren]: 'the children of a node are not a list of ids',
  [Problem.badTicks]: 'the positionTicks of a node are not a list of lines and counts',
};

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Answers the kernel's questions about text in its memory. */
export function kernelImports(bytes: () => Uint8Array): KernelImports {
  return {
    parseNumber(address, length) {
      const digits = decode(bytes(), address >>> 0, (address + length) >>> 0);
      return JSON_NUMBER.test(digits) ? Number(digits) : NaN;
    },
    plainKey(address, length) {
      const text = Buffer.from(bytes().buffer, address >>> 0, length);
      const key = attempt(() => JSON.stringify(JSON.parse(text.toString('utf8'))));
      if (key === undefined) return 0;
      // Longer where it is not valid UTF-8, and no key that anybody needs.
      return Buffer.byteLength(key) > length ? length : text.fill(' ').write(key);
    },
  };
}

const MAX_KEY = 1024;

/**
 * Reads the values of a JSON file one after the other through the kernel. Every method begins where the one before it ended.
 */
export class Scanner {
  readonly #kernel: Kernel;
  readonly #window: FileWindow;
  /** How large a window may be that the kernel's columns have room for. */
  #capacity = 0;

  constructor(private readonly file: ScannedFile) {
    this.#kernel = file.kernel.exports;
    this.#window = file.window;
  }

  /** Where in the file the scan stands. */
  get offset(): number {
    return this.#window.offsetOf(this.#window.start);
  }

  problem(problem: string, offset: number = this.offset): FormatError {
    return new FormatError(this.file.path, problem, offset);
  }

  /** The byte here, without going on; -1 at the end of the file. */
  async peekRaw(ahead = 0): Promise<number> {
    const window = this.#window;
    while (window.end - window.start <= ahead) if (!(await window.refill())) return -1;
    return window.bytes[window.start + ahead];
  }

  /** The next byte that is not white space, without going over it; -1 at the end of the file. */
  async peek(): Promise<number> {
    const window = this.#window;
    do {
      const { bytes, end } = window;
      for (; window.start < end; window.start++) if (!isSpace(bytes[window.start])) return bytes[window.start];
    } while (await window.refill());
    return -1;
  }

  /** Goes over the next byte that is not white space; it must be `expected`. */
  async take(expected: string): Promise<void> {
    const byte = await this.peek();
    if (byte < 0) throw this.truncated();
    if (byte !== expected.charCodeAt(0)) throw this.problem(`it is not valid JSON: ${expected} is expected here`);
    this.#window.start++;
  }

  truncated(): FormatError {
    return this.problem('it ends in the middle; the recording was cut off, record it again');
  }

  skipBytes(count: number): void {
    this.#window.start += count;
  }

  /** Goes on at another byte of the file. */
  moveTo(offset: number): Promise<void> {
    return this.#window.moveTo(offset);
  }

  /** Goes over one value; with `limit`, returns its bytes if there are at most that many, else undefined. */
  async skipValue(limit = 0): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    let length = 0;
    this.#kernel.beginSkip();
    for (;;) {
      const window = this.#window;
      const from = window.start;
      const to = this.#kernel.skip(from, window.end) >>> 0;
      this.#failIfFailed();
      length += to - from;
      if (length <= limit) pieces.push(Buffer.from(window.bytes.subarray(from, to)));
      window.start = to;
      if (this.#kernel.status.value === Status.done) break;
      if (!(await window.refill())) {
        // A number at the end of the file has no byte behind it; it cannot be the whole file, though.
        throw this.truncated();
      }
    }
    if (length > limit) return undefined;
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  }

  /**
   * Goes over one entry of a list and the comma behind it, if all of that is in the window, and hands its bytes over. False if it
   * is not, or if it is damaged: then nothing has happened. Without the waiting of `readEntries`, for lists of very many.
   */
  takeEntry(take: (bytes: Buffer, offset: number) => void): boolean {
    const { bytes, end } = this.#window;
    let from = this.#window.start;
    while (isSpace(bytes[from]) && from < end) from++;
    const to = this.#endInWindow(from);
    if (to < 0) return false;
    let behind = to;
    while (isSpace(bytes[behind]) && behind < end) behind++;
    if (behind >= end || bytes[behind] !== 0x2c) return false;
    this.#window.start = behind + 1;
    take(Buffer.from(bytes.buffer, from, to - from), this.#window.offsetOf(from));
    return true;
  }

  /** Where the value at `from` ends; -1 if that is not in the window, or if the value is damaged. */
  #endInWindow(from: number): number {
    this.#kernel.beginSkip();
    const to = this.#kernel.skip(from, this.#window.end) >>> 0;
    return this.#kernel.status.value === Status.done ? to : -1;
  }

  /** What stands between two brackets, with commas between. `mayEnd`: the file may end after a whole entry. */
  async readEntries(open: string, close: string, readEntry: () => Promise<void>, mayEnd = false): Promise<void> {
    await this.take(open);
    if ((await this.peek()) !== close.charCodeAt(0))
      for (;;) {
        await readEntry();
        let next = await this.peek();
        if (next === close.charCodeAt(0)) break;
        if (!mayEnd || next >= 0) await this.take(',');
        next = await this.peek();
        if (mayEnd && next < 0) return;
      }
    await this.take(close);
  }

  /** The members of an object. `readMember` goes over the value; a very long key is given as the empty one. */
  readMembers(readMember: (key: string) => Promise<void>): Promise<void> {
    return this.readEntries('{', '}', async () => {
      if ((await this.peek()) !== 0x22) await this.take('"');
      const key = ((await this.readValue(MAX_KEY)) ?? '') as string;
      await this.take(':');
      await this.peek();
      await readMember(key);
    });
  }

  /** The value here; undefined where it takes more bytes. */
  async readValue(mostBytes: number): Promise<unknown> {
    const { offset } = this;
    const bytes = await this.skipValue(mostBytes);
    return bytes && this.parse(bytes, offset);
  }

  /** A value as JSON. `offset`: where in the file it begins. */
  parse(bytes: Buffer, offset: number): unknown {
    try {
      return JSON.parse(bytes.toString('utf8'));
    } catch (error) {
      throw new FormatError(this.file.path, 'it is not valid JSON', offset, { cause: error });
    }
  }

  /** The rows of the nodes that a list of ids names, in batches. The nodes must have been read. */
  readRows(onBatch: (rows: Int32Array) => void): Promise<void> {
    const kernel = this.#kernel;
    return this.readList(
      (from, end) => kernel.scanRows(from, end),
      () => onBatch(this.file.kernel.int32(kernel.numbersOut.value, kernel.numberCount.value)),
    );
  }

  /** The sums so far of the numbers of a list, in batches. */
  readTimes(onBatch: (times: Float64Array) => void): Promise<void> {
    const kernel = this.#kernel;
    kernel.beginTimes();
    return this.readList(
      (from, end) => kernel.scanTimes(from, end),
      () => onBatch(this.file.kernel.float64(kernel.numbersOut.value, kernel.numberCount.value)),
    );
  }

  /** The numbers of a list, with NaN for null, in batches. */
  readNumbers(onBatch: (numbers: Float64Array) => void): Promise<void> {
    const kernel = this.#kernel;
    return this.readList(
      (from, end) => kernel.scanValues(from, end),
      () => onBatch(this.file.kernel.float64(kernel.numbersOut.value, kernel.numberCount.value)),
    );
  }

  /** `scan`: the kernel's, of what is in the window; returns where to go on. `take`: uses what scans wrote. */
  async readList(scan: (from: number, end: number) => number, take: () => unknown): Promise<void> {
    const [kernel, window] = [this.#kernel, this.#window];
    await this.take('[');
    kernel.beginList();
    for (;;) {
      await this.#openColumns(window.capacity);
      window.start = scan(window.start, window.end) >>> 0;
      const status = kernel.status.value;
      await take();
      this.#failIfFailed(status);
      if (status === Status.done) return;
      if (status === Status.room) await window.growMemory(() => kernel.makeRoom());
      else if (!(await window.refill())) throw this.truncated();
    }
  }

  async #openColumns(capacity: number): Promise<void> {
    if (capacity <= this.#capacity) return;
    this.#capacity = capacity;
    await this.#window.growMemory(() => this.#kernel.openColumns(capacity));
  }

  #failIfFailed(status = this.#kernel.status.value): void {
    const { problem, problemAt, problemId } = this.#kernel;
    if (status !== Status.failed) return;
    const sentence = problems[problem.value as Problem].replace('#', String(problemId.value));
    throw this.problem(sentence, this.#window.offsetOf(problemAt.value >>> 0));
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The text between two addresses. */
export function decode(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}
