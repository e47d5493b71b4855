import { kernelLoader } from './kernel-loader.ts';
import { kernelBase64 } from './kernel.generated.ts';

interface WasmGlobal {
  readonly value: number;
}

/** Exports of `kernel/kernel.ts`; the comments there say what they do. Addresses are byte offsets in `memory`. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  allocate(bytes: number): number;
  setSeed(low: number, high: number): void;

  beginSamples(nodes: number, most: number, ofFrame: number, kinds: number, categories: number): void;
  addSamples(count: number, nodes: number, starts: number, cpu: number): void;
  medianDuration(): number;
  countLost(count: number, nodes: number, starts: number, interval: number): number;
  moveSelf(from: number, to: number, samples: number, time: number): void;
  readonly timeOf: WasmGlobal;
  readonly activeSamples: WasmGlobal;
  readonly activeSquares: WasmGlobal;
  readonly waiting: WasmGlobal;

  setTicks(count: number, node: number, position: number, samples: number, time: number, repair: number): void;
  noteTicks(from: number, to: number): number;
  orderTicks(nodes: number): void;

  beginWalk(order: number, selfTime: number, totalTime: number, selfCount: number, totalCount: number): void;
  setOpenCounts(open: number): void;
  setNodeColumns(from: number, parent: number, row: number, self: number, count: number, total: number): void;
  orderDepthFirst(nodes: number, parent: number, sizes: number): number;
  walk(from: number, to: number): number;
  endWalk(): void;
  readonly lateNodes: WasmGlobal;
  readonly lateTotals: WasmGlobal;
  readonly lateCount: WasmGlobal;
  sortCalls(): number;
  timeInScripts(functionCount: number): number;

  setNodeFacts(lowTier: number, callPosition: number): void;
  setPositions(source: number, line: number, column: number, precision: number, row: number): void;
  setDefinitions(source: number, line: number, row: number): void;
  beginLines(rows: number, charges: number): void;
  chargeLines(from: number, to: number): void;
  rowAt(position: number, frame: number): number;
  endLines(): number;
  rowCount(): number;
  readonly rowSource: WasmGlobal;
  readonly rowLine: WasmGlobal;
  readonly rowSamples: WasmGlobal;
  readonly rowOwner: WasmGlobal;
  readonly rowOwnerTime: WasmGlobal;
  readonly rowTime: WasmGlobal;
  readonly rowGcTime: WasmGlobal;
  readonly rowCause: WasmGlobal;
  sortSpots(): number;
  readonly pairFirst: WasmGlobal;
  readonly pairSecond: WasmGlobal;
  readonly pairTime: WasmGlobal;
  shareIntervals(count: number, times: number, whole: number, samples: number, low: number, high: number): void;
  readonly chargeNodes: WasmGlobal;
  readonly chargeRows: WasmGlobal;
  readonly chargeTimes: WasmGlobal;
  readonly chargeCount: WasmGlobal;
}

const instantiate = /* @__PURE__ */ kernelLoader<Kernel>(kernelBase64);

type Column = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Rows that the kernel goes over in one call. */
const STRETCH = 8_192;

/** The stretches of so many rows: from each to before the other. */
export function stretchesOf(rows: number): readonly (readonly [number, number])[] {
  const count = Math.ceil(rows / STRETCH);
  return Array.from({ length: count }, (_, i) => [i * STRETCH, Math.min(rows, (i + 1) * STRETCH)]);
}

/** The most rows that a stretch of so many has. */
export const longestStretch = (rows: number): number => Math.min(rows, STRETCH);

/** The kernel's functions, and its memory as columns. One for each recording, gone with the last reference to it. */
export class ProfileKernel {
  readonly exports = instantiate();

  constructor() {
    this.exports.setSeed(Math.random() * 2 ** 32, Math.random() * 2 ** 32);
  }

  /** Address of a column of zeros for so many rows. */
  allocate(rows: number, bytesPerRow: number): number {
    return this.exports.allocate(rows * bytesPerRow) >>> 0;
  }

  /** Address of a copy of a column; 0 for none. */
  copyIn(column: Column | undefined): number {
    if (column === undefined) return 0;
    const address = this.allocate(column.length, column.BYTES_PER_ELEMENT);
    this.write(address, column);
    return address;
  }

  /** Copies a column, or a stretch of one, to an address. */
  write(address: number, column: Column): void {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    new Uint8Array(this.exports.memory.buffer, address, column.byteLength).set(bytes);
  }

  /** Views of the memory, void once it grows. */
  uint8(address: number, rows: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address >>> 0, rows);
  }

  int32(address: number, rows: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, address >>> 0, rows);
  }

  uint32(address: number, rows: number): Uint32Array {
    return new Uint32Array(this.exports.memory.buffer, address >>> 0, rows);
  }

  float64(address: number, rows: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, address >>> 0, rows);
  }

  /** The pairs that `sort` sorts, which returns how many there are. */
  pairs(sort: () => number): PairColumns {
    const count = sort();
    const { pairFirst, pairSecond, pairTime } = this.exports;
    return {
      first: this.int32(pairFirst.value, count).slice(),
      second: this.int32(pairSecond.value, count).slice(),
      time: this.float64(pairTime.value, count).slice(),
    };
  }
}

export interface PairColumns {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly time: Float64Array;
}
