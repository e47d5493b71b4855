import { int32Column } from './growing-column.ts';

/** Few slots: the engine sees the table grow before it optimises. */
const LEAST_SLOTS = 16;

/** Numbers rows of up to four small integers; the same four give the same row again. Open addressing, no strings. */
export class RowIndex {
  #table = new Int32Array(LEAST_SLOTS).fill(-1);
  readonly #keys = int32Column();
  #count = 0;
  /** Keeps a hostile recording from choosing keys that collide. */
  readonly #salt = Math.random() * 2 ** 32;

  /** The row of this key; `isNew` tells through the result's sign: a new row comes back as `~row`. */
  add(a: number, b: number, c: number, d: number): number {
    if (this.#count * 2 >= this.#table.length) this.#grow();
    const mask = this.#table.length - 1;
    let slot = hash(a ^ this.#salt, b, c, d) & mask;
    for (; this.#table[slot] >= 0; slot = (slot + 1) & mask) {
      const at = this.#table[slot] * 4;
      const keys = this.#keys.values;
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) return this.#table[slot];
    }
    this.#table[slot] = this.#count;
    this.#keys.push(a);
    this.#keys.push(b);
    this.#keys.push(c);
    this.#keys.push(d);
    return ~this.#count++;
  }

  #grow(): void {
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = table.length - 1;
    const keys = this.#keys.values;
    for (let row = 0; row < this.#count; row++) {
      const at = row * 4;
      let slot = hash(keys[at] ^ this.#salt, keys[at + 1], keys[at + 2], keys[at + 3]) & mask;
      while (table[slot] >= 0) slot = (slot + 1) & mask;
      table[slot] = row;
    }
    this.#table = table;
  }
}

/** A well-mixed hash of four small integers, at least 0. */
function hash(a: number, b: number, c: number, d: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35) ^ Math.imul(c + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 13), 0x165667b1) ^ d;
  return (h ^ (h >>> 16)) & 0x7fffffff;
}
