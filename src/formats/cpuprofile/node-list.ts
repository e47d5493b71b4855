import type { FormatError } from '../format-error.ts';
import { PositionBuilder } from './build-positions.ts';
import type { FileWindow } from './file-window.ts';
import { Room } from './kernel-instance.ts';
import type { Kernel, KernelMemory } from './kernel-instance.ts';
import type { NodeBatch, NodeIds } from './node-batch.ts';
import type { ScannedFile } from './scanned-file.ts';
import { decode } from './scanner.ts';
import type { Scanner } from './scanner.ts';

const STORE_BYTES = 256 * 1024;
const FIRST_SLOTS = 4096;
/** So many bytes of a file make room for one small id: a node takes more, and ids count the nodes. */
const BYTES_PER_ID = 64;
const MAX_DENSE_IDS = 2 ** 27;

/** Addresses of the columns that the kernel writes. */
interface NodeColumns {
  readonly capacity: number;
  readonly frames: number;
  readonly parents: number;
  readonly newFrames: number;
  readonly late: number;
  readonly naming: number;
  readonly named: number;
  readonly tickNodes: number;
  readonly tickLines: number;
  readonly tickCounts: number;
}

/** Who takes the nodes. */
export interface NodeSink {
  /**
   * Takes callFrames that were not seen before, as JSON values (undefined for one that is none), before the nodes that
   * have them come. `offsetOf` tells where in the file each is. Returns their scripts, -1 for none.
   */
  addFrames(calls: readonly unknown[], offsetOf: (i: number) => number): readonly number[];
  add(batch: NodeBatch): void;
}

/** Reads the list of nodes through the kernel, and knows their ids and positions afterwards. Once for each kernel. */
export class NodeList {
  readonly positions: PositionBuilder;
  readonly #scanner: Scanner;
  readonly #kernel: Kernel;
  readonly #memory: KernelMemory;
  readonly #window: FileWindow;
  #columns: NodeColumns | undefined;
  #frameSlots = 0;
  /** Address of the script of each frame. */
  #scripts = 0;

  constructor(scanner: Scanner, file: ScannedFile) {
    this.#scanner = scanner;
    this.#kernel = file.kernel;
    this.#memory = file.memory;
    this.#window = file.window;
    this.positions = new PositionBuilder(file);
  }

