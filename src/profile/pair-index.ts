/** Rows for pairs of small whole numbers, in order of their first sight. Open addressing: no object for any pair. */
export class PairIndex {
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  /** Row plus one at each slot; zero is free. */
  #slots = new Int32Array(1024);

  /** The row of a pair, a new one where it was not seen before. */
  rowOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(first, second) & mask;
    for (let row = this.#slots[slot] - 1; row >= 0; row = this.#slots[slot] - 1) {
      if (this.#first[row] === first && this.#second[row] === second) return row;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.#first.push(first);
    const row = this.#second.push(second) - 1;
    if (this.#first.length * 2 > this.#slots.length) this.#grow();
    return row;
  }

  get size(): number {
    return this.#first.length;
  }

  first(row: number): number {
    return this.#first[row];
  }

  second(row: number): number {
    return this.#second[row];
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4);
    const mask = slots.length - 1;
    for (let row = 0; row < this.#first.length; row++) {
      let slot = hash(this.#first[row], this.#second[row]) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.#slots = slots;
  }
}

function hash(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
