import {
  attempt,
  float64Column,
  type FrameIndex,
  int32Column,
  type PositionTable,
  uint32Column,
} from '../../core/index.ts';
import type { Kernel } from '../../kernels/cpuprofile/kernel.generated.ts';
import type { KernelGlobal } from '../../kernels/kernel-loader.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { FormatError } from '../format-error.ts';
import { FrameBuilder, parseCallFrame } from './build-frames.ts';
import { moveTicks } from './build-ticks.ts';
import { buildTree, type BuiltTree, type NodeIds } from './build-tree.ts';
import type { ScannedFile } from './file-window.ts';
import type { PlacedCode } from './producers.ts';
import { decode, type Scanner } from './scanner.ts';

/** One id is expected per this many bytes of the file: a node takes more, and V8 numbers nodes from 1. */
const BYTES_PER_ID = 64;
// V8 writes about 200 bytes per node, and far fewer ticks than nodes. A wrong estimate only costs a copy.
const BYTES_PER_NODE = 150;
const BYTES_PER_TICK = 200;

/** Reads the list of nodes through the kernel, and knows their ids and positions afterwards. One for each kernel. */
export class NodeList implements NodeIds {
  readonly #kernel: Kernel;
  readonly #frames: FrameBuilder;
  /** The function of each callFrame text. */
  readonly #frameOfText = int32Column<FrameIndex>();
  readonly #columns;

