import type { OriginalPositions } from '../../core/index.ts';
import type { MapAnswers, Queries } from './ask-map.ts';

/** Positions in order of line, then column, and for each the row in which it was asked; equal ones stay as they were. */
export function sortQueries({ line, column }: Queries) {
  const order = Int32Array.from(line.keys()).sort((a, b) => line[a] - line[b] || column[a] - column[b]);
  const queries = { line: order.map((row) => line[row]), column: order.map((row) => column[row]) };
  return { queries, order };
}

/** Original places in the order in which they were asked for; `source` -1 where there is none. */
export type Placed = Omit<OriginalPositions, 'precision'>;

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

/**
 * Places the answered positions whose original is known. `targetOf`: what a source of the map is to positions, a row of the mapping's
 * sources, or -1; asked once for each that any answer has. `named`: positions (as asked, from `firstName` on) at which a segment with
 * a name begins, and `names` the rows of those names.
 */
export function placeRows(
  answers: MapAnswers,
  { queries, order }: ReturnType<typeof sortQueries>,
  targetOf: (source: number) => number,
  firstName: number,
) {
  const { source, name, segment } = answers;
  const placed = unplaced(order.length);
  const targets: number[] = [];
  const [named, names]: [number[], number[]] = [[], []];
  for (let row = 0; row < order.length; row++) {
    const target = source[row] < 0 ? -1 : (targets[source[row]] ??= targetOf(source[row]));
    if (target < 0) continue;
    const to = order[row];
    copyPlace(answers, row, placed, to);
    placed.source[to] = target;
    if (to < firstName || name[row] < 0 || segment[row] !== queries.column[row]) continue;
    named.push(to);
    names.push(name[row]);
  }
  return { placed, named, names };
}
