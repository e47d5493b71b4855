import type { FunctionIdentities } from './build-functions.ts';
import { LineCause } from './line-cause.ts';
import { type Mapping, Precision } from './mapping.ts';
import type { Profile } from './profile.ts';

/**
 * The rows of a line table, made as they are asked for: one for each pair of original source and line. A position
 * without one original line falls back to the line of its function's definition, with precision `function`.
 */
export class LineRows {
  readonly source: number[] = [];
  readonly line: number[] = [];
  readonly #rows = new Map<number, number>();
  /** Rows found before, plus two (-1 plus two where there is none), of each position and of each function. */
  readonly #ofPosition: Int32Array;
  readonly #ofFunction: Int32Array;
  readonly #mapping: Mapping;
  readonly #functions: FunctionIdentities;
  readonly #profile: Profile;

  constructor(profile: Profile, mapping: Mapping, functions: FunctionIdentities) {
    this.#profile = profile;
    this.#mapping = mapping;
    this.#functions = functions;
    this.#ofPosition = new Int32Array(mapping.positions.source.length);
    this.#ofFunction = new Int32Array(functions.name.length);
  }

  /** The row for a position inside a node's function; -1 where neither the position nor the function has a line. */
  at(position: number, node: number): number {
    const { source, line } = this.#mapping.positions;
    if (position < 0 || source[position] < 0) return this.ofFunction(node);
    if (this.#ofPosition[position] === 0) this.#ofPosition[position] = this.#row(source[position], line[position]) + 2;
    return this.#ofPosition[position] - 2;
  }

  /** The row of the definition of a node's function; -1 where it has none. */
  ofFunction(node: number): number {
    const row = this.#functions.ofFrame[this.#profile.tree.frame[node]];
    const { source, line } = this.#functions;
    if (this.#ofFunction[row] === 0)
      this.#ofFunction[row] = (source[row] >= 0 && line[row] > 0 ? this.#row(source[row], line[row]) : -1) + 2;
    return this.#ofFunction[row] - 2;
  }

  /** Why a position's line is not exact. */
  causeAt(position: number): LineCause {
    const { source, precision } = this.#mapping.positions;
    if (position < 0 || source[position] < 0) return LineCause.sharedLine;
    return precision[position] === Precision.exact ? LineCause.none : LineCause.map;
  }

  #row(source: number, line: number): number {
    const key = source * 0x100000000 + line;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = this.source.push(source) - 1;
      this.line.push(line);
      this.#rows.set(key, row);
    }
    return row;
  }
}
