import type { Analysis, FunctionTable, LineTable, SampleQuality } from '../core/index.ts';
import { meanBuiltins, meanSpots } from './mean-of-parts.ts';
import { intervalsOfMeans } from './mean-intervals.ts';
import { sourceKey } from './side-table.ts';
import { meanOf } from './spread.ts';

/**
 * The mean of runs of the same code, as an analysis. Times are means, counts of samples are sums, and the intervals bound the
 * mean of many runs. Samples, tree and calls are those of the first run.
 */
export function meanOfRuns(runs: readonly Analysis[]): Analysis {
  const [first] = runs;
  if (runs.length === 1) return first;
  const merger = new RunMerger(runs);
  const functions = merger.functions();
  const lines = merger.lines();
  const known = new Set<string>();
  const diagnostics = runs
    .flatMap((run) => run.diagnostics)
    .filter((each) => {
      const key = `${each.code}\0${each.file ?? ''}`;
      return !known.has(key) && known.add(key);
    });
  // What explains a single run has rows of its tables.
  const { explained: _, ...rest } = first;
  return { ...rest, sources: merger.sources, functions, lines, quality: meanQuality(runs), diagnostics };
}

function meanQuality(runs: readonly Analysis[]): SampleQuality {
  const all = runs.map(({ quality }) => quality);
  type Figure = {
    [Key in keyof SampleQuality]-?: SampleQuality[Key] extends number | undefined ? Key : never;
  }[keyof SampleQuality];
  const mean = (key: Figure): number => meanOf(all.map((quality) => quality[key] ?? NaN));
  const known = (key: Figure): number | undefined => (Number.isNaN(mean(key)) ? undefined : mean(key));
  const sum = (key: Figure): number => mean(key) * runs.length;
  return {
    ...all[0],
    runs: runs.length,
    samples: sum('samples'),
    activeSamples: sum('activeSamples'),
    lostSamples: known('lostSamples') === undefined ? undefined : sum('lostSamples'),
    duration: mean('duration'),
    activeTime: mean('activeTime'),
    idleTime: mean('idleTime'),
    gcTime: mean('gcTime'),
    programTime: mean('programTime'),
    waitingTime: known('waitingTime'),
    blockedTime: known('blockedTime'),
    exactShare: mean('exactShare'),
    lostFrameShare: mean('lostFrameShare'),
  };
}

/** A row of the merged table, and which row it is in each run; -1 for none. */
interface Merged {
  readonly rows: readonly Int32Array[];
  readonly count: number;
}

/** Finds the rows of all runs that are the same source, function or line. The first run's rows keep their numbers. */
class RunMerger {
  readonly sources: Analysis['sources'];
  readonly #sourceOf: readonly Int32Array[];
  readonly #functions: Merged;
  readonly #functionOf: readonly Int32Array[];

  constructor(private readonly runs: readonly Analysis[]) {
    const sources = mergeRows(runs.map((run) => run.sources.map((source) => sourceKey(source, run))));
    this.#sourceOf = sources.place;
    this.sources = columnsOf(sources.merged, runs).first((run, row) => run.sources[row]);
    const functions = mergeRows(
      runs.map((run, at) =>
        run.functions.name.map((name, row) => {
          const { source, line, column, category } = run.functions;
          return `${name}\0${this.#source(at, source[row])}\0${line[row]}\0${column[row]}\0${category[row]}`;
        }),
      ),
    );
    this.#functions = functions.merged;
    this.#functionOf = functions.place;
  }