  /** The size of `file` bounds what is to be expected. */
  constructor(
    private readonly scanner: Scanner,
    private readonly file: ScannedFile,
  ) {
    this.#kernel = file.kernel.exports;
    this.#frames = new FrameBuilder(this.#kernel);
    const [nodes, ticks] = [file.size / BYTES_PER_NODE, file.size / BYTES_PER_TICK];
    this.#columns = {
      /** One row for each node: number of the distinct callFrame text. */
      frame: int32Column<FrameIndex>(nodes),
      /** The row of the node before it that names it as its child; -1 for none. */
      parent: int32Column(nodes),
      /** Two numbers for each node that stands before the node that names it as its child: its row, the other's. */
      lateLinks: int32Column(),
      /** One row for each node that names its parent: its row, the parent's id. */
      namingRows: int32Column(),
      namedParents: float64Column(),
      /** One row for each node and line with a count: row of the node, position, count; those of a node together. */
      tickNodes: int32Column(ticks),
      tickPositions: int32Column(ticks),
      tickCounts: uint32Column(ticks),
    };
  }

  get length(): number {
    return this.#columns.frame.length;
  }

  rowOf(id: number): number {
    return this.#kernel.rowOf(id);
  }

  idOf(row: number): number {
    return this.#kernel.idOf(row);
  }

  missing(): { readonly id: number; readonly caller: number } | undefined {
    if (this.#kernel.missingCount.value === 0) return undefined;
    const id = this.#kernel.missingId();
    return { id, caller: this.#kernel.callerOf(id) };
  }

  async read(): Promise<void> {
    const kernel = this.#kernel;
    await this.file.window.growMemory(() => kernel.openTables(Math.ceil(this.file.size / BYTES_PER_ID) + 1));
    kernel.beginNodes();
    await this.scanner.readList(
      (from, end) => kernel.scanNodes(from, end),
      () => this.#take(),
    );
  }

  /** Takes what the last scan wrote. */
  async #take(): Promise<void> {
    const kernel = this.#kernel;
    // A position for each function and for each tick at most.
    const positions = kernel.positionCount.value + kernel.newFrameCount.value + kernel.tickCount.value;
    if (positions > kernel.positionRoom.value) await this.file.window.growMemory(() => kernel.growPositions(positions));
    this.#takeFrames();
    const crowded = kernel.placeTicks();
    if (crowded >= 0) throw this.scanner.problem(`the positionTicks of node ${this.idOf(crowded)} are too many`);
    const memory = this.file.kernel;
    const int32 = ({ value }: KernelGlobal, count: number): Int32Array => memory.int32(value, count);
    const [nodes, naming, ticks] = [kernel.nodeCount.value, kernel.namingCount.value, kernel.tickCount.value];
    this.#columns.frame.append(int32(kernel.framesOut, nodes));
    this.#columns.parent.append(int32(kernel.parentsOut, nodes));
    this.#columns.lateLinks.append(int32(kernel.lateOut, 2 * kernel.lateCount.value));
    this.#columns.namingRows.append(int32(kernel.namingOut, naming));
    this.#columns.namedParents.append(memory.float64(kernel.namedOut.value, naming));
    this.#columns.tickNodes.append(int32(kernel.tickNodesOut, ticks));
    this.#columns.tickPositions.append(int32(kernel.tickLinesOut, ticks));
    this.#columns.tickCounts.append(memory.uint32(kernel.tickCountsOut.value, ticks));
    kernel.beginNodes();
  }

  /** The callFrames that were new in the last scan. The kernel knows them by their texts. */
  #takeFrames(): void {
    const kernel = this.#kernel;
    const count = kernel.newFrameCount.value;
    if (count === 0) return;
    const end = kernel.textCount.value;
    const first = end - count;
    // All at once, which is faster; where one is damaged, one by one.
    const all = this.#parse(first, end - 1);
    for (let frame = first; frame < end; frame++) {
      const call = parseCallFrame(all ? all[frame - first] : this.#parse(frame, frame)?.[0]);
      if (call === undefined) {
        const at = this.file.kernel.uint32(kernel.newFramesOut.value, count)[frame - first];
        throw this.scanner.problem('the callFrame of a node is not valid', this.file.window.offsetOf(at));
      }
      const script = call.script === undefined ? -1 : this.#frames.scriptRow(call.script);
      kernel.setScriptRow(frame, script);
      this.#frameOfText.push(this.#frames.row(call.name, script, call.line, call.column));
    }
  }

  /** What frames of the last scan say; undefined where one is no JSON. */
  #parse(first: number, last: number): unknown[] | undefined {
    const [from, end] = [this.#kernel.textAt(first) >>> 0, this.#kernel.textEnd(last) >>> 0];
    return attempt(() => JSON.parse(`[${decode(this.file.window.bytes, from, end)}]`) as unknown[]);
  }

  /** The code, the call tree, and the ticks on it without their times. `recorded`: what the recorder noted of scripts. */
  finish(recorded?: readonly RecordedScript[]): BuiltTree & PlacedCode {
    const { tickNodes, tickPositions, tickCounts, ...columns } = this.#columns;
    const [frame, frameOfText] = [columns.frame.finish(), this.#frameOfText.finish()];
    // Mostly each text is a function of its own.
    if (this.#frames.length < frameOfText.length)
      for (let row = 0; row < frame.length; row++) frame[row] = frameOfText[frame[row]];
    const ticks = { node: tickNodes.finish(), position: tickPositions.finish(), count: tickCounts.finish() };
    const links = { parent: columns.parent.finish(), lateLinks: columns.lateLinks.finish() };
    const named = { namingRows: columns.namingRows.finish(), namedParents: columns.namedParents.finish() };
    const fail = (problem: string): FormatError => new FormatError(this.file.path, problem);
    const built = buildTree({ frame, ...links, ...named }, this, fail);
    return {
      ...built,
      ticks: built.moved === undefined ? ticks : moveTicks(ticks, built.moved, frame.length),
      frames: this.#frames.finish(),
      scripts: this.#frames.scripts(recorded),
      positions: this.#positions(),
    };
  }

  #positions(): PositionTable {
    const { scripts, lines, columns, positionCount } = this.#kernel;
    const copy = ({ value }: KernelGlobal): Int32Array => this.file.kernel.int32(value, positionCount.value).slice();
    return { script: copy(scripts), line: copy(lines), column: copy(columns) };
  }
}
