import type { Index, PositionTable } from '../../profile/index.ts';

const FEWEST = 4096;

/** Collects distinct generated positions (lines 1-based, columns 0-based, -1 for the whole line). */
export class PositionBuilder {
  #script = new Int32Array(FEWEST);
  #line = new Int32Array(FEWEST);
  #column = new Int32Array(FEWEST);
  #length = 0;
  #slots = new Int32Array(2 * FEWEST).fill(-1);

  get length(): number {
    return this.#length;
  }

  /** The row of a position, new or known. */
  row(script: Index, line: number, column: number): Index {
    const mask = this.#slots.length - 1;
    let slot = hash(script, line, column) & mask;
    for (let row = this.#slots[slot]; row >= 0; row = this.#slots[slot]) {
      if (this.#line[row] === line && this.#script[row] === script && this.#column[row] === column) return row;
      slot = (slot + 1) & mask;
    }
    const row = this.#length++;
    this.#slots[slot] = row;
    this.#script[row] = script;
    this.#line[row] = line;
    this.#column[row] = column;
    if (this.#length === this.#script.length) this.#grow();
    return row;
  }

  finish(): PositionTable {
    const cut = (column: Int32Array): Int32Array => column.slice(0, this.#length);
    return { script: cut(this.#script), line: cut(this.#line), column: cut(this.#column) };
  }

  /** Twice the rows; slots stay twice as many as rows. */
  #grow(): void {
    const double = (column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(2 * column.length);
      larger.set(column);
      return larger;
    };
    this.#script = double(this.#script);
    this.#line = double(this.#line);
    this.#column = double(this.#column);
    const slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    for (let row = 0; row < this.#length; row++) {
      let slot = hash(this.#script[row], this.#line[row], this.#column[row]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = row;
    }
    this.#slots = slots;
  }
}

function hash(script: number, line: number, column: number): number {
  const mixed = Math.imul(script, 0x9e3779b1) ^ Math.imul(line, 0x85ebca6b) ^ Math.imul(column, 0xc2b2ae35);
  const again = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return again ^ (again >>> 13);
}