  functions(): FunctionTable {
    const tables = this.runs.map((run) => run.functions);
    const { first, sum, mean } = columnsOf(this.#functions, tables);
    return {
      name: first(({ name }, row) => name[row]),
      source: Int32Array.from(first(({ source }, row, at) => this.#source(at, source[row]))),
      line: Int32Array.from(first(({ line }, row) => line[row])),
      column: Int32Array.from(first(({ column }, row) => column[row])),
      category: Uint8Array.from(first(({ category }, row) => category[row])),
      selfTime: mean(({ selfTime }) => selfTime),
      totalTime: mean(({ totalTime }) => totalTime),
      selfSamples: Uint32Array.from(sum(({ selfSamples }) => selfSamples)),
      totalSamples: Uint32Array.from(sum(({ totalSamples }) => totalSamples)),
      ...this.#code(tables),
    };
  }

  #code(tables: readonly FunctionTable[]): Pick<FunctionTable, 'code'> {
    const codes = tables.flatMap(({ code }) => code ?? []);
    if (codes.length < tables.length) return {};
    const { first, mean } = columnsOf(this.#functions, codes);
    const code = {
      interpreter: mean(({ interpreter }) => interpreter),
      baseline: mean(({ baseline }) => baseline),
      maglev: mean(({ maglev }) => maglev),
      turbofan: mean(({ turbofan }) => turbofan),
      optimised: Uint32Array.from(first(({ optimised }, row) => optimised[row])),
      bytecode: Uint32Array.from(first(({ bytecode }, row) => bytecode[row])),
      ...(codes.every(({ thrownOut }) => thrownOut) && {
        thrownOut: Uint32Array.from(first(({ thrownOut }, row) => thrownOut?.[row] ?? 0)),
        thrownOutBy: Uint32Array.from(first(({ thrownOutBy }, row) => thrownOutBy?.[row] ?? 0)),
      }),
    };
    return { code };
  }

  lines(): LineTable {
    const runs = this.runs;
    const { merged, place } = mergeRows(
      runs.map(({ lines }, at) =>
        Array.from(lines.line, (line, row) => `${this.#source(at, lines.source[row])}\0${line}`),
      ),
    );
    const tables = runs.map((run) => run.lines);
    const { first, sum, mean } = columnsOf(merged, tables);
    const shares = Array.from({ length: merged.count }, (_, row) =>
      runs.map((run, at) => {
        const then = merged.rows[at][row];
        return then < 0 ? 0 : run.lines.selfTime[then] / run.quality.activeTime;
      }),
    );
    const { low, high } = intervalsOfMeans(shares);
    return {
      ...runs[0].lines,
      source: Int32Array.from(first(({ source }, row, at) => this.#source(at, source[row]))),
      line: Int32Array.from(first(({ line }, row) => line[row])),
      function: Int32Array.from(first((table, row, at) => this.#functionOf[at][table.function[row]] ?? -1)),
      selfTime: mean(({ selfTime }) => selfTime),
      totalTime: mean(({ totalTime }) => totalTime),
      selfSamples: Uint32Array.from(sum(({ selfSamples }) => selfSamples)),
      gcTime: mean(({ gcTime }) => gcTime),
      ...(tables.every(({ optimisedTime }) => optimisedTime) && {
        optimisedTime: mean(({ optimisedTime = new Float64Array() }) => optimisedTime),
      }),
      shareLow: low,
      shareHigh: high,
      precision: Uint8Array.from(first(({ precision }, row) => precision[row])),
      ...this.#reasons(merged),
      spots: meanSpots(tables, place),
      builtins: meanBuiltins(tables, place, this.#functionOf),
    };
  }

  #reasons(merged: Merged): Pick<LineTable, 'reason' | 'reasons'> {
    const reasons: string[] = [...this.runs[0].lines.reasons];
    const tables = this.runs.map((run) => run.lines);
    const reason = columnsOf(merged, tables).first((lines, row, at) => {
      const text = lines.reasons[lines.reason[row]];
      // The first run's reasons keep their numbers, some of which have a meaning.
      if (at === 0 || text === undefined) return lines.reason[row];
      const known = reasons.indexOf(text);
      return known >= 0 ? known : reasons.push(text) - 1;
    });
    return { reason: Int32Array.from(reason), reasons };
  }

  #source(run: number, row: number): number {
    return this.#sourceOf[run][row] ?? -1;
  }
}

/** Rows of several tables with the same key become one. `place`: for each table, where each of its rows is now. */
function mergeRows(tables: readonly (readonly string[])[]): { merged: Merged; place: Int32Array[] } {
  const rowOf = new Map<string, number>();
  let count = tables[0].length;
  tables[0].forEach((key, row) => rowOf.has(key) || rowOf.set(key, row));
  const place = tables.map((keys, table) =>
    Int32Array.from(keys, (key, row) => {
      if (table === 0) return row;
      const known = rowOf.get(key);
      if (known !== undefined) return known;
      rowOf.set(key, count);
      return count++;
    }),
  );
  const rows = place.map((places) => {
    const from = new Int32Array(count).fill(-1);
    for (let row = places.length - 1; row >= 0; row--) from[places[row]] = row;
    return from;
  });
  return { merged: { rows, count }, place };
}

/** For each merged row of a table of all runs: what the first run that has it says, and sums and means over the runs. */
function columnsOf<T>({ rows, count }: Merged, tables: readonly T[]) {
  const first = <V>(get: (table: T, row: number, run: number) => V): V[] =>
    Array.from({ length: count }, (_, row) => {
      const at = rows.findIndex((from) => from[row] >= 0);
      return get(tables[at], rows[at][row], at);
    });
  const sum = (get: (table: T) => ArrayLike<number>): Float64Array => {
    const columns = tables.map(get);
    return Float64Array.from({ length: count }, (_, row) =>
      columns.reduce((all, column, at) => (rows[at][row] < 0 ? all : all + column[rows[at][row]]), 0),
    );
  };
  const mean = (get: (table: T) => ArrayLike<number>): Float64Array => sum(get).map((all) => all / tables.length);
  return { first, sum, mean };
}
