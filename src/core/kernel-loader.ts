/** What is used of Node's globals, whose typings this folder has not: it also compiles for the panel. */
interface Globals {
  /** Not `atob`, which took Node 20 two milliseconds of the thirty that a small recording may take in all. */
  readonly Buffer: { from(text: string, encoding: 'base64'): Uint8Array };
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown };
  };
}

/**
 * Makes fresh instances of a kernel, given as `src/build-kernel.mjs` writes it; each has memory of its own, gone when the
 * last reference to it is. The kernel is compiled on first use and then kept: what the engine made of it at its best
 * serves every later recording too. `K`: what it exports.
 */
export function kernelLoader<K>(base64: string): (imports?: object) => K {
  let module: object | undefined;
  return (imports) => {
    const { Buffer, WebAssembly } = globalThis as unknown as Globals;
    module ??= new WebAssembly.Module(Buffer.from(base64, 'base64'));
    return new WebAssembly.Instance(module, imports).exports as K;
  };
}
