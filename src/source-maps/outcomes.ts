import type { Source } from '../profile/index.ts';
import { listSources, NO_ORIGINAL, OWN_MAP, type Placed, placeRows, type SortedQueries } from './kernel-rows.ts';
import type { LoadedMap } from './loaded-map.ts';
import type { Originals } from './originals.ts';
import type { Answers } from './queries.ts';
import type { NameList } from './source-map-data.ts';

/** An original place. */
export interface Place {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/** Original names, and the rows that they belong to. */
export interface NamedRows {
  readonly row: number[];
  readonly name: string[];
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
  const { placed, rest, named } = placeRows(answers, sorted, targets, firstName);
  return { ...placed, rest, names: takeNames(loaded.data.names, answers.name, sorted.order, named) };
}

/** By source of the map, for those that any answer has: its row in the mapping's sources, or what it is otherwise. */
export function targetsOfSources(
  loaded: LoadedMap,
  answered: Int32Array,
  originals: Originals,
  passed: ReadonlySet<string>,
  rowOf: (source: Source) => number,
): Int32Array {
  const targets = new Int32Array(loaded.data.sources.length).fill(NO_ORIGINAL);
  for (const source of listSources(answered, targets.length)) {
    const original = originals(loaded, source, passed);
    if (original !== undefined) targets[source] = original.chain === undefined ? rowOf(original.source) : OWN_MAP;
  }
  return targets;
}

/** A loop of its own: see `namePositions`. */
function takeNames(names: NameList, nameOf: Int32Array, order: Int32Array, named: Int32Array): NamedRows {
  const wanted = new Int32Array(named.length);
  for (let i = 0; i < named.length; i++) wanted[i] = nameOf[named[i]];
  const found = names.take(wanted);
  const row: number[] = [];
  const name: string[] = [];
  for (let i = 0; i < named.length; i++) {
    const each = found[i];
    if (each === undefined) continue;
    row.push(order[named[i]]);
    name.push(each);
  }
  return { row, name };
}
