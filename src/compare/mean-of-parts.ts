import { type BuiltinTable, type LineTable, Numbering, type SpotTable } from '../core/index.ts';

/** A part of a line's time, in a row of the table of all runs. */
interface Part<Value> {
  readonly line: number;
  readonly value: Value;
  time: number;
}

/** The columns of lines, with their mean times. `place`: for each run, where each of its lines is in the table of all. */
export function meanSpots(tables: readonly LineTable[], place: readonly Int32Array[]): SpotTable {
  const sums = new Map<string, Part<number>>();
  tables.forEach(({ spots }, run) =>
    spots.column.forEach((column, row) =>
      add(sums, String(column), { line: place[run][spots.lineRow[row]], value: column, time: spots.selfTime[row] }),
    ),
  );
  const parts = sorted(sums);
  return {
    lineRow: Int32Array.from(parts, ({ line }) => line),
    column: Int32Array.from(parts, ({ value }) => value),
    selfTime: Float64Array.from(parts, ({ time }) => time / tables.length),
  };
}

/** The same for builtins; undefined if a run does not tell them. `functionOf`: like `place`, for functions. */
export function meanBuiltins(
  tables: readonly LineTable[],
  place: readonly Int32Array[],
  functionOf: readonly Int32Array[],
): BuiltinTable | undefined {
  const sums = new Map<string, Part<{ readonly builtin: number; readonly within: number }>>();
  const names = new Numbering<string>();
  for (const [run, { builtins }] of tables.entries()) {
    if (builtins === undefined) return undefined;
    builtins.builtin.forEach((number, row) => {
      const builtin = names.numberOf(builtins.names[number]);
      // Below 0 it says that there is no one function.
      const callee = builtins.within[row];
      const within = callee < 0 ? callee : functionOf[run][callee];
      const part = {
        line: place[run][builtins.lineRow[row]],
        value: { builtin, within },
        time: builtins.selfTime[row],
      };
      add(sums, `${builtin} ${within}`, part);
    });
  }
  const parts = sorted(sums);
  return {
    names: names.list,
    lineRow: Int32Array.from(parts, ({ line }) => line),
    builtin: Int32Array.from(parts, ({ value }) => value.builtin),
    within: Int32Array.from(parts, ({ value }) => value.within),
    selfTime: Float64Array.from(parts, ({ time }) => time / tables.length),
  };
}

function add<Value>(sums: Map<string, Part<Value>>, what: string, part: Part<Value>): void {
  const key = `${part.line} ${what}`;
  const known = sums.get(key);
  if (known) known.time += part.time;
  else sums.set(key, part);
}

/** By line, and the most time first. */
const sorted = <Value>(sums: ReadonlyMap<string, Part<Value>>): Part<Value>[] =>
  [...sums.values()].sort((a, b) => a.line - b.line || b.time - a.time);
