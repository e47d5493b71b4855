import { FormatError } from '../format-error.ts';
import type { FileWindow } from './file-window.ts';
import type { NodeBatch, NodeIds } from './node-batch.ts';
import { Room, Status } from './kernel-instance.ts';
import type { Kernel, KernelCallbacks, KernelMemory } from './kernel-instance.ts';

/** Sentences of the kernel's problems, by its numbers; `#` is the id that it names. */
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
  'two nodes have the id #',
  'node # has two parents',
  'a sample names node #, which does not exist',
];

const keys = ['id', 'callFrame', 'hitCount', 'children', 'positionTicks', 'parent', 'line', 'ticks'];
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const STORE_BYTES = 256 * 1024;
const FIRST_SLOTS = 4096;
/** So many bytes of a file make room for one small id: a node takes more, and ids count the nodes. */
const BYTES_PER_ID = 64;
const MAX_DENSE_IDS = 2 ** 27;

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

/** Addresses of the columns that the kernel writes. */
interface Columns {
  readonly capacity: number;
  readonly frames: number;
  readonly parents: number;
  readonly newFrames: number;
  readonly late: number;
  readonly naming: number;
  readonly named: number;
  /** Large enough for a window full of numbers as f64. */
  readonly numbers: number;
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
  #frameSlots = 0;

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

  /** What is known of ids once the nodes were read. */
  get nodeIds(): NodeIds {
    const kernel = this.#kernel;
    return {
      rowOf: (id) => kernel.rowOf(id),
      idOf: (row) => kernel.idOf(row),
      missing() {
        if (kernel.missingCount.value === 0) return undefined;
        const id = kernel.missingId();
        return { id, caller: kernel.callerOf(id) };
      },
    };
  }

  /** The ids of a list, in batches. */
  readIds(onBatch: (ids: Float64Array) => void): Promise<void> {
    return this.#readList(
      (from, end, { numbers }) => this.#kernel.scanIds(from, end, numbers),
      ({ numbers }) => onBatch(this.#floats(numbers, this.#kernel.numberCount.value)),
    );
  }

  /** The rows of the nodes that a list of ids names, in batches. The nodes must have been read. */
  readRows(onBatch: (rows: Int32Array) => void): Promise<void> {
    return this.#readList(
      (from, end, { numbers }) => this.#kernel.scanRows(from, end, numbers),
      ({ numbers }) => onBatch(this.#integers(numbers, this.#kernel.numberCount.value)),
    );
  }

  /** The sums so far of the numbers of a list, in batches, and the rows of those that are below an earlier one. */
  readTimes(onBatch: (times: Float64Array, lateRows: Int32Array) => void): Promise<void> {
    const { numberCount, lateCount } = this.#kernel;
    this.#kernel.beginTimes();
    return this.#readList(
      (from, end, { numbers, late }) => this.#kernel.scanTimes(from, end, numbers, late),
      ({ numbers, late }) => onBatch(this.#floats(numbers, numberCount.value), this.#integers(late, lateCount.value)),
    );
  }

  /** The list of nodes, in batches. Only once for each kernel. */
  async readNodes(fileSize: number, onBatch: (batch: NodeBatch) => void): Promise<void> {
    const denseIds = Math.min(MAX_DENSE_IDS, Math.ceil(fileSize / BYTES_PER_ID) + 1);
    this.#kernel.setDenseIds(await this.#window.allocate(denseIds * 4), denseIds);
    await this.#growFrameSlots();
    await this.#growFrameText(STORE_BYTES);
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
    const { status, problem, problemAt, problemId } = this.#kernel;
    if (status.value !== Status.failed) return;
    const sentence = problems[problem.value].replace('#', String(problemId.value));
    throw this.problem(sentence, this.#window.offsetOf(problemAt.value >>> 0));
  }

  #makeRoom(): Promise<void> {
    const { roomFor, roomNeeded } = this.#kernel;
    const needed = roomNeeded.value >>> 0;
    if (roomFor.value === Room.frameText) return this.#growFrameText(Math.max(STORE_BYTES, needed));
    return roomFor.value === Room.sparseIds ? this.#growSparseIds(needed) : this.#growFrameSlots();
  }

  async #growFrameSlots(): Promise<void> {
    this.#frameSlots = this.#frameSlots === 0 ? FIRST_SLOTS : this.#frameSlots * 2;
    this.#kernel.setSlots(await this.#window.allocate(this.#frameSlots * 8), this.#frameSlots);
  }

  async #growFrameText(bytes: number): Promise<void> {
    const address = await this.#window.allocate(bytes);
    this.#kernel.setStore(address, address + bytes);
  }

  async #growSparseIds(ids: number): Promise<void> {
    const slots = Math.max(FIRST_SLOTS, 2 ** Math.ceil(Math.log2(ids * 4)));
    this.#kernel.setSparseIds(await this.#window.allocate(slots * 16), slots);
  }

  /** Columns that hold whatever a full window can give: the shortest entries bound their rows. */
  async #prepareColumns(): Promise<Columns> {
    const { capacity } = this.#window;
    if (this.#columns !== undefined && this.#columns.capacity >= capacity) return this.#columns;
    const rows = Math.ceil(capacity / 16);
    const numbers = Math.ceil(capacity / 2) + 2;
    const sizes = [4, 4, 8, 8, 4, 8, 4, 4, 4].map((width) => width * rows);
    // Each number of a list of children can be a late link.
    sizes[3] = 8 * numbers;
    sizes.push(8 * numbers);
    let address = await this.#window.allocate(sizes.reduce((sum, size) => sum + size + 8, 0));
    const starts = sizes.map((size) => {
      const start = address;
      address += Math.ceil(size / 8) * 8;
      return start;
    });
    const [frames, parents, newFrames, late, naming, named, tickNodes, tickLines, tickCounts, list] = starts;
    this.#kernel.setNodeColumns(frames, parents, newFrames);
    this.#kernel.setLinkColumns(list, late, naming, named);
    this.#kernel.setTickColumns(tickNodes, tickLines, tickCounts);
    const links = { late, naming, named, numbers: list, tickNodes, tickLines, tickCounts };
    this.#columns = { capacity, frames, parents, newFrames, ...links };
    return this.#columns;
  }

  #integers(address: number, count: number): Int32Array {
    return new Int32Array(this.#memory.buffer, address, count);
  }

  #floats(address: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, address, count);
  }

  #nodeBatch(columns: Columns): NodeBatch {
    const { nodeCount, lateCount, namingCount, tickCount } = this.#kernel;
    return {
      frames: this.#integers(columns.frames, nodeCount.value),
      parents: this.#integers(columns.parents, nodeCount.value),
      lateLinks: this.#integers(columns.late, 2 * lateCount.value),
      namingRows: this.#integers(columns.naming, namingCount.value),
      namedParents: this.#floats(columns.named, namingCount.value),
      tickNodes: this.#integers(columns.tickNodes, tickCount.value),
      tickLines: this.#integers(columns.tickLines, tickCount.value),
      tickCounts: new Uint32Array(this.#memory.buffer, columns.tickCounts, tickCount.value),
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
