import type { CallTable } from './analysis.ts';
import { PairIndex } from './pair-index.ts';

/** Adds up who calls whom and how much time that took, from nodes in depth-first order; a pair counts once per stack. */
export class CallSums {
  readonly #pairs = new PairIndex();
  readonly #time: number[] = [];
  /** Where the subtree of each pair's outermost callee ends. */
  readonly #openUntil: number[] = [];

  /** A call whose callee's subtree takes the places from `place` to `end`. */
  add(caller: number, callee: number, time: number, place: number, end: number): void {
    const pair = this.#pairs.rowOf(caller, callee);
    if (pair === this.#time.length) {
      this.#time.push(time);
      this.#openUntil.push(end);
    } else if (place >= this.#openUntil[pair]) {
      this.#time[pair] += time;
      this.#openUntil[pair] = end;
    }
  }

  /** The calls by caller, the most time first. */
  finish(): CallTable {
    const pairs = this.#pairs;
    const time = this.#time;
    const order = Array.from(time.keys()).sort((a, b) => pairs.first(a) - pairs.first(b) || time[b] - time[a]);
    return {
      caller: Int32Array.from(order, (pair) => pairs.first(pair)),
      callee: Int32Array.from(order, (pair) => pairs.second(pair)),
      time: Float64Array.from(order, (pair) => time[pair]),
    };
  }
}
