/** What is used of Node's globals, whose typings this folder has not: it also compiles for the panel. */
interface Globals {
  /** Not `atob`, which took Node 20 two milliseconds of the thirty that a small recording may take in all. */
  readonly Buffer: { from(text: string, encoding: 'base64'): Uint8Array };
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
}

export interface KernelGlobal {
  readonly value: number;
}

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

/**
 * Makes fresh instances of a kernel, whose code is given in base64; each has memory of its own, gone when the last
 * reference to it is. The kernel is compiled on first use and then kept: what the engine made of it at its best serves
 * every later recording too. `K`: what it exports; `I`: what it asks its host.
 */
export function kernelLoader<K, I = undefined>(base64: string): (imports: I) => K {
  let module: object | undefined;
  return (imports) => {
    const { Buffer, WebAssembly } = globalThis as unknown as Globals;
    module ??= new WebAssembly.Module(Buffer.from(base64, 'base64'));
    return new WebAssembly.Instance(module, { host: imports }).exports as K;
  };
}
