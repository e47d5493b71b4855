import { Precision, type Source } from '../profile/index.ts';
import type { LoadedMap } from './loaded-map.ts';
import type { Originals } from './originals.ts';
import type { Answers, Queries } from './queries.ts';

/** An original place. */
export interface Place {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/**
 * What became of the asked positions, row by row; rows behind them mean nothing. `source` is a row of `sources`, -1 where
 * a position is unmapped or (precision `function`) has more than one original.
 */
export interface Outcomes {
  readonly sources: readonly Source[];
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  readonly precision: Uint8Array;
  /** Original names, of those rows from `firstName` on at which a segment with a name begins. */
  readonly names: ReadonlyMap<number, string>;
  /** How many positions have no place because the map has no columns where one line holds much code. */
  readonly coarse: number;
}

/** Outcomes while they are filled in. */
export interface OpenOutcomes extends Outcomes {
  sourceRow(source: Source): number;
  set(row: number, place: Place): void;
  readonly names: Map<number, string>;
}

/** For so many positions, of which none is known yet. */
export function openOutcomes(count: number): OpenOutcomes {
  const rows = new Map<string, number>();
  const sources: Source[] = [];
  const source = new Int32Array(count).fill(-1);
  const line = new Int32Array(count);
  const column = new Int32Array(count).fill(-1);
  const precision = new Uint8Array(count).fill(Precision.function);
  const names = new Map<number, string>();
  const sourceRow = (each: Source) => {
    const known = rows.get(each.path) ?? sources.push(each) - 1;
    rows.set(each.path, known);
    return known;
  };
  const set = (row: number, place: Place) => {
    source[row] = sourceRow(place.source);
    line[row] = place.line;
    column[row] = place.column;
    precision[row] = Precision.exact;
    if (place.name !== undefined) names.set(row, place.name);
  };
  return { sources, source, line, column, precision, names, coarse: 0, sourceRow, set };
}

/** What a source of the map is to positions: a row of the outcomes' sources, or one of these. */
const NO_ORIGINAL = -1;
const OWN_MAP = -2;

/** By source of the map, for those that any answer has: its row in the outcomes, `NO_ORIGINAL` or `OWN_MAP`. */
export function targetsOfSources(
  loaded: LoadedMap,
  answered: Int32Array,
  originals: Originals,
  passed: ReadonlySet<string>,
  outcomes: OpenOutcomes,
): Int32Array {
  const targets = new Int32Array(loaded.data.sources.length).fill(NO_ORIGINAL);
  for (const source of inOrderOfUse(answered, targets.length)) {
    const original = originals(loaded, source, passed);
    if (original !== undefined)
      targets[source] = original.chain === undefined ? outcomes.sourceRow(original.source) : OWN_MAP;
  }
  return targets;
}

// The loops over all positions stand in functions of their own: V8 compiles a hot loop with all that it calls.

function inOrderOfUse(answered: Int32Array, sources: number): readonly number[] {
  const isUsed = new Uint8Array(sources);
  const used: number[] = [];
  for (let row = 0; row < answered.length; row++) {
    const source = answered[row];
    if (source < 0 || isUsed[source] !== 0) continue;
    isUsed[source] = 1;
    used.push(source);
  }
  return used;
}

/** Places the positions with a column whose original has no map of its own, which are nearly all. */
export function placeDirectly(answers: Answers, targets: Int32Array, order: Uint32Array, outcomes: Outcomes): void {
  const { source, line, column } = answers;
  for (let row = 0; row < order.length; row++) {
    const target = source[row] < 0 ? NO_ORIGINAL : targets[source[row]];
    if (target < 0) continue;
    const at = order[row];
    outcomes.source[at] = target;
    outcomes.line[at] = line[row];
    outcomes.column[at] = column[row];
    outcomes.precision[at] = Precision.exact;
  }
}

/** Notes the original names of the rows from `from` on. */
export function collectNames(
  loaded: LoadedMap,
  answers: Answers,
  targets: Int32Array,
  queries: Queries,
  order: Uint32Array,
  from: number,
  names: Map<number, string>,
): void {
  const rows = namedRows(answers, targets, queries.column, order, from);
  const found = loaded.data.names.take(rows.map((row) => answers.name[row]));
  for (let i = 0; i < rows.length; i++) {
    const name = found[i];
    if (name !== undefined) names.set(order[rows[i]], name);
  }
}

/** A name belongs to the characters where its segment begins, not to all that follow. */
function namedRows(
  { source, segment, name }: Answers,
  targets: Int32Array,
  column: Int32Array,
  order: Uint32Array,
  from: number,
): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < order.length; row++) {
    if (order[row] < from || source[row] < 0 || name[row] < 0) continue;
    if (segment[row] === column[row] && targets[source[row]] >= 0) rows.push(row);
  }
  return rows;
}

/** The positions without a column, and those in an original that has a map of its own. */
export function rowsLeft(answered: Int32Array, targets: Int32Array, column: Int32Array): readonly number[] {
  const rest: number[] = [];
  for (let row = 0; row < column.length; row++) {
    if (column[row] < 0 || (answered[row] >= 0 && targets[answered[row]] === OWN_MAP)) rest.push(row);
  }
  return rest;
}
