import { type Microseconds, type TickIndex, weightOf } from '../../core/index.ts';
import type { WeighedSamples } from '../time/weighed-samples.ts';
import type { FieldCursor } from './log-fields.ts';

/** Lines of the addon's (`collections.c`): the stack that began a garbage collection, and a moment that the log knows, too. */
const COLLECTION_LINE = 'heatline-gc';
const CLOCK_LINE = 'heatline-clock';

/** Garbage collections: the time of their samples, and how many were sampled. */
interface Collections {
  time: Microseconds;
  count: number;
}

/** What began each garbage collection? The log does not tell; the program's thread notes it. */
export class CollectionNotes {
  /** In microseconds of the system's monotonic clock, in order. */
  readonly #times: Microseconds[] = [];
  readonly #stacks: Float64Array[] = [];
  /** What the stacks led to, of those that were placed. */
  readonly #rows: TickIndex[] = [];
  #clock = NaN;

  /** Takes a line of one of these kinds. Notes may be given again. */
  line(kind: string, cursor: FieldCursor): void {
    if (kind === CLOCK_LINE) this.#clock = cursor.integer();
    if (kind !== COLLECTION_LINE) return;
    const time = cursor.integer();
    const stack: number[] = [];
    while (cursor.hasMore) stack.push(cursor.address());
    if (!(time > (this.#times.at(-1) ?? 0)) || stack.some(Number.isNaN)) return;
    this.#times.push(time);
    this.#stacks.push(Float64Array.from(stack.reverse()));
  }

  /**
   * Places the stacks of collections that had begun by now, while addresses mean what they did. `since`: the time since the moment
   * that both clocks know. `rowOf` has the callers, the outermost first.
   */
  place(since: Microseconds, rowOf: (callers: Float64Array) => TickIndex): void {
    const rows = this.#rows;
    while (this.#times[rows.length] <= this.#clock + since) rows.push(rowOf(this.#stacks[rows.length]));
  }

  /**
   * The collections by the rows of ticks that began them, of which no tick need have been taken. Samples in `collecting` belong to
   * the collection that began last, if it did since the sample before. Others are steps of one that was begun long ago. `origin`: the
   * zero of the samples' times. Undefined where nothing was noted.
   */
  sum(
    timeline: Pick<WeighedSamples<TickIndex>, 'node' | 'start' | 'cpu'>,
    collecting: TickIndex,
    origin: Microseconds | undefined,
  ): Map<TickIndex, Collections> | undefined {
    if (this.#rows.length === 0 || origin === undefined) return undefined;
    const { node, start } = timeline;
    const sums = new Map<TickIndex, Collections>();
    let [begun, last] = [0, -1];
    for (let i = 0; i < node.length; i++) {
      const before = begun;
      while (begun < this.#rows.length && this.#times[begun] - origin <= start[i]) begun++;
      if (node[i] !== collecting) last = -1;
      else if (begun > before) last = this.#rows[begun - 1];
      if (last < 0) continue;
      const sum = sums.get(last) ?? { time: 0, count: 0 };
      sums.set(last, sum);
      sum.time += weightOf(timeline, i);
      if (begun > before) sum.count++;
    }
    return sums;
  }
}
