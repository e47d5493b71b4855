/** Few slots: the engine sees the table grow before it optimises. */
const LEAST_SLOTS = 16;

/** Numbers rows of up to four small integers, and keeps them; the same four give the same row again. Open addressing, no strings. */
export class RowIndex {
  #table = new Int32Array(LEAST_SLOTS).fill(-1);
  /** Four of each row; half of the slots are used at most. */
  #keys = new Int32Array(2 * LEAST_SLOTS);
  #count = 0;
  /** Keeps a hostile recording from choosing keys that collide. */
  readonly #salt = (Math.random() * 2 ** 32) | 0;

  /** The row of these integers, new or known. */
  rowOf(a: number, b: number, c = 0, d = 0): number {
    const row = this.add(a, b, c, d);
    return row < 0 ? ~row : row;
  }

  get length(): number {
    return this.#count;
  }

  /** One of a row's integers, by its place from 0 on. */
  at(row: number, place: number): number {
    return this.#keys[row * 4 + place];
  }

  /** One of the integers of each row. */
  column(place: number): Int32Array {
    return new Int32Array(this.#count).map((_, row) => this.#keys[row * 4 + place]);
  }

  /** The same as `rowOf`, of which the sign tells more: a new row comes back as `~row`. */
  add(a: number, b: number, c: number, d: number): number {
    if (this.#count * 2 >= this.#table.length) this.#grow();
    const [table, keys] = [this.#table, this.#keys];
    const mask = table.length - 1;
    let slot = hash(a ^ this.#salt, b, c, d) & mask;
    for (; table[slot] >= 0; slot = (slot + 1) & mask) {
      const at = table[slot] * 4;
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) return table[slot];
    }
    const row = this.#count++;
    table[slot] = row;
    keys[row * 4] = a;
    keys[row * 4 + 1] = b;
    keys[row * 4 + 2] = c;
    keys[row * 4 + 3] = d;
    return ~row;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let row = 0; row < this.#count; row++) {
      const at = row * 4;
      let slot = hash(keys[at] ^ this.#salt, keys[at + 1], keys[at + 2], keys[at + 3]) & mask;
      while (table[slot] >= 0) slot = (slot + 1) & mask;
      table[slot] = row;
    }
    [this.#table, this.#keys] = [table, keys];
  }
}

/** A well-mixed hash of four small integers, at least 0. */
function hash(a: number, b: number, c: number, d: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35) ^ Math.imul(c + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 13), 0x165667b1) ^ d;
  return (h ^ (h >>> 16)) & 0x7fffffff;
}
