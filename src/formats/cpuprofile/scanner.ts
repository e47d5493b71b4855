import { FormatError } from '../format-error.ts';
import type { FileWindow } from './file-window.ts';
import { Status } from './kernel-instance.ts';
import type { Kernel, KernelCallbacks, KernelMemory } from './kernel-instance.ts';

/** Sentences of the kernel's problems, by its numbers. */
const problems = [
  '',
  'it is not valid JSON',
  'it is nested too deeply',
  'an entry of "nodes" is not an object',
  'a number is expected here',
  'the id of a node is not a whole number that is not negative',
  'a node has no "id"',
  'a node has no "callFrame"',
  'the children of a node are not a list of ids',
  'the positionTicks of a node are not a list of lines and counts',
];

const keys = ['id', 'callFrame', 'hitCount', 'children', 'positionTicks', 'parent', 'line', 'ticks'];
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const STORE_BYTES = 256 * 1024;
const FIRST_SLOTS = 4096;

/** Answers to the kernel's questions about text in its memory. */
export function kernelCallbacks(bytes: () => Uint8Array): KernelCallbacks {
  const text = (address: number, length: number): string => decode(bytes(), address >>> 0, (address + length) >>> 0);
  return {
    parseNumber(address, length) {
      const digits = text(address, length);
      return JSON_NUMBER.test(digits) ? Number(digits) : NaN;
    },
    parseKey(address, length) {
      try {
        return keys.indexOf(JSON.parse(`"${text(address, length)}"`) as string) + 1;
      } catch {
        return -1;
      }
    },
  };
}

/** A stretch of nodes as columns, one row for each; views of the kernel's memory that are void after the call. */
export interface NodeBatch {
  readonly count: number;
  readonly ids: Float64Array;
  /** Number of the distinct callFrame text. */
  readonly frames: Int32Array;
  readonly childCounts: Int32Array;
  readonly childIds: Float64Array;
  readonly tickCounts: Int32Array;
  /** Pairs of line and count; counts are unsigned. */
  readonly ticks: Int32Array;
  /** NaN where a node names no parent. Undefined when none of them does. */
  readonly parents: Float64Array | undefined;
  /** Texts of callFrames that were not seen before, numbered on, and where in the file each stands. */
  readonly newFrames: readonly { readonly text: string; readonly offset: number }[];
}

interface Outputs {
  readonly capacity: number;
  readonly ids: number;
  readonly frames: number;
  readonly childCounts: number;
  readonly tickCounts: number;
  readonly parents: number;
  readonly numbers: number;
  readonly ticks: number;
  readonly newFrames: number;
}

/** Reads the values of a JSON file one after the other through the kernel. Every method begins where the last ended. */
export class Scanner {
  readonly #path: string;
  readonly #kernel: Kernel;
  readonly #memory: KernelMemory;
  readonly #window: FileWindow;
  #outputs: Outputs | undefined;
  #slotCount = 0;

  constructor(path: string, kernel: Kernel, memory: KernelMemory, window: FileWindow) {
    this.#path = path;
    this.#kernel = kernel;
    this.#memory = memory;
    this.#window = window;
  }

  /** Where in the file the scan stands. */
  get offset(): number {
    return this.#window.offsetOf(this.#window.start);
  }