  /** What is known of ids once the nodes were read. */
  get ids(): NodeIds {
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

  /** Reads the list, in batches. */
  async read(fileSize: number, sink: NodeSink): Promise<void> {
    const denseIds = Math.min(MAX_DENSE_IDS, Math.ceil(fileSize / BYTES_PER_ID) + 1);
    this.#kernel.setDenseIds(await this.#window.allocate(denseIds * 4), denseIds);
    await this.#growFrameSlots();
    await this.#growFrameText(STORE_BYTES);
    await this.#scanner.readList({
      prepare: () => this.#prepareColumns(),
      scan: (from, end) => this.#kernel.scanNodes(from, end),
      take: (columns) => this.#take(columns, sink),
      makeRoom: () => this.#makeRoom(),
    });
  }

  async #take(columns: NodeColumns, sink: NodeSink): Promise<void> {
    const { newFrameCount, tickCount, frameCount } = this.#kernel;
    // A position for each function and for each tick at most.
    await this.positions.makeRoom(newFrameCount.value + tickCount.value);
    const firstFrame = frameCount.value - newFrameCount.value;
    const places = this.#memory.uint32(columns.newFrames, newFrameCount.value);
    const offsetOf = (i: number): number => this.#window.offsetOf(places[i]);
    const scripts = newFrameCount.value === 0 ? [] : sink.addFrames(this.#newCalls(firstFrame), offsetOf);
    this.#memory.int32(this.#scripts + 4 * firstFrame, scripts.length).set(scripts);
    const crowded = this.#kernel.placeTicks();
    if (crowded >= 0) throw this.#tooMany(crowded);
    sink.add(this.#batch(columns));
  }

  #tooMany(row: number): FormatError {
    return this.#scanner.problem(`the positionTicks of node ${this.#kernel.idOf(row)} are too many`);
  }

  #makeRoom(): Promise<void> {
    const { roomFor, roomNeeded } = this.#kernel;
    const needed = roomNeeded.value >>> 0;
    if (roomFor.value === Room.frameText) return this.#growFrameText(Math.max(STORE_BYTES, needed));
    return roomFor.value === Room.sparseIds ? this.#growSparseIds(needed) : this.#growFrameSlots();
  }

  async #growFrameSlots(): Promise<void> {
    const slots = this.#frameSlots === 0 ? FIRST_SLOTS : this.#frameSlots * 2;
    this.#frameSlots = slots;
    const address = await this.#window.allocate(slots * 14);
    this.#scripts = address + slots * 12;
    this.#kernel.setSlots(address, slots, address + slots * 8, this.#scripts);
  }

  async #growFrameText(bytes: number): Promise<void> {
    const address = await this.#window.allocate(bytes);
    this.#kernel.setStore(address, address + bytes);
  }

  async #growSparseIds(ids: number): Promise<void> {
    const slots = Math.max(FIRST_SLOTS, 2 ** Math.ceil(Math.log2(ids * 4)));
    this.#kernel.setSparseIds(await this.#window.allocate(slots * 16), slots);
  }

  /** The shortest entries bound the rows that a full window can give. */
  async #prepareColumns(): Promise<NodeColumns> {
    const { capacity } = this.#window;
    if (this.#columns !== undefined && this.#columns.capacity >= capacity) return this.#columns;
    const rows = Math.ceil(capacity / 16);
    const children = Math.ceil(capacity / 2) + 2;
    // Each number of a list of children can be a late link.
    const sizes = [4, 4, 4, 4, 8, 4, 4, 4].map((width) => width * rows).concat(8 * children, 8 * children);
    let address = await this.#window.allocate(sizes.reduce((sum, size) => sum + size + 8, 0));
    const starts = sizes.map((size) => {
      const start = address;
      address += Math.ceil(size / 8) * 8;
      return start;
    });
    const [frames, parents, newFrames, naming, named, tickNodes, tickLines, tickCounts, late, childIds] = starts;
    this.#kernel.setNodeColumns(frames, parents, newFrames);
    this.#kernel.setLinkColumns(childIds, late, naming, named);
    this.#kernel.setTickColumns(tickNodes, tickLines, tickCounts);
    const links = { late, naming, named, tickNodes, tickLines, tickCounts };
    this.#columns = { capacity, frames, parents, newFrames, ...links };
    return this.#columns;
  }

  #batch(columns: NodeColumns): NodeBatch {
    const { nodeCount, lateCount, namingCount, tickCount } = this.#kernel;
    const memory = this.#memory;
    return {
      frames: memory.int32(columns.frames, nodeCount.value),
      parents: memory.int32(columns.parents, nodeCount.value),
      lateLinks: memory.int32(columns.late, 2 * lateCount.value),
      namingRows: memory.int32(columns.naming, namingCount.value),
      namedParents: memory.float64(columns.named, namingCount.value),
      tickNodes: memory.int32(columns.tickNodes, tickCount.value),
      tickPositions: memory.int32(columns.tickLines, tickCount.value),
      tickCounts: memory.uint32(columns.tickCounts, tickCount.value),
    };
  }

  /** The callFrames of the last scan that were not seen before, from the number `first` on. */
  #newCalls(first: number): readonly unknown[] {
    const { newFrameCount } = this.#kernel;
    const texts = (from: number, to: number): string =>
      decode(this.#window.bytes, this.#kernel.textAt(from) >>> 0, this.#kernel.textEnd(to) >>> 0);
    try {
      // One after the other, with commas between, as the kernel keeps them.
      return JSON.parse(`[${texts(first, first + newFrameCount.value - 1)}]`) as readonly unknown[];
    } catch {
      return Array.from({ length: newFrameCount.value }, (_, i) => parseOrUndefined(texts(first + i, first + i)));
    }
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
