import {
  type CallTree,
  type FrameIndex,
  int32Column,
  type NodeIndex,
  type PositionIndex,
  RowIndex,
} from '../../core/index.ts';

/** Numbers of a node, side by side (eight, a power of two) so that looking at one costs one line of the processor's cache. */
const Field = {
  parent: 0,
  frame: 1,
  call: 2,
  low: 3,
  firstChild: 4,
  nextSibling: 5,
} as const;
const SHIFT = 3;
const LEAST_NODES = 8;
const NONE = -1;
/** In place of the first child's next sibling: the children are in the index. */
const INDEXED = -2;
/** Up to this many children are searched one by one; more are indexed. */
const FEW = 12;

/**
 * The nodes of a growing call tree. Equal parent, frame, call and tier give the same node. Children are a list, with the last
 * one asked for at its front. Most nodes are new and below a node that is itself new, which needs no search.
 */
export class NodeStore {
  length = 0;
  #fields = new Int32Array(LEAST_NODES << SHIFT);
  readonly #rowOfMany = new RowIndex();
  readonly #nodeOfRow = int32Column<NodeIndex>();

  addRoot(frame: FrameIndex): NodeIndex {
    return this.#add(NONE, frame, -1, 0, NONE);
  }

  /** The child of a node, added when it is not there yet. */
  child(parent: NodeIndex, frame: FrameIndex, call: PositionIndex, low: number): NodeIndex {
    const fields = this.#fields;
    const first = fields[(parent << SHIFT) + Field.firstChild];
    let before = NONE;
    let node = first;
    for (let left = FEW; node >= 0 && left > 0; left--) {
      if (this.#isChild(node, frame, call, low)) {
        if (before >= 0) this.#moveToFront(parent, node, before);
        return node;
      }
      before = node;
      node = fields[(node << SHIFT) + Field.nextSibling];
    }
    if (node >= 0) this.#index(parent);
    return node === NONE ? this.#add(parent, frame, call, low, first) : this.#childOfMany(parent, frame, call, low);
  }

  frameOf(node: NodeIndex): FrameIndex {
    return this.#fields[(node << SHIFT) + Field.frame];
  }

  parentOf(node: NodeIndex): NodeIndex {
    return this.#fields[(node << SHIFT) + Field.parent];
  }

  /** The position in its caller from which a node was called; -1 unknown. */
  callOf(node: NodeIndex): PositionIndex {
    return this.#fields[(node << SHIFT) + Field.call];
  }

  build(): CallTree {
    const [frame, parent, callPosition] = [Field.frame, Field.parent, Field.call].map((field) =>
      new Int32Array(this.length).map((_, node) => this.#fields[(node << SHIFT) + field]),
    );
    const lowTier = new Uint8Array(this.length).map((_, node) => this.#fields[(node << SHIFT) + Field.low]);
    return { frame, parent, callPosition, lowTier };
  }

  #isChild(node: NodeIndex, frame: FrameIndex, call: PositionIndex, low: number): boolean {
    const at = node << SHIFT;
    const fields = this.#fields;
    return fields[at + Field.frame] === frame && fields[at + Field.call] === call && fields[at + Field.low] === low;
  }

  #moveToFront(parent: NodeIndex, node: NodeIndex, before: NodeIndex): void {
    const fields = this.#fields;
    const first = (parent << SHIFT) + Field.firstChild;
    const next = (node << SHIFT) + Field.nextSibling;
    fields[(before << SHIFT) + Field.nextSibling] = fields[next];
    fields[next] = fields[first];
    fields[first] = node;
  }

  #index(parent: NodeIndex): void {
    const fields = this.#fields;
    for (let node = fields[(parent << SHIFT) + Field.firstChild]; node >= 0;) {
      const at = node << SHIFT;
      this.#rowOfMany.add(parent, fields[at + Field.frame], fields[at + Field.call], fields[at + Field.low]);
      this.#nodeOfRow.push(node);
      node = fields[at + Field.nextSibling];
    }
  }

  #childOfMany(parent: NodeIndex, frame: FrameIndex, call: PositionIndex, low: number): NodeIndex {
    const row = this.#rowOfMany.add(parent, frame, call, low);
    if (row < 0) {
      this.#nodeOfRow.push(this.length);
      return this.#add(parent, frame, call, low, INDEXED);
    }
    const node = this.#nodeOfRow.values[row];
    this.#fields[(parent << SHIFT) + Field.firstChild] = node;
    this.#fields[(node << SHIFT) + Field.nextSibling] = INDEXED;
    return node;
  }

  /** Adds a node in front of its siblings. */
  #add(parent: NodeIndex, frame: FrameIndex, call: PositionIndex, low: number, nextSibling: number): NodeIndex {
    const node = this.length++;
    if (this.length << SHIFT > this.#fields.length) this.#grow();
    const at = node << SHIFT;
    this.#fields[at + Field.parent] = parent;
    this.#fields[at + Field.frame] = frame;
    this.#fields[at + Field.call] = call;
    this.#fields[at + Field.low] = low;
    this.#fields[at + Field.firstChild] = NONE;
    this.#fields[at + Field.nextSibling] = nextSibling;
    if (parent >= 0) this.#fields[(parent << SHIFT) + Field.firstChild] = node;
    return node;
  }

  #grow(): void {
    const fields = new Int32Array(this.#fields.length * 2);
    fields.set(this.#fields);
    this.#fields = fields;
  }
}
