import type { PositionTable } from '../../profile/index.ts';
import { int32Column } from './columns.ts';

/** Collects distinct generated positions (lines 1-based, columns 0-based, -1 for the whole line). */
export class PositionBuilder {
  readonly #script = int32Column();
  readonly #line = int32Column();
  readonly #column = int32Column();
  #slots = new Int32Array(1024).fill(-1);

  get length(): number {
    return this.#script.length;
  }

  /** The row of a position, new or known. */
  row(script: number, line: number, column: number): number {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(script, line, column) & mask;
    for (let row = this.#slots[slot]; row >= 0; row = this.#slots[slot]) {
      if (this.#line.at(row) === line && this.#script.at(row) === script && this.#column.at(row) === column) return row;
      slot = (slot + 1) & mask;
    }
    const row = this.length;
    this.#slots[slot] = row;
    this.#script.push(script);
    this.#line.push(line);
    this.#column.push(column);
    if (2 * this.length > this.#slots.length) this.#rehash();
    return row;
  }

  finish(): PositionTable {
    return { script: this.#script.finish(), line: this.#line.finish(), column: this.#column.finish() };
  }

  #hash(script: number, line: number, column: number): number {
    let hash = Math.imul(script, 0x9e3779b1) ^ Math.imul(line, 0x85ebca6b) ^ Math.imul(column, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return hash ^ (hash >>> 13);
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let row = 0; row < this.length; row++) {
      let slot = this.#hash(this.#script.at(row), this.#line.at(row), this.#column.at(row)) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = row;
    }
    this.#slots = slots;
  }
}
