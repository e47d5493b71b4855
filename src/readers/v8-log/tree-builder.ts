import {
  type CallTree,
  type FrameIndex,
  FrameKind,
  type IndexColumn,
  int32Column,
  NO_CALLEE,
  type NodeIndex,
  type PositionIndex,
  PROGRAM,
  RowIndex,
  Tier,
  type TickIndex,
  TickRepair,
} from '../../core/index.ts';
import type { FrameStore } from './frame-store.ts';
import { SeenCallees } from './seen-callees.ts';
import { RESOLVED_WIDTH, type Resolver } from './resolver.ts';

/** How many tiers there are. */
const TIERS = Tier.turbofan + 1;
const repairOf = (kind: number): TickRepair => Math.floor(kind / TIERS) as TickRepair;

/** Rows of ticks. */
export type TickRows = ReturnType<TreeBuilder['buildTicks']>;

/** The call tree and the places where its nodes were on top, growing stack by stack. */
export class TreeBuilder {
  readonly root: NodeIndex;
  readonly gc: NodeIndex;
  readonly program: NodeIndex;
  readonly idle: NodeIndex;
  /** By parent, frame, the position of the call, and whether the tier is low. */
  readonly #nodes = new RowIndex();
  /** The child of each node that was asked for last; 0 for none. */
  readonly #lastChild = int32Column<NodeIndex>();
  readonly #callees = new SeenCallees();
  /** By node, position, repair and tier together, and builtin. */
  readonly #ticks = new RowIndex();

  // The previous stack, from the outermost frame in, and what it led to: most stacks begin like the one before.
  #previous = new Float64Array(256);
  #nodeAfter: IndexColumn<NodeIndex> = new Int32Array(256);
  #positionAfter: IndexColumn<PositionIndex> = new Int32Array(256);
  #tierAfter = new Uint8Array(256);
  #depth = 0;
  #generation = -1;

  constructor(
    private readonly frames: FrameStore,
    private readonly resolver: Resolver,
  ) {
    this.root = this.#nodes.rowOf(-1, frames.ofKind('(root)', FrameKind.root), -1);
    this.program = this.#child(this.root, frames.ofKind(PROGRAM, FrameKind.program));
    this.idle = this.#child(this.root, frames.ofKind('(idle)', FrameKind.idle));
    this.gc = this.#child(this.root, frames.ofKind('(garbage collector)', FrameKind.gc));
  }

