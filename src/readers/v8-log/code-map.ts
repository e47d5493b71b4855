import { lastAtOrBelow } from '../../core/index.ts';

const BLOCK = 256;

/** Something that occupies addresses. `address` changes when the garbage collector moves it. */
export interface CodeRange {
  address: number;
  readonly size: number;
  /** Goes up when it is moved or dropped, so that what was concluded from it can be told to be out of date. */
  generation: number;
}

interface Block<T> {
  readonly starts: number[];
  readonly entries: T[];
}

/**
 * Which code is at an address? New code replaces whatever it overlaps: V8 does not log that code is freed, only that something
 * else takes its place. In sorted blocks, a search is two binary searches, and an insertion moves one block.
 */
export class CodeMap<T extends CodeRange> {
  readonly #blocks: Block<T>[] = [];
  /** The first start of each block. */
  readonly #firstStarts: number[] = [];

  find(address: number): T | undefined {
    const entry = this.atOrBelow(address);
    return entry !== undefined && address < entry.address + entry.size ? entry : undefined;
  }

  /** The nearest code that starts at or below an address, whether it reaches it or not. */
  atOrBelow(address: number): T | undefined {
    const block = this.#blocks[this.#blockOf(address)] as Block<T> | undefined;
    return block?.entries[lastAtOrBelow(block.starts, address)];
  }

  /** The code that starts exactly there. */
  at(address: number): T | undefined {
    const entry = this.find(address);
    return entry?.address === address ? entry : undefined;
  }

  add(entry: T): void {
    this.#removeOverlapped(entry.address, entry.address + entry.size);
    const index = Math.max(0, this.#blockOf(entry.address));
    const block = this.#blocks[index] as Block<T> | undefined;
    if (block === undefined) {
      this.#blocks.push({ starts: [entry.address], entries: [entry] });
      this.#firstStarts.push(entry.address);
      return;
    }
    const place = lastAtOrBelow(block.starts, entry.address) + 1;
    block.starts.splice(place, 0, entry.address);
    block.entries.splice(place, 0, entry);
    this.#firstStarts[index] = block.starts[0];
    if (block.starts.length > BLOCK) {
      const half = BLOCK / 2;
      this.#blocks.splice(index + 1, 0, { starts: block.starts.splice(half), entries: block.entries.splice(half) });
      this.#firstStarts.splice(index + 1, 0, this.#blocks[index + 1].starts[0]);
    }
  }

  /** Tells whether code started there. */
  move(from: number, to: number): boolean {
    const entry = this.at(from);
    if (entry === undefined) return false;
    this.#remove(from);
    entry.address = to;
    this.add(entry);
    return true;
  }

  delete(address: number): void {
    if (this.at(address) !== undefined) this.#remove(address);
  }

  /** From the last one on: those that overlap stand together. */
  #removeOverlapped(start: number, end: number): void {
    let entry = this.atOrBelow(end - 1);
    while (entry !== undefined && entry.address + entry.size > start) {
      this.#remove(entry.address);
      entry = this.atOrBelow(end - 1);
    }
  }

  #remove(address: number): void {
    const index = this.#blockOf(address);
    const block = this.#blocks[index];
    const place = lastAtOrBelow(block.starts, address);
    block.entries[place].generation++;
    block.starts.splice(place, 1);
    block.entries.splice(place, 1);
    if (block.starts.length > 0) {
      this.#firstStarts[index] = block.starts[0];
    } else {
      this.#blocks.splice(index, 1);
      this.#firstStarts.splice(index, 1);
    }
  }

  /** The last block that starts at or below the address, or -1. */
  #blockOf(address: number): number {
    return lastAtOrBelow(this.#firstStarts, address);
  }
}
