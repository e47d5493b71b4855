import { FormatError } from '../format-error.ts';
import type { Ids } from './columns.ts';
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
  'a time lies beyond all bounds',
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

/** A stretch of nodes as columns. All are views of the kernel's memory that are void after the call. */
export interface NodeBatch {
  /** One row for each node. */
  readonly ids: Ids;
  /** Number of the distinct callFrame text. */
  readonly frames: Int32Array;
  /** One row for each child: its id, the row (in the whole list) of its caller. */
  readonly childIds: Ids;
  readonly callers: Int32Array;
  /** One row for each node that names its parent: its row, the parent's id. */
  readonly namingRows: Int32Array;
  readonly namedParents: Float64Array;
  /** One row for each entry of positionTicks with a count: row of the node, 1-based line, count. */
  readonly tickNodes: Int32Array;
  readonly tickLines: Int32Array;
  readonly tickCounts: Uint32Array;
  /** Texts of callFrames that were not seen before, numbered on, and where in the file each stands. */
  readonly newFrames: readonly { readonly text: string; readonly offset: number }[];
}

/** Addresses of the columns that the kernel writes. */
interface Columns {
  readonly capacity: number;
  readonly ids: number;
  readonly wideIds: number;
  readonly frames: number;
  readonly naming: number;
  readonly parents: number;
  readonly newFrames: number;
  /** Large enough for a window full of numbers, f64 and i32. */
  readonly numbers: number;
  readonly wideNumbers: number;
  readonly callers: number;
  readonly tickNodes: number;
  readonly tickLines: number;
  readonly tickCounts: number;
}

/** Reads the values of a JSON file one after the other through the kernel. Every method begins where the last ended. */
export class Scanner {
  readonly #path: string;
  readonly #kernel: Kernel;
  readonly #memory: KernelMemory;
  readonly #window: FileWindow;
  #columns: Columns | undefined;
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

  /** The ids of a list, in batches. */
  readIds(onBatch: (ids: Ids) => void): Promise<void> {
    const kernel = this.#kernel;
    return this.#readList(
      (from, end, { numbers, wideNumbers }) => kernel.scanIds(from, end, numbers, wideNumbers),
      ({ numbers, wideNumbers }) => onBatch(this.#ids(numbers, wideNumbers, kernel.numberCount.value)),
    );
  }

  /** The sums so far of the numbers of a list, in batches. */
  readTimes(onBatch: (times: Float64Array) => void): Promise<void> {
    const kernel = this.#kernel;
    kernel.beginTimes();
    return this.#readList(
      (from, end, { wideNumbers }) => kernel.scanTimes(from, end, wideNumbers),
      ({ wideNumbers }) => onBatch(new Float64Array(this.#memory.buffer, wideNumbers, kernel.numberCount.value)),
    );
  }

  /** The list of nodes, in batches. Only once for each kernel. */
  async readNodes(onBatch: (batch: NodeBatch) => void): Promise<void> {
    await this.#makeRoom();
    await this.#readList(
      (from, end) => this.#kernel.scanNodes(from, end),
      (columns) => onBatch(this.#nodeBatch(columns)),
    );
  }

  async #readList(
    scan: (from: number, end: number, columns: Columns) => number,
    take: (columns: Columns) => void,
  ): Promise<void> {
    await this.take('[');
    this.#kernel.beginList();
    for (;;) {
      const columns = await this.#prepareColumns();
      const window = this.#window;
      window.start = scan(window.start, window.end, columns) >>> 0;
      const status = this.#kernel.status.value;
      take(columns);
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
  async #prepareColumns(): Promise<Columns> {
    const { capacity } = this.#window;
    if (this.#columns !== undefined && this.#columns.capacity >= capacity) return this.#columns;
    const rows = Math.ceil(capacity / 16);
    const numbers = Math.ceil(capacity / 2) + 2;
    const sizes = [4, 8, 4, 4, 8, 8].map((width) => width * rows);
    sizes.push(4 * numbers, 8 * numbers, 4 * numbers, 4 * rows, 4 * rows, 4 * rows);
    let address = await this.#window.allocate(sizes.reduce((sum, size) => sum + size + 8, 0));
    const starts = sizes.map((size) => {
      const start = address;
      address += Math.ceil(size / 8) * 8;
      return start;
    });
    const [ids, wideIds, frames, naming, parents, newFrames, ...flat] = starts;
    const [children, wideNumbers, callers, tickNodes, tickLines, tickCounts] = flat;
    this.#kernel.setNodeColumns(ids, wideIds, frames, naming, parents, newFrames);
    this.#kernel.setLinkColumns(children, wideNumbers, callers);
    this.#kernel.setTickColumns(tickNodes, tickLines, tickCounts);
    const links = { numbers: children, wideNumbers, callers, tickNodes, tickLines, tickCounts };
    this.#columns = { capacity, ids, wideIds, frames, naming, parents, newFrames, ...links };
    return this.#columns;
  }

  #ids(narrow: number, wide: number, count: number): Ids {
    const { buffer } = this.#memory;
    return this.#kernel.isWide.value ? new Float64Array(buffer, wide, count) : new Int32Array(buffer, narrow, count);
  }

  #nodeBatch(columns: Columns): NodeBatch {
    const { buffer } = this.#memory;
    const { nodeCount, childCount, parentCount, tickCount } = this.#kernel;
    return {
      ids: this.#ids(columns.ids, columns.wideIds, nodeCount.value),
      frames: new Int32Array(buffer, columns.frames, nodeCount.value),
      childIds: this.#ids(columns.numbers, columns.wideNumbers, childCount.value),
      callers: new Int32Array(buffer, columns.callers, childCount.value),
      namingRows: new Int32Array(buffer, columns.naming, parentCount.value),
      namedParents: new Float64Array(buffer, columns.parents, parentCount.value),
      tickNodes: new Int32Array(buffer, columns.tickNodes, tickCount.value),
      tickLines: new Int32Array(buffer, columns.tickLines, tickCount.value),
      tickCounts: new Uint32Array(buffer, columns.tickCounts, tickCount.value),
      newFrames: this.#newFrames(columns),
    };
  }

  #newFrames(columns: Columns): NodeBatch['newFrames'] {
    const count = this.#kernel.newFrameCount.value;
    const places = new Uint32Array(this.#memory.buffer, columns.newFrames, 2 * count);
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
