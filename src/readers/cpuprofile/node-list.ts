import { type Kernel, Room } from '../../kernels/cpuprofile/kernel.generated.ts';
import { PositionBuilder } from './build-positions.ts';
import type { ScannedFile } from './file-window.ts';
import { FrameList } from './frame-list.ts';
import type { NodeBuilder } from './profile-builder.ts';
import type { Scanner } from './scanner.ts';

/** One id is expected per this many bytes of the file: a node takes more, and V8 numbers nodes from 1. */
const BYTES_PER_ID = 64;

/** Addresses of the columns that the kernel writes. */
interface NodeColumns {
  readonly capacity: number;
  readonly frames: number;
  readonly parents: number;
  readonly newFrames: number;
  /** Where the scan keeps the ids of a node's children. */
  readonly childIds: number;
  readonly late: number;
  readonly naming: number;
  readonly named: number;
  readonly tickNodes: number;
  readonly tickLines: number;
  readonly tickCounts: number;
}

/** A stretch of nodes as columns. All are views of the kernel's memory that become invalid after the call. */
export interface NodeBatch {
  /** One row for each node: number of the distinct callFrame text. */
  readonly frames: Int32Array;
  /** The row (in the whole list) of the node before it that names it as its child; -1 for none. */
  readonly parents: Int32Array;
  /** Two numbers for each node that stands before the node that names it as its child: its row, the other's. */
  readonly lateLinks: Int32Array;
  /** One row for each node that names its parent: its row, the parent's id. */
  readonly namingRows: Int32Array;
  readonly namedParents: Float64Array;
  /** One row for each node and line with a count: row of the node, position, count; those of a node together. */
  readonly tickNodes: Int32Array;
  readonly tickPositions: Int32Array;
  readonly tickCounts: Uint32Array;
}

/** The ids of nodes, once they have been read. */
export type NodeIds = Pick<NodeList, 'rowOf' | 'idOf' | 'missing'>;

/** Reads the list of nodes through the kernel, and knows their ids and positions afterwards. One for each kernel. */
export class NodeList {
  readonly positions: PositionBuilder;
  readonly #kernel: Kernel;
  readonly #frames: FrameList;
  #columns: NodeColumns | undefined;

  constructor(
    private readonly scanner: Scanner,
    private readonly file: ScannedFile,
  ) {
    this.#kernel = file.kernel.exports;
    this.#frames = new FrameList(scanner, file);
    this.positions = new PositionBuilder(file);
  }

  /** The row of an id; -1 for an id that no node has. */
  rowOf(id: number): number {
    return this.#kernel.rowOf(id);
  }

  /** The id of a row, by a slow search. */
  idOf(row: number): number {
    return this.#kernel.idOf(row);
  }

  /** An id that a node names as its child, though no node has it, and the row of that node; undefined for none. */
  missing(): { readonly id: number; readonly caller: number } | undefined {
    if (this.#kernel.missingCount.value === 0) return undefined;
    const id = this.#kernel.missingId();
    return { id, caller: this.#kernel.callerOf(id) };
  }

  /** Reads the list, in batches. */
  async read(fileSize: number, sink: NodeBuilder): Promise<void> {
    await this.#growIds(Math.ceil(fileSize / BYTES_PER_ID) + 1);
    await this.#frames.growSlots();
    await this.#frames.growText();
    await this.scanner.readList({
      prepare: () => this.#prepareColumns(),
      scan: (from, end) => this.#kernel.scanNodes(from, end),
      take: (columns) => this.#take(columns, sink),
      makeRoom: () => this.#makeRoom(),
    });
  }

  async #take(columns: NodeColumns, sink: NodeBuilder): Promise<void> {
    const newFrames = this.#kernel.newFrameCount.value;
    // A position for each function and for each tick at most.
    await this.positions.makeRoom(newFrames + this.#kernel.tickCount.value);
    this.#frames.take(this.file.kernel.uint32(columns.newFrames, newFrames), sink);
    const crowded = this.#kernel.placeTicks();
    if (crowded >= 0) throw this.scanner.problem(`the positionTicks of node ${this.idOf(crowded)} are too many`);
    sink.add(this.#batch(columns));
  }

  #makeRoom(): Promise<void> {
    const { roomFor, roomNeeded } = this.#kernel;
    const needed = roomNeeded.value >>> 0;
    if (roomFor.value === Room.frameText) return this.#frames.growText(needed);
    return roomFor.value === Room.ids ? this.#growIds(2 * needed) : this.#frames.growSlots();
  }

  async #growIds(count: number): Promise<void> {
    this.#kernel.setIds(await this.file.window.allocate(4 * count), count);
  }

  /** The shortest entries bound the rows that a full window can give. */
  async #prepareColumns(): Promise<NodeColumns> {
    const { capacity } = this.file.window;
    if (this.#columns !== undefined && this.#columns.capacity >= capacity) return this.#columns;
    const rows = Math.ceil(capacity / 16);
    const children = Math.ceil(capacity / 2) + 2;
    // Each number of a list of children can be a late link.
    const sizes = [4, 4, 4, 4, 8, 4, 4, 4].map((width) => width * rows).concat(8 * children, 8 * children);
    let address = await this.file.window.allocate(sizes.reduce((sum, size) => sum + size + 8, 0));
    const starts = sizes.map((size) => {
      const start = address;
      address += Math.ceil(size / 8) * 8;
      return start;
    });
    const [frames, parents, newFrames, naming, named, tickNodes, tickLines, tickCounts, late, childIds] = starts;
    this.#kernel.setRowColumns(frames, parents);
    this.#kernel.setNewFrames(newFrames);
    this.#kernel.setLinkColumns(childIds, late, naming, named);
    this.#kernel.setTickColumns(tickNodes, tickLines, tickCounts);
    const links = { late, naming, named, tickNodes, tickLines, tickCounts };
    this.#columns = { capacity, frames, parents, newFrames, childIds, ...links };
    return this.#columns;
  }

  #batch(columns: NodeColumns): NodeBatch {
    const { nodeCount, lateCount, namingCount, tickCount } = this.#kernel;
    const memory = this.file.kernel;
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
}
