import type { CallTree } from '../../profile/index.ts';
import { hash } from './columns.ts';

/** Numbers of a node, side by side so that looking at one costs one line of the processor's cache. */
const Field = { parent: 0, frame: 1, call: 2, low: 3, lastChild: 4, lastCallee: 5, lastPosition: 6 } as const;
const SHIFT = 3;
const LEAST_NODES = 8;

/**
 * The nodes of a growing call tree: the same node again for the same parent, frame, call and tier. The child that was
 * asked for last is tried first, a hash table finds the others.
 */
export class NodeStore {
  length = 0;
  #fields = new Int32Array(LEAST_NODES << SHIFT);
  #slots = new Int32Array(LEAST_NODES * 2).fill(-1);

  /** The child of a node (-1 for the root itself), added when it is not there yet. */
  child(parent: number, frame: number, call: number, low: number): number {
    if (parent >= 0) {
      const last = this.#fields[(parent << SHIFT) + Field.lastChild];
      if (last >= 0 && this.#isNode(last, parent, frame, call, low)) return last;
    }
    const node = this.#find(parent, frame, call, low);
    if (parent >= 0) this.#fields[(parent << SHIFT) + Field.lastChild] = node;
    return node;
  }

  frameOf(node: number): number {
    return this.#fields[(node << SHIFT) + Field.frame];
  }

  /** The position in its caller from which a node was called; -1 unknown. */
  callOf(node: number): number {
    return this.#fields[(node << SHIFT) + Field.call];
  }

  /** The callee of a node that was seen last with a position, -1 for none. */
  lastCallee(node: number): number {
    return this.#fields[(node << SHIFT) + Field.lastCallee];
  }

  /** Where a node stood last, -1 unknown. */
  lastPosition(node: number): number {
    return this.#fields[(node << SHIFT) + Field.lastPosition];
  }

  /** Notes that `caller` called `node`, which stood at `position`. */
  stoodAt(caller: number, node: number, position: number): void {
    this.#fields[(caller << SHIFT) + Field.lastCallee] = node;
    this.#fields[(node << SHIFT) + Field.lastPosition] = position;
  }

  build(): CallTree {
    const tree = {
      frame: new Int32Array(this.length),
      parent: new Int32Array(this.length),
      callPosition: new Int32Array(this.length),
      lowTier: new Uint8Array(this.length),
    };
    for (let node = 0; node < this.length; node++) {
      const at = node << SHIFT;
      tree.frame[node] = this.#fields[at + Field.frame];
      tree.parent[node] = this.#fields[at + Field.parent];
      tree.callPosition[node] = this.#fields[at + Field.call];
      tree.lowTier[node] = this.#fields[at + Field.low];
    }
    return tree;
  }

  /** For each node its parent's value, unless `valueOf` gives it one of its own. */
  passDown(valueOf: (node: number, frame: number, parent: number) => number | undefined): Int32Array {
    const values = new Int32Array(this.length);
    for (let node = 0; node < this.length; node++) {
      const parent = this.#fields[(node << SHIFT) + Field.parent];
      values[node] = valueOf(node, this.frameOf(node), parent) ?? values[parent];
    }
    return values;
  }

  #isNode(node: number, parent: number, frame: number, call: number, low: number): boolean {
    const at = node << SHIFT;
    const fields = this.#fields;
    return (
      fields[at + Field.frame] === frame &&
      fields[at + Field.call] === call &&
      fields[at + Field.parent] === parent &&
      fields[at + Field.low] === low
    );
  }

  #find(parent: number, frame: number, call: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(parent, frame, call, low) & mask;
    for (; this.#slots[slot] >= 0; slot = (slot + 1) & mask)
      if (this.#isNode(this.#slots[slot], parent, frame, call, low)) return this.#slots[slot];
    this.#slots[slot] = this.length;
    return this.#add(parent, frame, call, low);
  }

  #add(parent: number, frame: number, call: number, low: number): number {
    if ((this.length + 1) << SHIFT > this.#fields.length) this.#grow();
    const at = this.length << SHIFT;
    this.#fields[at + Field.parent] = parent;
    this.#fields[at + Field.frame] = frame;
    this.#fields[at + Field.call] = call;
    this.#fields[at + Field.low] = low;
    this.#fields[at + Field.lastChild] = -1;
    this.#fields[at + Field.lastCallee] = -1;
    this.#fields[at + Field.lastPosition] = -1;
    if (++this.length * 2 > this.#slots.length) this.#rehash();
    return this.length - 1;
  }

  #grow(): void {
    const fields = new Int32Array(this.#fields.length * 2);
    fields.set(this.#fields);
    this.#fields = fields;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    const fields = this.#fields;
    for (let node = 0; node < this.length; node++) {
      const at = node << SHIFT;
      let slot =
        hash(fields[at + Field.parent], fields[at + Field.frame], fields[at + Field.call], fields[at + Field.low]) &
        mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }
}
