import type { CollectionTable } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { ProfileKernel } from './profile-kernel.ts';
import type { CollectionTicks, ProfileTables } from './profile.ts';
import { callerOfNative } from './script-caller.ts';
import type { FunctionIndex, IndexColumn, LineIndex, Microseconds } from './units.ts';

/** The function and the line (-1: unknown) of each row of `collections`. */
export interface PlacedCollections {
  readonly collections: CollectionTicks;
  readonly function: IndexColumn<FunctionIndex>;
  readonly line: IndexColumn<LineIndex>;
}

/** Where did garbage collections begin? Has to be called before the lines are counted. */
export function placeCollections(
  { exports }: ProfileKernel,
  { collections, tree, frames }: ProfileTables,
  { ofFrame }: FunctionIdentities,
): PlacedCollections | undefined {
  if (collections === undefined) return undefined;
  const { node, position } = collections;
  const places = Array.from(node, (at, row) => callerOfNative({ tree, frames }, at, position[row]));
  return {
    collections,
    function: Int32Array.from(places, (place) => ofFrame[tree.frame[place.node]]),
    line: Int32Array.from(places, ({ node: at, position: of }) => (of < 0 ? -1 : exports.rowAt(of, tree.frame[at]))),
  };
}

/** Garbage collection that began on each of so many lines. */
export function collectionsOfLines({ collections, line }: PlacedCollections, lines: number): Float64Array {
  const sums = new Float64Array(lines);
  line.forEach((at, row) => {
    if (at >= 0) sums[at] += collections.time[row];
  });
  return sums;
}

/** Adds collections up by the functions that began them. */
export function sumCollections({ collections, function: fn, line }: PlacedCollections): CollectionTable {
  const sums = new Map<FunctionIndex, { time: Microseconds; count: number; lines: Map<LineIndex, Microseconds> }>();
  collections.time.forEach((time, row) => {
    const sum = sums.get(fn[row]) ?? { time: 0, count: 0, lines: new Map<LineIndex, Microseconds>() };
    sums.set(fn[row], sum);
    sum.time += time;
    sum.count += collections.count[row];
    sum.lines.set(line[row], (sum.lines.get(line[row]) ?? 0) + time);
  });
  const rows = [...sums].sort(([, a], [, b]) => b.time - a.time);
  const most = rows.map(([, { lines }]) => [...lines].reduce((a, b) => (b[1] > a[1] ? b : a)));
  return {
    function: Int32Array.from(rows, ([row]) => row),
    time: Float64Array.from(rows, ([, { time }]) => time),
    count: Uint32Array.from(rows, ([, { count }]) => count),
    line: Int32Array.from(most, ([row]) => row),
    lineTime: Float64Array.from(most, ([, time]) => time),
  };
}
