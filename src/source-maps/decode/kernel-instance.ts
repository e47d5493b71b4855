import { kernelLoader } from '../../core/index.ts';
import { kernelBase64 } from './kernel.generated.ts';

interface WasmGlobal {
  readonly value: number;
}

/** Exports of `kernel/kernel.ts`; its comments say what they do. Addresses are byte offsets in `memory`. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly stoppedAt: WasmGlobal;
  readonly written: WasmGlobal;
  readonly comparedTo: WasmGlobal;
  readonly runsWritten: WasmGlobal;
  readonly lastLine: WasmGlobal;
  readonly isOrdered: WasmGlobal;
  readonly namesWritten: WasmGlobal;
  initialise(): void;
  beginStrings(): void;
  scanStrings(from: number, end: number, base: number, out: number): number;
  scanLines(from: number, end: number, base: number, out: number): void;
  compare(json: number, jsonEnd: number, text: number, textEnd: number): number;
  sortRows(
    lines: number,
    columns: number,
    count: number,
    rows: number,
    other: number,
    outLines: number,
    outColumns: number,
  ): number;
  findMisfit(lines: number, segments: number, count: number, starts: number, startCount: number): number;
  listSources(sources: number, count: number, isUsed: number, list: number): void;
  placeRows(
    answers: number,
    count: number,
    targets: number,
    firstName: number,
    placed: number,
    rest: number,
    named: number,
    names: number,
  ): void;
  beginScan(lines: number, columns: number, count: number, answers: number, runs: number, room: number): void;
  limitScan(sources: number, names: number): void;
  takeRuns(): void;
  decode(from: number, end: number, room: number): void;
  scan(from: number, end: number): number;
  endScan(): void;
}

export const Status = { more: 0, done: 1, room: 2, failed: 3 } as const;

/** Bytes of a file that are in the kernel's memory at once: they stay in the processor's cache. */
export const WINDOW = 256 * 1024;
const PADDING = 64;
const PAGE = 65_536;

/** Where the host puts what. The kernel's own data lie in its first page. */
export const FIRST_WINDOW = PAGE;
export const SECOND_WINDOW = FIRST_WINDOW + WINDOW + PADDING;
/** Room for a number for each byte of a window; what `decode` found until the window is scanned. */
export const LIST = SECOND_WINDOW + WINDOW + PADDING;
const COLUMNS = LIST + WINDOW * 4;

const instantiate = kernelLoader<Kernel>(kernelBase64);

/** The one kernel: no piece of work leaves anything in it that another reads, it only keeps its memory and its machine code. */
export const mapKernel = once((): Kernel => {
  const kernel = instantiate();
  kernel.initialise();
  reserve(kernel, COLUMNS);
  return kernel;
});

/** Room for columns of so many 32-bit numbers each: their addresses. Views of the memory made before are void. */
export function layOut(kernel: Kernel, counts: readonly number[]): readonly number[] {
  let end = COLUMNS;
  const addresses = counts.map((count) => (end += count * 4) - count * 4);
  reserve(kernel, end);
  return addresses;
}

export function put(kernel: Kernel, address: number, values: Int32Array | Uint32Array): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  new Uint8Array(kernel.memory.buffer, address, bytes.length).set(bytes);
}

export function take(kernel: Kernel, address: number, count: number): Int32Array {
  return new Int32Array(kernel.memory.buffer, address, count).slice();
}

/** Makes the memory reach to `end`. */
function reserve(kernel: Kernel, end: number): void {
  const missing = Math.ceil((end + PADDING - kernel.memory.buffer.byteLength) / PAGE);
  if (missing > 0) kernel.memory.grow(missing);
}

/** Copies bytes to `address`, at most a window and a little more of what follows; returns where the window ends. */
export function fillWindow(kernel: Kernel, address: number, bytes: Uint8Array, from: number, end: number): number {
  const length = Math.min(WINDOW, end - from);
  const memory = new Uint8Array(kernel.memory.buffer, address, WINDOW + PADDING);
  const copied = Math.min(length + PADDING, end - from);
  memory.set(bytes.subarray(from, from + copied));
  memory.fill(0, copied, copied + PADDING);
  return address + length;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
