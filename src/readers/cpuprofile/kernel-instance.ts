import { kernelLoader } from '../../core/index.ts';
import { kernelBase64 } from './kernel.generated.ts';

interface WasmGlobal<T = number> {
  readonly value: T;
}

/** Exports of `kernel/kernel.ts`; its comments say what they do. Addresses are byte offsets in `memory`. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly status: WasmGlobal;
  readonly problem: WasmGlobal;
  readonly problemAt: WasmGlobal;
  readonly problemId: WasmGlobal;
  readonly roomFor: WasmGlobal;
  readonly roomNeeded: WasmGlobal;
  readonly numberCount: WasmGlobal;
  readonly nodeCount: WasmGlobal;
  readonly lateCount: WasmGlobal;
  readonly lateTimeCount: WasmGlobal;
  readonly namingCount: WasmGlobal;
  readonly tickCount: WasmGlobal;
  readonly newFrameCount: WasmGlobal;
  readonly missingCount: WasmGlobal;
  readonly namesEnd: WasmGlobal;
  readonly scriptsEnd: WasmGlobal;
  readonly positionCount: WasmGlobal;
  initialise(seedLow: number, seedHigh: number): void;
  setStore(start: number, end: number): void;
  setSlots(start: number, count: number, texts: number, scripts: number): void;
  setScriptSlots(start: number, count: number, texts: number, rows: number): void;
  setScriptRow(frame: number, row: number): void;
  scriptRowOf(frame: number): number;
  frameCount(): number;
  splitFrames(first: number, end: number, knownScripts: number, names: number, scripts: number, places: number): number;
  placeFrames(from: number, end: number, places: number, next: number, positions: number): number;
  setPositions(start: number, room: number): void;
  functionAt(position: number): number;
  setFunctionAt(position: number, row: number): void;
  setDenseIds(start: number, count: number): void;
  setSparseIds(start: number, count: number): void;
  setRowColumns(frames: number, parents: number): void;
  setNewFrames(column: number): void;
  setLinkColumns(children: number, late: number, naming: number, named: number): void;
  setTickColumns(nodes: number, lines: number, counts: number): void;
  textAt(frame: number): number;
  textEnd(frame: number): number;
  definitionOf(script: number, line: number, column: number): number;
  placeTicks(): number;
  reuseIds(bytes: number): number;
  setTickRows(rows: number, nodes: number, counts: number, times: number, firsts: number): void;
  addTimes(length: number, nodes: number, starts: number): void;
  addCpuTimes(length: number, nodes: number, times: number): void;
  shareTimes(): void;
  beginSkip(): void;
  beginList(): void;
  beginTimes(): void;
  skip(from: number, end: number): number;
  scanIds(from: number, end: number, out: number): number;
  scanRows(from: number, end: number, out: number): number;
  scanTimes(from: number, end: number, out: number, late: number): number;
  scanNodes(from: number, end: number): number;
  rowOf(id: number): number;
  idOf(row: number): number;
  missingId(): number;
  callerOf(id: number): number;
}

export const Status = { more: 0, done: 1, room: 2, failed: 3 } as const;
/** What has to grow before the kernel can go on. */
export const Room = { frameSlots: 0, frameText: 1, sparseIds: 2 } as const;

/** What the kernel asks back for spellings that are legal but that nobody writes. */
export interface KernelCallbacks {
  parseNumber(address: number, length: number): number;
  parseKey(address: number, length: number): number;
}

const instantiate = /* @__PURE__ */ kernelLoader<Kernel>(kernelBase64);

/** A fresh kernel, seeded so that nobody can foresee where its tables put a number. */
export function createKernel(callbacks: KernelCallbacks): Kernel {
  const kernel = instantiate({ host: callbacks });
  kernel.initialise(Math.random() * 2 ** 32, Math.random() * 2 ** 32);
  return kernel;
}

const MAX_BYTES = 2 ** 32 - 65_536;

/** Hands out pieces of the kernel's memory; nothing is ever given back. */
export class KernelMemory {
  readonly #memory: Kernel['memory'];
  #top: number;

  constructor(kernel: Kernel) {
    this.#memory = kernel.memory;
    // The kernel's own data lie in its first page.
    this.#top = kernel.memory.buffer.byteLength;
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Views of the memory, void after the next `allocate`. */
  int32(address: number, rows: number): Int32Array {
    return new Int32Array(this.buffer, address, rows);
  }

  uint32(address: number, rows: number): Uint32Array {
    return new Uint32Array(this.buffer, address, rows);
  }

  float64(address: number, rows: number): Float64Array {
    return new Float64Array(this.buffer, address, rows);
  }

  /** Address of `bytes` zero bytes. Views of `buffer` made before are void. Undefined when there is no more memory. */
  allocate(bytes: number): number | undefined {
    const address = this.#top;
    const top = address + Math.ceil(bytes / 16) * 16;
    if (top > MAX_BYTES) return undefined;
    const missing = Math.ceil((top - this.#memory.buffer.byteLength) / 65_536);
    try {
      if (missing > 0) this.#memory.grow(missing);
    } catch {
      return undefined;
    }
    this.#top = top;
    return address;
  }
}
