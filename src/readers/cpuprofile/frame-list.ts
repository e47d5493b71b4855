import { attempt } from '../../core/index.ts';
import type { Kernel } from '../../kernels/cpuprofile/kernel.generated.ts';
import { type CallFrame, parseCallFrame } from './build-frames.ts';
import type { ScannedFile } from './file-window.ts';
import type { NodeBuilder } from './profile-builder.ts';
import { decode, type Scanner } from './scanner.ts';

const STORE_BYTES = 256 * 1024;
const FIRST_SLOTS = 4096;
/** Of a table of texts, for each slot: itself, and half an address and length. */
const BYTES_PER_SLOT = 12;
/** Of a column of i32 with a row for each text, for each slot. */
const ROW_BYTES_PER_SLOT = 2;

/** The distinct callFrames in the list of nodes. The kernel knows them by their texts. */
export class FrameList {
  readonly #kernel: Kernel;
  #slots = 0;
  /** Address of the column with the host's row of each of the kernel's scripts. */
  #scriptRows = 0;
  #scriptCount = 0;

  constructor(
    private readonly scanner: Scanner,
    private readonly file: ScannedFile,
  ) {
    this.#kernel = file.kernel.exports;
  }

  /** Makes room for more distinct frames. */
  async growSlots(): Promise<void> {
    const slots = this.#slots === 0 ? FIRST_SLOTS : this.#slots * 2;
    this.#slots = slots;
    const [table, rows] = [slots * BYTES_PER_SLOT, slots * ROW_BYTES_PER_SLOT];
    const frames = await this.file.window.allocate(2 * (table + rows));
    const scripts = frames + table + rows;
    this.#scriptRows = scripts + table;
    this.#kernel.setSlots(frames, slots, frames + slots * 8, frames + table);
    this.#kernel.setScriptSlots(scripts, slots, scripts + slots * 8, this.#scriptRows);
  }

  /** Makes room for so many bytes of texts at least. */
  async growText(needed = 0): Promise<void> {
    const bytes = Math.max(STORE_BYTES, needed);
    const address = await this.file.window.allocate(bytes);
    this.#kernel.setStore(address, address + bytes);
  }

  /**
   * Hands the frames of the last scan over. `newFrames`: their addresses in the window. `scratch`: address of as much
   * memory as four full windows take.
   */
  take(newFrames: Uint32Array, scratch: number, sink: NodeBuilder): void {
    const count = newFrames.length;
    if (count === 0) return;
    const first = this.#kernel.frameCount() - count;
    const names = this.#split(first, count, scratch, sink);
    if (names === undefined) this.#parseEach(newFrames, first, sink);
    else this.#placeEach(names, first, scratch, sink);
  }

  /**
   * The names of some frames, with script, line and column of each at `scratch`; undefined where one is written in an
   * unusual way. Scripts that are new have their rows afterwards.
   */
  #split(first: number, count: number, scratch: number, sink: NodeBuilder): readonly string[] | undefined {
    const kernel = this.#kernel;
    // The frames stand in one window, and what is split off each takes no more than the frame did.
    const { capacity } = this.file.window;
    const [names, scripts] = [scratch + capacity, scratch + 2 * capacity];
    const isUsual = kernel.splitFrames(first, first + count, this.#scriptCount, names, scripts, scratch);
    const newScripts = this.#parse(scripts, kernel.scriptsEnd.value) as (string | number)[] | undefined;
    if (newScripts === undefined) return undefined;
    const rows = newScripts.map((script) =>
      sink.frames.scriptRow(typeof script === 'string' ? { url: script, id: '' } : { url: '', id: String(script) }),
    );
    this.file.kernel.int32(this.#scriptRows + 4 * this.#scriptCount, rows.length).set(rows);
    this.#scriptCount += rows.length;
    return isUsual ? (this.#parse(names, kernel.namesEnd.value) as string[] | undefined) : undefined;
  }

  /** Nearly all are new functions at places of their own, which the kernel places one after the other. */
  #placeEach(names: readonly string[], first: number, scratch: number, sink: NodeBuilder): void {
    const kernel = this.#kernel;
    const places = this.file.kernel.int32(scratch, 3 * names.length);
    // Where the list of names stood, which has been parsed.
    const positions = scratch + 4 * Math.ceil(this.file.window.capacity / 4);
    const end = first + names.length;
    for (let i = 0; ;) {
      const from = i;
      i = kernel.placeFrames(first + from, end, scratch + 12 * from, sink.frames.length, positions) - first;
      if (i > from) sink.addPlaced(names, from, this.file.kernel.int32(positions, i - from));
      if (i === names.length) return;
      sink.addFrame(names[i], kernel.scriptRowOf(first + i), places[3 * i + 1], places[3 * i + 2]);
      i++;
    }
  }

  #parseEach(newFrames: Uint32Array, first: number, sink: NodeBuilder): void {
    for (let i = 0; i < newFrames.length; i++) {
      const call = this.#callFrame(first + i, newFrames[i]);
      const row = call.script === undefined ? -1 : sink.frames.scriptRow(call.script);
      this.#kernel.setScriptRow(first + i, row);
      sink.addFrame(call.name, row, call.line, call.column);
    }
  }

  /** What a frame says; `address`: where it stands in the window. */
  #callFrame(frame: number, address: number): CallFrame {
    const call = parseCallFrame(this.#parse(this.#kernel.textAt(frame), this.#kernel.textEnd(frame)));
    if (call !== undefined) return call;
    throw this.scanner.problem('the callFrame of a node is not valid', this.file.window.offsetOf(address));
  }

  /** The JSON value between two addresses; undefined where it is none. */
  #parse(from: number, to: number): unknown {
    return attempt(() => JSON.parse(decode(this.file.window.bytes, from >>> 0, to >>> 0)) as unknown);
  }
}
