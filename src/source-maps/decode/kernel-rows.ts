import { mapKernel } from './map-kernel.ts';
import type { Answers, Queries } from './queries.ts';

// The loops over all positions of a profile: in JavaScript each of them would run long before it is compiled.

/** Queries in order, and for each of them the row in which it was asked. */
export interface SortedQueries {
  readonly queries: Queries;
  readonly order: Int32Array;
}

/** Positions in order of line, then column; equal ones stay as they were. Neither may be below -1. */
export function sortQueries(line: Int32Array, column: Int32Array): SortedQueries {
  const kernel = mapKernel();
  const count = line.length;
  const room = new Array<number>(4).fill(count);
  const [lines, columns, some, others, sortedLines, sortedColumns] = kernel.layOut([line, column, ...room]);
  const rows = kernel.exports.sortRows(lines, columns, count, some, others, sortedLines, sortedColumns);
  const queries = { line: kernel.take(sortedLines, count), column: kernel.take(sortedColumns, count) };
  return { queries, order: kernel.take(rows, count) };
}

/** The first row whose segment begins behind the end of its line, -1 for none. `starts`: of the lines, and the text's end. */
export function findMisfit(line: Int32Array, segment: Int32Array, starts: Uint32Array): number {
  const kernel = mapKernel();
  const count = line.length;
  const [lines, segments, lineStarts] = kernel.layOut([line, segment, starts]);
  return kernel.exports.findMisfit(lines, segments, count, lineStarts, starts.length);
}

/** Those of a map's sources (so many) that rows have, each once, as they come. -1 is none. */
export function listSources(source: Int32Array, sources: number): Int32Array {
  const kernel = mapKernel();
  const [rows, isUsed, list] = kernel.layOut([source, Math.ceil(sources / 4), sources]);
  kernel.uint8(isUsed, sources).fill(0);
  kernel.exports.listSources(rows, source.length, isUsed, list);
  return kernel.take(list, kernel.exports.written.value);
}

/** Original places in the order in which they were asked for; `source` -1 where there is none. */
export interface Placed {
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
}

export interface PlacedRows {
  readonly placed: Placed;
  /** Rows of the answers that need more: those without a column, and those in an original that has a map of its own. */
  readonly rest: Int32Array;
  /** Positions (as asked, from `firstName` on) at which a segment with a name begins, and the rows of those names. */
  readonly named: Int32Array;
  readonly names: Int32Array;
}

/** Places the answered positions whose original is known: nearly all of them. `targets`: what each source of the map is to positions, a row of the mapping's sources or a `Target`. */
export function placeRows(
  answers: Answers,
  { queries, order }: SortedQueries,
  targets: Int32Array,
  firstName: number,
): PlacedRows {
  const kernel = mapKernel();
  const count = order.length;
  const size = count * 4;
  const room = [count * 3, count, count, count];
  const [columns, sources, placed, rest, named, names] = kernel.layOut([count * 7, targets, ...room]);
  const { source, line, column, name, segment } = answers;
  for (const [i, values] of [source, line, column, name, segment, queries.column, order].entries())
    kernel.write(columns + i * size, values);
  const places = kernel.int32(placed, count * 3);
  places.fill(-1, 0, count);
  places.fill(0, count, count * 2);
  places.fill(-1, count * 2);
  kernel.exports.placeRows(columns, count, sources, firstName, placed, rest, named, names);
  return {
    placed: {
      source: kernel.take(placed, count),
      line: kernel.take(placed + size, count),
      column: kernel.take(placed + size * 2, count),
    },
    rest: kernel.take(rest, kernel.exports.written.value),
    named: kernel.take(named, kernel.exports.namesWritten.value),
    names: kernel.take(names, kernel.exports.namesWritten.value),
  };
}
