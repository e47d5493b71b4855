import type { IndexColumn } from './units.ts';

/** A typed array that holds one number per row. */
export type NumberColumn = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Few by default: the engine then sees growth before it optimises the loops that push, and optimises them only once. */
const LEAST_ROWS = 8;
/** Room is never made ahead for more: the size of a file may promise more rows than there is memory for. */
const MOST_EXPECTED = 2 ** 27;

/**
 * A column that rows are appended to; it doubles when it is full. Where the number of rows can be estimated, room for
 * all of them is made at once: pages that are never written cost no memory, while each doubling leaves a copy behind.
 */
export class GrowingColumn<T extends NumberColumn> {
  /** How many rows there are. May be lowered, to write over the rows behind it. */
  length = 0;
  /** The rows, and room for more behind them. Another array after `push`, `append` or `reserve`. */
  values: T;

  constructor(
    private readonly create: (length: number) => T,
    expectedRows = LEAST_ROWS,
  ) {
    this.values = create(Math.min(MOST_EXPECTED, Math.max(LEAST_ROWS, Math.ceil(expectedRows))));
  }

  /** Appends a row and returns its index. */
  push(value: number): number {
    if (this.length === this.values.length) this.reserve(this.length + 1);
    this.values[this.length] = value;
    return this.length++;
  }

  append(rows: ArrayLike<number>): void {
    this.reserve(this.length + rows.length);
    this.values.set(rows, this.length);
    this.length += rows.length;
  }

  /** Appends zeros until there are so many rows. */
  extend(rows: number): void {
    this.reserve(rows);
    this.length = Math.max(this.length, rows);
  }

  /** Makes room for so many rows in all. */
  reserve(rows: number): void {
    if (rows <= this.values.length) return;
    const larger = this.create(Math.max(rows, 2 * this.values.length));
    larger.set(this.values.subarray(0, this.length));
    this.values = larger;
  }

  /** A copy of the rows, without the room behind them. */
  toArray(): T {
    return this.values.slice(0, this.length) as T;
  }

  /** The rows without a copy, with `extra` zeros behind them. The column is not used afterwards. */
  finish(extra = 0): T {
    this.reserve(this.length + extra);
    return this.values.subarray(0, this.length + extra) as T;
  }
}

export const int32Column = <T extends number = number>(expectedRows?: number): GrowingColumn<IndexColumn<T>> =>
  new GrowingColumn<IndexColumn<T>>((length) => new Int32Array(length) as Int32Array as IndexColumn<T>, expectedRows);
export const uint32Column = (expectedRows?: number): GrowingColumn<Uint32Array> =>
  new GrowingColumn((length) => new Uint32Array(length), expectedRows);
export const float64Column = (expectedRows?: number): GrowingColumn<Float64Array> =>
  new GrowingColumn((length) => new Float64Array(length), expectedRows);

/** A table with each of its columns as `change` gives it; what is no column stays as it is. */
export function mapColumns<T extends object>(table: T, change: (column: NumberColumn, name: string) => NumberColumn) {
  const changed = Object.entries(table).map(([name, value]): [string, unknown] => [
    name,
    isColumn(value) ? change(value, name) : value,
  ]);
  return Object.fromEntries(changed) as T;
}

/** The numbers of so many rows, in their order. */
export const allRows = (count: number): Int32Array => new Int32Array(count).map((_, row) => row);

/** Some rows of a table of columns, in the order of `rows`. */
export const pickRows = <T extends object>(table: T, rows: ArrayLike<number>): T =>
  mapColumns(table, (column) => {
    const picked = column.slice(0, rows.length);
    for (let i = 0; i < picked.length; i++) picked[i] = column[rows[i]];
    return picked;
  });

/**
 * The columns of tables one after the other. `moves`: what becomes of the numbers of a column that name rows of other tables, by
 * its name; `table` is the number of theirs. `missing`: what stands, in place of zeros, for a column that some of them lack.
 * Undefined where there is no table.
 */
export function joinTables<T extends object | undefined>(
  tables: readonly T[],
  moves: Readonly<Partial<Record<string, (row: number, table: number) => number>>>,
  missing: { readonly [Name in keyof T]?: (table: T) => ArrayLike<number> } = {},
): T {
  const columns = tables.map((table) => new Map(Object.entries(table ?? {}).filter(isNamedColumn)));
  const rowsOf = (table: number): number => columns[table].values().next().value?.length ?? 0;
  const standIns = missing as Partial<Record<string, (table: T) => ArrayLike<number>>>;
  const kinds = new Map(columns.flatMap((named) => [...named]));
  const joined = Array.from(kinds, ([name, kind]): [string, NumberColumn] => {
    const lists = columns.map(
      (named, i) => named.get(name) ?? standIns[name]?.(tables[i]) ?? new Uint8Array(rowsOf(i)),
    );
    const whole = appendRows(kind.subarray(0, 0), ...lists);
    const move = moves[name];
    let at = 0;
    if (move)
      for (const [i, { length }] of lists.entries())
        for (const end = at + length; at < end; at++) whole[at] = move(whole[at], i);
    return [name, whole];
  });
  return joined.length === 0 ? tables[0] : (Object.fromEntries(joined) as T);
}

const isNamedColumn = (entry: [string, unknown]): entry is [string, NumberColumn] => isColumn(entry[1]);
const isColumn = (value: unknown): value is NumberColumn => ArrayBuffer.isView(value);

/** A column with more rows behind its own: those of each list in turn. A copy, unless there are none. */
export function appendRows<T extends NumberColumn>(column: T, ...lists: readonly ArrayLike<number>[]): T {
  const count = lists.reduce((sum, rows) => sum + rows.length, column.length);
  if (count === column.length) return column;
  const result = new (column.constructor as new (length: number) => T)(count);
  result.set(column);
  let at = column.length;
  for (const rows of lists) {
    result.set(rows, at);
    at += rows.length;
  }
  return result;
}
