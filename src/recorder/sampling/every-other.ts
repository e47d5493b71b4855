import { float64Column, int32Column, type IndexColumn, type Microseconds, type NodeIndex } from '../../core/index.ts';

/** Samples in order of time. Each stands until the next one. */
export interface TimedSamples {
  readonly node: IndexColumn<NodeIndex>;
  readonly time: Float64Array;
}

/**
 * Keeps every other sample of a thread, which comes in parts. Idle samples in a row are one, and the first of them stays, so that
 * no wait gets lost. A sample that is dropped right behind idle time seems to be idle; so much later the next idle time begins. Idle
 * time and all other keep their lengths that way, however short the work between two waits is (`I`: idle; a column for each interval):
 *
 *     all       I I I a b I I c I d e f I I I
 *     kept      I . . a . I . c I d . f I . .     chance begins with the first sample behind each wait
 *     or        I . . . b . I . . . e . . . I     or with the second: `b` has the time of `a`, and `e` those of `c`, `d` and `f`
 *
 * Without chance the same line of a loop that waits would stay each time.
 */
export class EveryOther {
  #isKept = true;
  #wasIdle = false;
  /** Time of samples that were dropped right behind idle time. */
  #owed: Microseconds = 0;
  #chance: number;

  /** `pass`: how many times samples were halved before, so that each time chance is another. */
  constructor(
    private readonly isIdle: (node: NodeIndex) => boolean,
    pass: number,
  ) {
    this.#chance = Math.imul(pass + 1, 0x9e3779b1);
  }

  /** The samples of the next part that stay. `end`: when its last one ends. */
  keep({ node, time }: TimedSamples, end: Microseconds): TimedSamples {
    const kept = { node: int32Column<NodeIndex>(node.length / 2), time: float64Column(node.length / 2) };
    for (let i = 0, next = 1; i < node.length; i = next, next++) {
      const isIdle = this.isIdle(node[i]);
      while (isIdle && next < node.length && this.isIdle(node[next])) next++;
      const length = (next < node.length ? time[next] : end) - time[i];
      const later = this.#next(isIdle, Math.max(0, length));
      if (later === undefined) continue;
      kept.node.push(node[i]);
      kept.time.push(time[i] + later);
    }
    return { node: kept.node.toArray(), time: kept.time.toArray() };
  }

  /** By how much later a sample stays; undefined where it does not. */
  #next(isIdle: boolean, length: Microseconds): Microseconds | undefined {
    if (!isIdle) {
      const isKept = this.#isKept;
      this.#isKept = !isKept;
      if (!isKept && this.#wasIdle) this.#owed += length;
      if (isKept) this.#wasIdle = false;
      return isKept ? 0 : undefined;
    }
    this.#chance = (Math.imul(this.#chance, 1664525) + 1013904223) >>> 0;
    this.#isKept = this.#chance > 2 ** 31;
    if (this.#wasIdle) return undefined;
    const later = Math.min(this.#owed, length);
    this.#owed -= later;
    this.#wasIdle = later < length;
    return this.#wasIdle ? later : undefined;
  }
}
