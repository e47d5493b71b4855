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
  readonly #mapping: Mapping;
  readonly #functions: FunctionIdentities;
  readonly #profile: Profile;

  constructor(profile: Profile, mapping: Mapping, functions: FunctionIdentities) {
    this.#profile = profile;
    this.#mapping = mapping;
    this.#functions = functions;
  }

  /** The row for a position inside a node's function; -1 where neither the position nor the function has a line. */
  at(position: number, node: number): number {
    const { source, line } = this.#mapping.positions;
    if (position >= 0 && source[position] >= 0) return this.#row(source[position], line[position]);
    return this.ofFunction(node);
  }

  /** The row of the definition of a node's function; -1 where it has none. */
  ofFunction(node: number): number {
    const row = this.#functions.ofFrame[this.#profile.tree.frame[node]];
    const { source, line } = this.#functions;
    return source[row] >= 0 && line[row] > 0 ? this.#row(source[row], line[row]) : -1;
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
