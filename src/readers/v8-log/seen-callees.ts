import { type FrameIndex, int32Column, NO_CALLEE, type PositionIndex, SOME_CALLEE } from '../../core/index.ts';

/** Which functions of the program are called from a position. */
export class SeenCallees {
  readonly #callee = int32Column<FrameIndex>();

  note(call: PositionIndex, callee: FrameIndex): void {
    if (call < 0) return;
    while (this.#callee.length <= call) this.#callee.push(NO_CALLEE);
    const { values } = this.#callee;
    if (values[call] === NO_CALLEE) values[call] = callee;
    else if (values[call] !== callee) values[call] = SOME_CALLEE;
  }

  /** The only one that was seen to be called from there; `SOME_CALLEE` of several, `NO_CALLEE` of none. */
  at(call: PositionIndex): FrameIndex {
    return call >= 0 && call < this.#callee.length ? this.#callee.values[call] : NO_CALLEE;
  }
}