  /**
   * The tick row for a stack: `top` is where the program was interrupted, the first `count` of `callers` are its callers,
   * the outermost first. `onTop` is the frame of what runs on top of it, -1 if that is in the stack. `mayHideCaller`: the
   * top is a builtin that may run without a frame of its own; `builtin` is its number, -1 for none.
   *
   * V8 takes the frame pointer for that of the function in which the program was interrupted. A builtin without a frame
   * still has its caller's, so the caller is missing from the stack and seems to be one further out
   * (`SafeStackFrameIterator`, v8/src/execution/frames.cc; nothing in the log tells). If functions are called from where
   * that one stands, one of them called the builtin. Its line is not guessed: where it stood last is right in 2 to 20 % of
   * the cases.
   */
  add(
    top: number,
    callers: Float64Array,
    count: number,
    onTop: FrameIndex,
    mayHideCaller = false,
    builtin = -1,
  ): TickIndex {
    const reused = this.#reusable(callers, count);
    let node = reused > 0 ? this.#nodeAfter[reused - 1] : this.root;
    let position = reused > 0 ? this.#positionAfter[reused - 1] : -1;
    let tier = (reused > 0 ? this.#tierAfter[reused - 1] : Tier.unknown) as Tier;
    let lost: TickRepair = mayHideCaller ? TickRepair.doubted : TickRepair.none;
    for (let depth = reused; depth <= count; depth++) {
      const isTop = depth === count;
      const address = isTop ? top : callers[depth];
      const resolved = this.resolver.resolve(address, isTop);
      const isBelow = isTop && mayHideCaller && this.#callees.at(position) !== NO_CALLEE;
      if (isBelow) lost = TickRepair.below;
      for (let i = 0; i < resolved.length; i += RESOLVED_WIDTH) {
        // Such frames have no positions to tell them apart, so a run of the same one is one frame.
        if (resolved[i + 1] < 0 && this.#nodes.at(node, 1) === resolved[i] && !this.#isScript(resolved[i])) continue;
        if (resolved[i + 1] >= 0) this.#callees.note(position, resolved[i]);
        node = this.#child(node, resolved[i], position, resolved[i + 2]);
        position = resolved[i + 1];
        tier = resolved[i + 3] as Tier;
      }
      this.#previous[depth] = address;
      this.#nodeAfter[depth] = node;
      this.#positionAfter[depth] = position;
      this.#tierAfter[depth] = tier;
    }
    const isRunning = onTop < 0 || this.#isNative(onTop);
    if (isRunning && !this.resolver.noteSelf(top, true) && count > 0) this.resolver.noteSelf(callers[count - 1], false);
    // The top is looked up in another way than a caller, so it is never reused.
    this.#depth = count;
    if (node === this.root && isRunning)
      return lost === TickRepair.none ? -1 : this.tickRow(this.program, -1, lost, builtin);
    if (onTop >= 0 && this.#nodes.at(node, 1) !== onTop) {
      node = this.#child(node, onTop, position);
      position = -1;
      tier = Tier.unknown;
    }
    return this.tickRow(node, position, lost, builtin, tier);
  }

  /** The tick row for the same stack with another frame on top. */
  replaceTop(row: TickIndex, frame: FrameIndex): TickIndex {
    const node = this.nodeOfTick(row);
    return this.tickRow(this.#child(this.#nodes.at(node, 0), frame, this.#nodes.at(node, 2)), -1);
  }

  tickRow(
    node: NodeIndex,
    position: PositionIndex,
    repair: TickRepair = TickRepair.none,
    builtin = -1,
    tier: Tier = Tier.unknown,
  ): TickIndex {
    return this.#ticks.rowOf(node, position, repair * TIERS + tier, builtin);
  }

  /** The row of ticks for what a row stands for, but below another node and at no known line; `top` runs on top of it. */
  rowBelow(node: NodeIndex, top: FrameIndex | undefined, row: TickIndex): TickIndex {
    const below = top === undefined ? node : this.#child(node, top);
    return this.tickRow(below, -1, repairOf(this.#ticks.at(row, 2)), this.#ticks.at(row, 3));
  }

  /** The tick row of native code that nothing of the program called. */
  addNative(name: string): TickIndex {
    return this.tickRow(this.#child(this.root, this.frames.ofNative(name)), -1);
  }

  nodeOfTick(row: TickIndex): NodeIndex {
    return this.#ticks.at(row, 0);
  }

  /** The function that is called from a position, `SOME_CALLEE` of several, `NO_CALLEE` of none. */
  calleeAt(position: PositionIndex): FrameIndex {
    return this.#callees.at(position);
  }

  buildTree(): CallTree {
    const [parent, frame, callPosition, lowTier] = [0, 1, 2, 3].map((place) => this.#nodes.column(place));
    return { frame, parent, callPosition, lowTier: Uint8Array.from(lowTier) };
  }

  /** Per row, as in `TickTable`; `builtin`: the number of the one in which the program was, or -1. */
  buildTicks() {
    const [node, position, kind, builtin] = [0, 1, 2, 3].map((place) => this.#ticks.column(place));
    const [repair, tier] = [Uint8Array.from(kind, repairOf), Uint8Array.from(kind, (each) => each % TIERS)];
    return { node, position, repair, tier, builtin };
  }

  /** A node below another, added when it is not there yet. Mostly it is the one that was asked for last. */
  #child(parent: NodeIndex, frame: FrameIndex, call: PositionIndex = -1, low = 0): NodeIndex {
    const nodes = this.#nodes;
    const last = parent < this.#lastChild.length ? this.#lastChild.values[parent] : 0;
    if (last > 0 && nodes.at(last, 1) === frame && nodes.at(last, 2) === call && nodes.at(last, 3) === low) return last;
    const child = nodes.rowOf(parent, frame, call, low);
    this.#lastChild.extend(parent + 1);
    this.#lastChild.values[parent] = child;
    return child;
  }

  #isScript(frame: FrameIndex): boolean {
    return this.frames.kind(frame) === FrameKind.script;
  }

  #isNative(frame: FrameIndex): boolean {
    return this.frames.kind(frame) === FrameKind.native;
  }

  /** How many frames from the outermost in are those of the stack before, with the same meaning. */
  #reusable(callers: Float64Array, count: number): number {
    if (this.#previous.length <= count) {
      this.#previous = new Float64Array(count * 2);
      this.#nodeAfter = new Int32Array(count * 2);
      this.#positionAfter = new Int32Array(count * 2);
      this.#tierAfter = new Uint8Array(count * 2);
      this.#depth = 0;
    }
    if (this.#generation !== this.resolver.generation) {
      this.#generation = this.resolver.generation;
      return 0;
    }
    const limit = Math.min(this.#depth, count);
    let same = 0;
    while (same < limit && this.#previous[same] === callers[same]) same++;
    return same;
  }
}
