import { kernelBase64 } from './kernel.generated.ts';

interface WasmGlobal {
  readonly value: number;
}

/** Exports of `kernel/kernel.ts`; its comments say what they do. Addresses are byte offsets in `memory`. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly own: WasmGlobal;
  readonly ownCount: WasmGlobal;
  readonly calls: WasmGlobal;
  readonly callCount: WasmGlobal;
  allocate(bytes: number): number;
  setNodes(count: number, parent: number, frame: number, time: number, samples: number, size: number): void;
  findFunctions(from: number, to: number, ofFrame: number): void;
  sumSelf(from: number, to: number, categories: number, time: number, count: number): void;
  sumUp(from: number, to: number): void;
  isDepthFirst(from: number, to: number): number;
  orderDepthFirst(): number;
  sumFunctions(from: number, to: number, time: number, count: number, openUntil: number): void;
}

/** What is used of every JavaScript engine's own globals, which the typings leave to Node or the DOM. */
interface Globals {
  atob(text: string): string;
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: unknown };
  };
}

const engine = globalThis as unknown as Globals;

/** Compiled on first use and then kept: what the engine made of it at its best serves every later recording too. */
const compiledKernel = once(() => {
  const bytes = Uint8Array.from(engine.atob(kernelBase64), (char) => char.charCodeAt(0));
  return new engine.WebAssembly.Module(bytes);
});

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The kernel's functions, and its memory as columns. Gone with the last reference to it. */
export class TreeKernel {
  readonly exports = new engine.WebAssembly.Instance(compiledKernel()).exports as Kernel;

  /** Address of a column of zeros for so many rows. */
  allocate(rows: number, bytesPerRow: number): number {
    return this.exports.allocate(rows * bytesPerRow) >>> 0;
  }

  /** Address of a copy of a column. */
  copyIn(column: Int32Array | Uint32Array | Float64Array | Uint8Array): number {
    const address = this.allocate(column.length, column.BYTES_PER_ELEMENT);
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    new Uint8Array(this.exports.memory.buffer, address, column.byteLength).set(bytes);
    return address;
  }

  /** Views of the memory, void after the next `allocate`. */
  int32(address: number, rows: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, address, rows);
  }

  uint32(address: number, rows: number): Uint32Array {
    return new Uint32Array(this.exports.memory.buffer, address, rows);
  }

  float64(address: number, rows: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, address, rows);
  }
}
