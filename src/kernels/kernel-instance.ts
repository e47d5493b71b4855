import type { KernelMemory } from './kernel-loader.ts';

type Column = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** An address of WebAssembly is a 32-bit number. */
const MAX_BYTES = 2 ** 32 - 65_536;

/** A kernel's functions, and its memory as columns. Addresses are byte offsets in it. */
export class KernelInstance<K extends { readonly memory: KernelMemory; allocate(bytes: number): number }> {
  constructor(readonly exports: K) {}

  get buffer(): ArrayBuffer {
    return this.exports.memory.buffer;
  }

  /** Address of so many zero bytes. Views of the memory made before are void. Throws where there is no more memory. */
  allocate(bytes: number): number {
    if (bytes > MAX_BYTES) throw new RangeError(`out of memory: no kernel has ${bytes} bytes`);
    return this.exports.allocate(bytes) >>> 0;
  }

  /** Address of a copy of a column; 0 for none. */
  copyIn(column: Column | undefined): number {
    if (column === undefined) return 0;
    const address = this.allocate(column.byteLength);
    this.write(address, column);
    return address;
  }

  /** Copies a column, or a stretch of one, to an address. */
  write(address: number, column: Column): void {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    new Uint8Array(this.buffer, address, column.byteLength).set(bytes);
  }

  /** Views of the memory. */
  uint8(address: number, rows: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer, address >>> 0, rows);
  }

  int32(address: number, rows: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.buffer, address >>> 0, rows);
  }

  uint32(address: number, rows: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.buffer, address >>> 0, rows);
  }

  float64(address: number, rows: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.buffer, address >>> 0, rows);
  }
}
