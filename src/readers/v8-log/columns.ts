/** Few, so that growing is nothing new to the engine when it optimises what pushes: else it would do that twice. */
const LEAST_ROWS = 8;

/** A growing column of numbers with a fixed element type; `done()` hands out exactly what was pushed. */
class Column<T extends Int32Array | Float64Array | Uint8Array> {
  length = 0;
  #data: T;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#data = make(LEAST_ROWS);
  }

  push(value: number): number {
    if (this.length === this.#data.length) {
      const bigger = this.#make(this.length * 2);
      bigger.set(this.#data);
      this.#data = bigger;
    }
    this.#data[this.length] = value;
    return this.length++;
  }

  at(index: number): number {
    return this.#data[index];
  }

  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  done(): T {
    return this.#data.slice(0, this.length) as T;
  }
}

export const int32Column = (): Column<Int32Array> => new Column((length) => new Int32Array(length));
export const float64Column = (): Column<Float64Array> => new Column((length) => new Float64Array(length));
export const uint8Column = (): Column<Uint8Array> => new Column((length) => new Uint8Array(length));

/** Numbers rows of up to four small integers: the same four give the same row again. Open addressing, no strings. */
export class RowIndex {
  #table = new Int32Array(2 * LEAST_ROWS).fill(-1);
  readonly #keys = int32Column();
  #count = 0;

  /** The row of this key; `isNew` tells through the result's sign: a new row comes back as `~row`. */
  add(a: number, b: number, c: number, d: number): number {
    if (this.#count * 2 >= this.#table.length) this.#grow();
    const mask = this.#table.length - 1;
    let slot = hash(a, b, c, d) & mask;
    for (; this.#table[slot] >= 0; slot = (slot + 1) & mask) {
      const at = this.#table[slot] * 4;
      const keys = this.#keys;
      if (keys.at(at) === a && keys.at(at + 1) === b && keys.at(at + 2) === c && keys.at(at + 3) === d)
        return this.#table[slot];
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
    const keys = this.#keys;
    for (let row = 0; row < this.#count; row++) {
      const at = row * 4;
      let slot = hash(keys.at(at), keys.at(at + 1), keys.at(at + 2), keys.at(at + 3)) & mask;
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
