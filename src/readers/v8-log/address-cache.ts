import type { CodeRange } from './code-map.ts';

const SIZE = 1 << 15;

/**
 * Remembers what addresses resolved to; a few thousand make up nearly all stacks. A direct-mapped cache: each slot holds the
 * last address that hashed to it. An entry is stale once the `generation` of its code has gone up.
 */
export class AddressCache<C extends CodeRange, V> {
  readonly #addresses = new Float64Array(SIZE).fill(NaN);
  readonly #generations = new Int32Array(SIZE);
  readonly #codes = new Array<C | undefined>(SIZE).fill(undefined);
  readonly #values = new Array<V | undefined>(SIZE).fill(undefined);

  /** What was noted of an address, if it still holds. `generation`: of all code, for addresses where there is none. */
  get(address: number, generation: number): V | undefined {
    const place = placeOf(address);
    if (this.#addresses[place] !== address) return undefined;
    const now = this.#codes[place]?.generation ?? generation;
    return this.#generations[place] === now ? this.#values[place] : undefined;
  }

  set(address: number, code: C | undefined, generation: number, value: V): void {
    const place = placeOf(address);
    this.#addresses[place] = address;
    this.#codes[place] = code;
    this.#generations[place] = code?.generation ?? generation;
    this.#values[place] = value;
  }
}

/** Code lies close together: the low bits tell addresses apart best. */
function placeOf(address: number): number {
  return (Math.imul(address | 0, 0x9e3779b1) >>> 17) & (SIZE - 1);
}
