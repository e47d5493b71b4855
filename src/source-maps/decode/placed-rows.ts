import type { Answers, Queries } from './queries.ts';

/** Queries in order, and for each of them the row in which it was asked. */
export interface SortedQueries {
  readonly queries: Queries;
  readonly order: Int32Array;
}

/** Positions in order of line, then column; equal ones stay as they were. */
export function sortQueries(line: Int32Array, column: Int32Array): SortedQueries {
  const order = Int32Array.from(line.keys()).sort((a, b) => line[a] - line[b] || column[a] - column[b]);
  const queries = { line: order.map((row) => line[row]), column: order.map((row) => column[row]) };
  return { queries, order };
}

/** Original places in the order in which they were asked for; `source` -1 where there is none. */
export interface Placed {
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
}

/** Rows without a place. */
export const unplaced = (count: number): Placed => ({
  source: new Int32Array(count).fill(-1),
  line: new Int32Array(count),
  column: new Int32Array(count).fill(-1),
});

/** Copies a place from one row to another. */
export function copyPlace(from: Placed, row: number, to: Placed, at: number): void {
  to.source[at] = from.source[row];
  to.line[at] = from.line[row];
  to.column[at] = from.column[row];
}

export interface PlacedRows {
  readonly placed: Placed;
  /** Rows of the answers that need more: those without a column, and those in an original that has a map of its own. */
  readonly rest: readonly number[];
  /** Positions (as asked, from `firstName` on) at which a segment with a name begins, and the rows of those names. */
  readonly named: readonly number[];
  readonly names: readonly number[];
}

/** Stands for a source of the map that has no row in the mapping's sources, and says why. */
export const NO_ORIGINAL = -1;
export const OWN_MAP = -2;

/**
 * Places the answered positions whose original is known: nearly all of them. `targetOf`: what a source of the map is to positions, a row
 * of the mapping's sources or one of the two above; asked once for each that any answer has.
 */
export function placeRows(
  { source, line, column, name, segment }: Answers,
  { queries, order }: SortedQueries,
  targetOf: (source: number) => number,
  firstName: number,
): PlacedRows {
  const count = order.length;
  const placed = unplaced(count);
  const targets: number[] = [];
  const [rest, named, names]: [number[], number[], number[]] = [[], [], []];
  for (let row = 0; row < count; row++) {
    const asked = queries.column[row];
    const target = source[row] < 0 ? NO_ORIGINAL : (targets[source[row]] ??= targetOf(source[row]));
    if (asked < 0 || target === OWN_MAP) rest.push(row);
    if (target === NO_ORIGINAL) continue;
    const to = order[row];
    if (to >= firstName && name[row] >= 0 && segment[row] === asked) {
      named.push(to);
      names.push(name[row]);
    }
    if (target === OWN_MAP) continue;
    placed.source[to] = target;
    placed.line[to] = line[row];
    placed.column[to] = column[row];
  }
  return { placed, rest, named, names };
}
