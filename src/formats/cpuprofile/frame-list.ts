import { parseCallFrame } from './build-frames.ts';
import type { CallFrame } from './build-frames.ts';
import type { FileWindow } from './file-window.ts';
import type { Kernel, KernelMemory } from './kernel-instance.ts';
import type { NodeSink } from './node-list.ts';
import type { ScannedFile } from './scanned-file.ts';
import { decode } from './scanner.ts';
import type { Scanner } from './scanner.ts';

const STORE_BYTES = 256 * 1024;
const FIRST_SLOTS = 4096;
/** Of a table of texts: a slot, and half an address and length. */
const BYTES_PER_SLOT = 12;

/** The distinct callFrames of the list of nodes, which the kernel knows by their texts. */
export class FrameList {
  readonly #scanner: Scanner;
  readonly #kernel: Kernel;
  readonly #memory: KernelMemory;
  readonly #window: FileWindow;
  #slots = 0;
  /** Address of the script (row) of each frame. */
  #scripts = 0;
  /** The row of each of the kernel's scripts. */
  readonly #rowOfScript: number[] = [];

  constructor(scanner: Scanner, { kernel, memory, window }: ScannedFile) {
    this.#scanner = scanner;
    this.#kernel = kernel;
    this.#memory = memory;
    this.#window = window;
  }

  /** Makes room for more distinct frames. */
  async growSlots(): Promise<void> {
    const slots = this.#slots === 0 ? FIRST_SLOTS : this.#slots * 2;
    this.#slots = slots;
    const table = slots * BYTES_PER_SLOT;
    const address = await this.#window.allocate(2 * table + slots * 2);
    this.#scripts = address + 2 * table;
    this.#kernel.setSlots(address, slots, address + slots * 8, this.#scripts);
    this.#kernel.setScriptSlots(address + table, slots, address + table + slots * 8);
  }

  /** Makes room for so many bytes of texts at least. */
  async growText(needed = 0): Promise<void> {
    const bytes = Math.max(STORE_BYTES, needed);
    const address = await this.#window.allocate(bytes);
    this.#kernel.setStore(address, address + bytes);
  }

  /**
   * Hands the frames of the last scan over. `places`: their addresses in the window. `scratch`: address of as much memory
   * as four full windows take.
   */
  take(places: Uint32Array, scratch: number, sink: NodeSink): void {
    const count = places.length;
    if (count === 0) return;
    const kernel = this.#kernel;
    const first = kernel.frameCount() - count;
    const scripts = this.#memory.int32(this.#scripts + 4 * first, count);
    const { capacity } = this.#window;
    const [names, scriptList] = [scratch, scratch + capacity];
    const columns = scratch + 2 * capacity + ((-2 * capacity) & 7);
    const isUsual = kernel.splitFrames(first, first + count, this.#rowOfScript.length, names, scriptList, columns);
    const newScripts = this.#parse(scriptList, kernel.scriptsEnd.value) as (string | number)[] | undefined;
    for (const script of newScripts ?? []) {
      const key = typeof script === 'string' ? { url: script, id: '' } : { url: '', id: String(script) };
      this.#rowOfScript.push(sink.scriptRow(key));
    }
    const list =
      isUsual && newScripts ? (this.#parse(names, kernel.namesEnd.value) as string[] | undefined) : undefined;
    if (list === undefined) {
      for (let i = 0; i < count; i++) {
        const call = this.#callFrame(first + i, places[i]);
        scripts[i] = call.script === undefined ? -1 : sink.scriptRow(call.script);
        sink.addFrame(call.name, scripts[i], call.line, call.column);
      }
      return;
    }
    const split = this.#memory.int32(columns, 3 * count);
    for (let i = 0; i < count; i++) {
      const script = split[3 * i];
      scripts[i] = script < 0 ? -1 : this.#rowOfScript[script];
      sink.addFrame(list[i], scripts[i], split[3 * i + 1], split[3 * i + 2]);
    }
  }

  /** A frame that is written in an unusual way; `place`: its address in the window. */
  #callFrame(frame: number, place: number): CallFrame {
    const call = parseCallFrame(this.#parse(this.#kernel.textAt(frame), this.#kernel.textEnd(frame)));
    if (call !== undefined) return call;
    throw this.#scanner.problem('the callFrame of a node is not valid', this.#window.offsetOf(place));
  }

  /** The JSON value between two addresses; undefined where it is none. */
  #parse(from: number, to: number): unknown {
    try {
      return JSON.parse(decode(this.#window.bytes, from >>> 0, to >>> 0));
    } catch {
      return undefined;
    }
  }
}
