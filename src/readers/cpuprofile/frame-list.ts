import { attempt } from '../../core/index.ts';
import type { Kernel } from '../../kernels/cpuprofile/kernel.generated.ts';
import { parseCallFrame } from './build-frames.ts';
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
    const table = slots * BYTES_PER_SLOT;
    const address = await this.file.window.allocate(table + slots * ROW_BYTES_PER_SLOT);
    this.#kernel.setSlots(address, slots, address + slots * 8, address + table);
  }

  /** Makes room for so many bytes of texts at least. */
  async growText(needed = 0): Promise<void> {
    const bytes = Math.max(STORE_BYTES, needed);
    const address = await this.file.window.allocate(bytes);
    this.#kernel.setStore(address, address + bytes);
  }

  /** Hands the frames of the last scan over. `newFrames`: their addresses in the window. */
  take(newFrames: Uint32Array, sink: NodeBuilder): void {
    if (newFrames.length === 0) return;
    const kernel = this.#kernel;
    const end = kernel.textCount.value;
    const first = end - newFrames.length;
    // All at once, which is faster; where one is damaged, one by one.
    const all = this.#parse(first, end - 1) as unknown[] | undefined;
    for (let frame = first; frame < end; frame++) {
      const at = frame - first;
      const call = parseCallFrame(all ? all[at] : (this.#parse(frame, frame) as unknown[] | undefined)?.[0]);
      if (call === undefined)
        throw this.scanner.problem('the callFrame of a node is not valid', this.file.window.offsetOf(newFrames[at]));
      const script = call.script === undefined ? -1 : sink.frames.scriptRow(call.script);
      kernel.setScriptRow(frame, script);
      sink.addFrame(call.name, script, call.line, call.column);
    }
  }

  /** A list of what frames of the last scan say; undefined where one is no JSON. */
  #parse(first: number, last: number): unknown {
    const [from, end] = [this.#kernel.textAt(first) >>> 0, this.#kernel.textEnd(last) >>> 0];
    return attempt(() => JSON.parse(`[${decode(this.file.window.bytes, from, end)}]`) as unknown);
  }
}
