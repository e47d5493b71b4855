import type { FunctionIndex } from '../../core/index.ts';
import type { MergedIndex } from './merged-tree.ts';

/**
 * A tree under construction: `child` finds or adds a node's child for a function. Parents always come before their
 * children.
 */
export class GrowingTree {
  function: Int32Array;
  parent: Int32Array;
  selfTime: Float64Array;
  selfSamples: Uint32Array;
  count = 0;
  private slots: Int32Array;

  constructor(rootFunction: FunctionIndex, expected: number) {
    const capacity = Math.max(16, expected);
    this.function = new Int32Array(capacity);
    this.parent = new Int32Array(capacity);
    this.selfTime = new Float64Array(capacity);
    this.selfSamples = new Uint32Array(capacity);
    this.slots = new Int32Array(powerOfTwoAbove(capacity * 2)).fill(-1);
    this.add(-1, rootFunction);
  }

  /** The child of `parent` for `fn`, added when it is not there yet. */
  child(parent: MergedIndex, fn: FunctionIndex): MergedIndex {
    const mask = this.slots.length - 1;
    for (let slot = hashPair(parent, fn) & mask; ; slot = (slot + 1) & mask) {
      const node = this.slots[slot];
      if (node < 0) {
        const added = this.add(parent, fn);
        if (this.count * 2 > this.slots.length) this.rehash();
        else this.slots[slot] = added;
        return added;
      }
      if (this.parent[node] === parent && this.function[node] === fn) return node;
    }
  }

  private add(parent: MergedIndex, fn: FunctionIndex): MergedIndex {
    if (this.count === this.function.length) this.grow();
    this.function[this.count] = fn;
    this.parent[this.count] = parent;
    return this.count++;
  }

  private grow(): void {
    const capacity = this.function.length * 2;
    this.function = copyInto(new Int32Array(capacity), this.function);
    this.parent = copyInto(new Int32Array(capacity), this.parent);
    this.selfTime = copyInto(new Float64Array(capacity), this.selfTime);
    this.selfSamples = copyInto(new Uint32Array(capacity), this.selfSamples);
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = this.slots.length - 1;
    for (let node = 1; node < this.count; node++) {
      let slot = hashPair(this.parent[node], this.function[node]) & mask;
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = node;
    }
  }
}

function copyInto<A extends Int32Array | Uint32Array | Float64Array>(target: A, from: A): A {
  target.set(from);
  return target;
}

function powerOfTwoAbove(value: number): number {
  return 2 ** Math.ceil(Math.log2(value));
}

/** A well-mixed 32-bit hash of two integers, at least 0. */
function hashPair(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
