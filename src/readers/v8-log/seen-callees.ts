import { type FrameIndex, int32Column, type PositionIndex } from '../../core/index.ts';

const NONE: FrameIndex = -1;

/**
 * Which functions of the program are called from a position: of each position the one that was seen there most often, by a
 * majority vote that keeps one candidate (Boyer and Moore).
 */
export class SeenCallees {
  readonly #candidate = int32Column<FrameIndex>();
  readonly #lead = int32Column();

  note(call: PositionIndex, callee: FrameIndex): void {
    if (call < 0) return;
    while (this.#candidate.length <= call) {
      this.#candidate.push(NONE);
      this.#lead.push(0);
    }
    const [candidate, lead] = [this.#candidate.values, this.#lead.values];
    if (lead[call] === 0) candidate[call] = callee;
    lead[call] += candidate[call] === callee ? 1 : -1;
  }

  /** -1 where no function was seen to be called from there. */
  at(call: PositionIndex): FrameIndex {
    return call >= 0 && call < this.#candidate.length ? this.#candidate.values[call] : NONE;
  }
}
