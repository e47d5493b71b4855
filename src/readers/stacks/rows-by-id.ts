import { int32Column } from '../../core/index.ts';

/** Ids below this are found in a column; they count up from 0 or 1 in whole files. */
const MOST_DENSE = 2 ** 24;

/** The rows of things by the ids that their file gives them. If an id comes twice, the last one counts. */
export class RowsById {
  /** One more than the row of each id. */
  readonly #rows = int32Column();
  readonly #others = new Map<number, number>();

  set(id: number, row: number): void {
    if (!(Number.isInteger(id) && id >= 0 && id < MOST_DENSE)) this.#others.set(id, row + 1);
    else {
      this.#rows.extend(id + 1);
      this.#rows.values[id] = row + 1;
    }
  }

  /** -1 for an id that nothing has. */
  rowOf(id: number): number {
    return ((this.#rows.values[id] as number | undefined) ?? this.#others.get(id) ?? 0) - 1;
  }
}
