import type { ChangedRow, RunComparison } from '../../compare/index.ts';
import type { Analysis } from '../../core/index.ts';

/** Which rows of an analysis changed how, and the other way round. Rows are rows of its tables. */
export interface ChangeIndex {
  /** Of rows of the line table; a line with little time has none. */
  readonly ofLine: ReadonlyMap<number, ChangedRow>;
  /** Of rows of the function table. */
  readonly ofFunction: ReadonlyMap<number, ChangedRow>;
  /** Undefined for what is gone. */
  readonly rowOf: ReadonlyMap<ChangedRow, number>;
}

/** Finds the rows of a comparison in the analysis of the later side. */
export function indexChanges({ lines, functions, sources }: Analysis, changes: RunComparison): ChangeIndex {
  const pathOf = (source: number): string => sources[source]?.path ?? '';
  const rowOf = new Map<ChangedRow, number>();
  const index = (rows: readonly ChangedRow[], keyOf: (row: ChangedRow) => string, keys: readonly string[]) => {
    const places = new Map(keys.map((key, at) => [key, at]));
    const found = new Map<number, ChangedRow>();
    for (const row of rows) {
      const at = row.after > 0 || row.line !== undefined ? places.get(keyOf(row)) : undefined;
      if (at === undefined) continue;
      found.set(at, row);
      rowOf.set(row, at);
    }
    return found;
  };
  const ofLine = index(
    changes.lines,
    ({ source, line }) => `${source?.path}\0${line}`,
    Array.from(lines.line, (line, row) => `${pathOf(lines.source[row])}\0${line}`),
  );
  const ofFunction = index(
    changes.functions,
    ({ source, line = 0, name }) => `${source?.path ?? ''}\0${line}\0${name}`,
    functions.name.map((name, row) => `${pathOf(functions.source[row])}\0${functions.line[row]}\0${name}`),
  );
  return { ofLine, ofFunction, rowOf };
}
