import { float64Column, int32Column, UNKNOWN_LINE } from '../../core/index.ts';
import { RowsById } from './rows-by-id.ts';
import { NOWHERE, type Place, type StackFunction } from './thread-builder.ts';

/**
 * Nodes of a call tree that have numbers in their file and name their callers by them, in any order. If a number comes twice, the
 * last node counts.
 */
export class LinkedNodes {
  readonly #parent = float64Column();
  readonly #function = int32Column();
  readonly #place = { line: int32Column(), column: int32Column() };
  readonly #rows = new RowsById();

  constructor(readonly functions: StackFunction[] = []) {}

  /** `parent`: absent for what the root calls. `called`: which of `functions`; -1 for the root itself. */
  add(id: number, parent: number | undefined, called: number, { line, column }: Place = NOWHERE): void {
    const row = this.#parent.push(parent ?? NaN);
    this.#function.push(called);
    this.#place.line.push(line);
    this.#place.column.push(column);
    this.#rows.set(id, row);
  }

  get length(): number {
    return this.#parent.length;
  }

  /** The row of a number; -1 for a number that no node has. */
  rowOf(id: number): number {
    return this.#rows.rowOf(id);
  }

  /** The number of the caller; NaN for none. */
  parentOf(row: number): number {
    return this.#parent.values[row];
  }

  /** Which of `functions` a node is; -1 for the root. */
  functionOf(row: number): number {
    return this.#function.values[row];
  }

  /** Where in its function a node is, in files that have a node for each place. */
  placeOf(row: number): Place | undefined {
    const [line, column] = [this.#place.line.values[row], this.#place.column.values[row]];
    return line > UNKNOWN_LINE ? { line, column } : undefined;
  }
}