  problem(problem: string, offset: number = this.offset): FormatError {
    return new FormatError(this.#path, problem, offset);
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
      for (; window.start < end; window.start++) {
        const byte = bytes[window.start];
        if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      }
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

  /** Goes over one value; with `limit`, returns its bytes if there are at most that many, else undefined. */
  async skipValue(limit = 0): Promise<Uint8Array | undefined> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    this.#kernel.beginSkip();
    for (;;) {
      const window = this.#window;
      const from = window.start;
      const to = this.#kernel.skip(from, window.end) >>> 0;
      this.#failIfFailed();
      length += to - from;
      if (length <= limit) pieces.push(window.bytes.slice(from, to));
      window.start = to;
      if (this.#kernel.status.value === Status.done) break;
      if (!(await window.refill())) {
        // A number at the end of the file has no byte behind it; it cannot be the whole file, though.
        throw this.truncated();
      }
    }
    return length <= limit ? Buffer.concat(pieces) : undefined;
  }

  /** The numbers of a list, in batches. */
  async readNumbers(onBatch: (numbers: Float64Array) => void): Promise<void> {
    await this.take('[');
    this.#kernel.beginList();
    for (;;) {
      const outputs = await this.#prepareOutputs();
      const window = this.#window;
      window.start = this.#kernel.scanNumbers(window.start, window.end, outputs.numbers) >>> 0;
      this.#failIfFailed();
      onBatch(new Float64Array(this.#memory.buffer, outputs.numbers, this.#kernel.numberCount.value));
      if (this.#kernel.status.value === Status.done) return;
      if (!(await window.refill())) throw this.truncated();
    }
  }

  /** The list of nodes, in batches. */
  async readNodes(onBatch: (batch: NodeBatch) => void): Promise<void> {
    await this.take('[');
    this.#kernel.beginList();
    if (this.#slotCount === 0) await this.#makeRoom();
    for (;;) {
      const outputs = await this.#prepareOutputs();
      const window = this.#window;
      window.start = this.#kernel.scanNodes(window.start, window.end) >>> 0;
      const status = this.#kernel.status.value;
      if (this.#kernel.nodeCount.value > 0 || this.#kernel.newFrameCount.value > 0) onBatch(this.#nodeBatch(outputs));
      this.#failIfFailed();
      if (status === Status.done) return;
      if (status === Status.room) await this.#makeRoom();
      else if (!(await window.refill())) throw this.truncated();
    }
  }

  #failIfFailed(): void {
    if (this.#kernel.status.value !== Status.failed) return;
    const offset = this.#window.offsetOf(this.#kernel.problemAt.value >>> 0);
    throw this.problem(problems[this.#kernel.problem.value], offset);
  }

  async #makeRoom(): Promise<void> {
    const isFirst = this.#slotCount === 0;
    const needed = this.#kernel.roomNeeded.value >>> 0;
    if (isFirst || needed === 0) {
      this.#slotCount = isFirst ? FIRST_SLOTS : this.#slotCount * 2;
      this.#kernel.setSlots(await this.#window.allocate(this.#slotCount * 8), this.#slotCount);
    }
    if (isFirst || needed > 0) {
      const bytes = Math.max(STORE_BYTES, needed);
      const address = await this.#window.allocate(bytes);
      this.#kernel.setStore(address, address + bytes);
    }
  }

  /** Columns that hold whatever a full window can give: the shortest entries bound their rows. */
  async #prepareOutputs(): Promise<Outputs> {
    const { capacity } = this.#window;
    if (this.#outputs !== undefined && this.#outputs.capacity >= capacity) return this.#outputs;
    const rows = Math.ceil(capacity / 16);
    const sizes = [8 * rows, 4 * rows, 4 * rows, 4 * rows, 8 * rows, 8 * (capacity / 2 + 2), 8 * rows, 8 * rows];
    const addresses: number[] = [];
    for (const size of sizes) addresses.push(await this.#window.allocate(size));
    this.#kernel.setOutputs(...addresses);
    const [ids, frames, childCounts, tickCounts, parents, numbers, ticks, newFrames] = addresses;
    this.#outputs = { capacity, ids, frames, childCounts, tickCounts, parents, numbers, ticks, newFrames };
    return this.#outputs;
  }

  #nodeBatch(outputs: Outputs): NodeBatch {
    const { buffer } = this.#memory;
    const count = this.#kernel.nodeCount.value;
    return {
      count,
      ids: new Float64Array(buffer, outputs.ids, count),
      frames: new Int32Array(buffer, outputs.frames, count),
      childCounts: new Int32Array(buffer, outputs.childCounts, count),
      childIds: new Float64Array(buffer, outputs.numbers, this.#kernel.childCount.value),
      tickCounts: new Int32Array(buffer, outputs.tickCounts, count),
      ticks: new Int32Array(buffer, outputs.ticks, 2 * this.#kernel.tickCount.value),
      parents: this.#kernel.hasParents.value ? new Float64Array(buffer, outputs.parents, count) : undefined,
      newFrames: this.#newFrames(outputs),
    };
  }

  #newFrames(outputs: Outputs): NodeBatch['newFrames'] {
    const count = this.#kernel.newFrameCount.value;
    const places = new Uint32Array(this.#memory.buffer, outputs.newFrames, 2 * count);
    const { bytes } = this.#window;
    return Array.from({ length: count }, (_, i) => {
      const from = places[2 * i + 1];
      // Its length is the first word of the kernel's copy, its text stands behind a head of 16 bytes.
      const entry = places[2 * i];
      const length = bytes[entry] + bytes[entry + 1] * 2 ** 8 + bytes[entry + 2] * 2 ** 16 + bytes[entry + 3] * 2 ** 24;
      return { text: decode(bytes, entry + 16, entry + 16 + length), offset: this.#window.offsetOf(from) };
    });
  }
}

function decode(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}
