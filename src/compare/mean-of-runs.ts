import {
  type Analysis,
  appendRows,
  type BuiltinTable,
  groupBy,
  type LineTable,
  mapColumns,
  NONE,
  type NumberColumn,
  Numbering,
  pickRows,
  type SampleQuality,
} from '../core/index.ts';
import { intervalsOfMeans } from './mean-intervals.ts';
import { sourceKey } from './side-table.ts';

/**
 * The mean of runs of the same code, as an analysis. Times are means, counts of samples are sums, and the intervals bound the
 * mean of many runs. Samples, tree and calls are those of the first run.
 */
export function meanOfRuns(runs: readonly Analysis[]): Analysis {
  const [first] = runs;
  if (runs.length === 1) return first;
  const ofSources = mergeRows(runs.map((run) => run.sources.map((source) => sourceKey(source, run))));
  const functions = runs.map((run, at) => ({ ...run.functions, source: moved(run.functions.source, ofSources, at) }));
  const ofFunctions = mergeRows(
    functions.map(({ name, source, line, column, category }) =>
      name.map((text, row) => [text, source[row], line[row], column[row], category[row]].join('\0')),
    ),
  );
  const codes = functions.flatMap(({ code }) => code ?? []);
  const { code: _code, ...meanFunctions } = meanTable(functions, ofFunctions);
  // What explains a single run has rows of its tables.
  const { explained: _, ...rest } = first;
  const diagnostics = groupBy(
    runs.flatMap((run) => run.diagnostics),
    ({ code, file = '' }) => `${code}\0${file}`,
  );
  return {
    ...rest,
    sources: pickFirst(
      runs.map((run) => run.sources),
      ofSources,
    ),
    functions: {
      ...meanFunctions,
      name: pickFirst(
        functions.map(({ name }) => name),
        ofFunctions,
      ),
      ...(codes.length === runs.length && { code: meanTable(codes, ofFunctions) }),
    },
    lines: meanLines(runs, ofSources, ofFunctions),
    quality: meanQuality(runs),
    diagnostics: [...diagnostics.values()].map(([one]) => one),
  };
}

function meanQuality(runs: readonly Analysis[]): SampleQuality {
  const all = runs.map(({ quality }) => quality);
  type Figure = {
    [Key in keyof SampleQuality]-?: SampleQuality[Key] extends number | undefined ? Key : never;
  }[keyof SampleQuality];
  /** Unknown where one of the runs does not tell it. */
  const sums = (keys: readonly Figure[], parts: number): Partial<SampleQuality> =>
    Object.fromEntries(
      keys.map((key) => {
        const sum = all.reduce((total, quality) => total + (quality[key] ?? NaN), 0);
        return [key, Number.isNaN(sum) ? undefined : sum / parts];
      }),
    );
  const times = ['duration', 'activeTime', 'idleTime', 'gcTime', 'programTime', 'compilingTime'] as const;
  return {
    ...all[0],
    runs: runs.length,
    ...sums(['samples', 'activeSamples', 'lostSamples'], 1),
    ...sums([...times, 'waitingTime', 'blockedTime', 'exactShare', 'lostFrameShare'], runs.length),
  };
}

function meanLines(runs: readonly Analysis[], ofSources: Merged, ofFunctions: Merged): LineTable {
  const tables = runs.map(({ lines }, at) => ({
    ...lines,
    source: moved(lines.source, ofSources, at),
    function: moved(lines.function, ofFunctions, at),
  }));
  const merged = mergeRows(tables.map(({ source, line }) => Array.from(line, (at, row) => `${source[row]}\0${at}`)));
  const shares = Array.from({ length: merged.count }, (_, row) =>
    runs.map(({ lines, quality }, at) => {
      const then = merged.rows[at][row];
      return then < 0 ? 0 : lines.selfTime[then] / quality.activeTime;
    }),
  );
  const { low, high } = intervalsOfMeans(shares);
  const spots = tables.map((table, at) => ({ ...table.spots, lineRow: moved(table.spots.lineRow, merged, at) }));
  const names = new Numbering<string>();
  const builtins = tables.flatMap(({ builtins: told }, at) =>
    told
      ? {
          ...told,
          lineRow: moved(told.lineRow, merged, at),
          builtin: told.builtin.map((number) => names.numberOf(told.names[number])),
          // Below 0 it says that there is no one function.
          within: told.within.map((callee) => (callee < 0 ? callee : ofFunctions.place[at][callee])),
        }
      : [],
  );
  return {
    ...meanTable(tables, merged),
    ...{ shareLow: low, shareHigh: high },
    spots: meanParts(spots, ({ column }, row) => column[row]),
    builtins:
      builtins.length < runs.length
        ? undefined
        : {
            ...meanParts<BuiltinTable>(builtins, (of, row) => `${of.builtin[row]} ${of.within[row]}`),
            names: names.list,
          },
  };
}

