import { Target } from '../../kernels/source-maps/kernel.generated.ts';
import type { Source } from '../../core/index.ts';
import { listSources, type Placed, placeRows, type SortedQueries } from '../decode/kernel-rows.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { Originals } from './originals.ts';
import type { Answers } from '../decode/queries.ts';

/** An original place. */
export interface Place {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/** Original names, as far as they can be read, and the rows that they belong to. */
export interface NamedRows {
  readonly row: ArrayLike<number>;
  readonly name: readonly (string | undefined)[];
}

/**
 * What became of the asked positions, row by row. `source` is a row of the mapping's sources, -1 where a position is
 * unmapped or has more than one original.
 */
export interface Outcomes extends Placed {
  /** Of those rows from `firstName` on at which a segment with a name begins. */
  readonly names: NamedRows;
  /** Rows of the answers that are still to be looked at one by one. */
  readonly rest: Int32Array;
}

/** Places all positions of which that can be told by their source alone, and names those from row `firstName` on. */
export function placeDirectly(
  loaded: LoadedMap,
  answers: Answers,
  sorted: SortedQueries,
  targets: Int32Array,
  firstName: number,
): Outcomes {
  const { placed, rest, named, names } = placeRows(answers, sorted, targets, firstName);
  return { ...placed, rest, names: { row: named, name: loaded.data.names.take(names) } };
}

/** By source of the map, for those that any answer has: its row in the mapping's sources, or what it is otherwise. */
export function targetsOfSources(
  loaded: LoadedMap,
  answered: Int32Array,
  originals: Originals,
  passed: ReadonlySet<string>,
  rowOf: (source: Source) => number,
): Int32Array {
  const targets = new Int32Array(loaded.data.sources.length).fill(Target.noOriginal);
  for (const source of listSources(answered, targets.length)) {
    const original = originals(loaded, source, passed);
    if (original !== undefined) targets[source] = original.chain === undefined ? rowOf(original.source) : Target.ownMap;
  }
  return targets;
}