/** Parts of the time of lines, by line, the most time first. `keyOf`: what is the same in several runs. */
function meanParts<T extends Pick<BuiltinTable, 'lineRow' | 'selfTime'>>(
  tables: readonly T[],
  keyOf: (table: T, row: number) => string | number,
): T {
  const keys = tables.map((table) => Array.from(table.lineRow, (line, row) => `${line} ${keyOf(table, row)}`));
  const mean = meanTable(tables, mergeRows(keys));
  const { lineRow, selfTime } = mean;
  return pickRows(
    mean,
    [...lineRow.keys()].sort((a, b) => lineRow[a] - lineRow[b] || selfTime[b] - selfTime[a]),
  );
}

/** Rows of the tables of several runs as rows of one table of them all. The first run's rows keep their numbers. */
interface Merged {
  readonly count: number;
  /** For each run, where each of its rows is in the table of all. */
  readonly place: readonly Int32Array[];
  /** For each run, which of its rows each row of the table of all is; -1 for none. */
  readonly rows: readonly Int32Array[];
}

/** Rows with the same key become one. */
function mergeRows(tables: readonly (readonly string[])[]): Merged {
  const numbers = new Numbering<string>();
  const place = tables.map((keys, run) =>
    Int32Array.from(keys, (key, row) => {
      const number = numbers.numberOf(key);
      // Rows of the first run that are alike keep their numbers too.
      return run > 0 || number === row ? number : numbers.numberOf(`${key}\0${row}`);
    }),
  );
  const count = numbers.list.length;
  const rows = place.map((places) => {
    const from = new Int32Array(count).fill(NONE);
    for (let row = places.length - 1; row >= 0; row--) from[places[row]] = row;
    return from;
  });
  return { count, place, rows };
}

/** A run's column of rows of another table, as rows of the table of all runs. */
const moved = (column: Int32Array, { place }: Merged, run: number): Int32Array =>
  column.map((row) => place[run][row] ?? NONE);

/** For each row, the value of the first run that has it. */
const pickFirst = <V>(lists: readonly (readonly V[])[], { rows, count }: Merged): V[] =>
  Array.from({ length: count }, (_, row) => {
    const run = rows.findIndex((from) => from[row] >= 0);
    return lists[run][rows[run][row]];
  });

/**
 * One table of the tables of all runs: times and shares are means, counts of samples are sums, and of all else it has what the
 * first run says that has the row. A column that one of them lacks is left out.
 */
function meanTable<T extends object>(tables: readonly T[], { rows, count }: Merged): T {
  const columnsOf = (name: string): (NumberColumn | undefined)[] =>
    tables.map((table) => (table as Partial<Record<string, NumberColumn>>)[name]);
  const inAll = Object.entries(tables[0]).filter(([name]) => !columnsOf(name).includes(undefined));
  return mapColumns(Object.fromEntries(inAll) as T, (first, name) => {
    const columns = columnsOf(name) as NumberColumn[];
    const isTime = first instanceof Float64Array;
    const result = appendRows(first.subarray(0, 0), new Uint8Array(count));
    for (let row = 0; row < count; row++) {
      const values = columns.flatMap((column, run) => (rows[run][row] < 0 ? [] : column[rows[run][row]]));
      const sum = values.reduce((total, value) => total + value, 0);
      if (isTime) result[row] = sum / tables.length;
      else result[row] = name.endsWith('Samples') ? sum : values[0];
    }
    return result;
  });
}
