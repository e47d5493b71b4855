import type { ComparableRun } from '../../../src/compare/index.ts';
import { sourceKey } from '../../../src/compare/side-table.ts';

/** Lines of a program, as `source:line`. */
export type LineKeys = ReadonlySet<string>;

/** The key of a row of the line table. */
export const keyOfLine = (run: ComparableRun, row: number): string => {
  const source = run.sources.at(run.lines.source[row]);
  return `${source ? sourceKey(source, run) : ''}:${run.lines.line[row]}`;
};

/** Share of active time of each line in each run. */
export const sharesOfLines = (runs: readonly ComparableRun[]): ReadonlyMap<string, readonly number[]> =>
  sharesOf(runs, 'lines', (run, row) => (run.lines.source[row] < 0 ? undefined : keyOfLine(run, row)));

function sharesOf(
  runs: readonly ComparableRun[],
  table: 'lines' | 'functions',
  keyOf: (run: ComparableRun, row: number) => string | undefined,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  runs.forEach((run, at) => {
    run[table].selfTime.forEach((time, row) => {
      const key = keyOf(run, row);
      if (key === undefined) return;
      const shares = found.get(key) ?? runs.map(() => 0);
      shares[at] += time / run.quality.activeTime;
      found.set(key, shares);
    });
  });
  return found;
}

export const mean = (values: readonly number[] = []): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Mean share of active time of each line over runs. */
export const meanShares = (runs: readonly ComparableRun[]): ReadonlyMap<string, number> =>
  new Map([...sharesOfLines(runs)].map(([key, shares]) => [key, mean(shares)]));

/**
 * The line whose share is nearest to one that is asked for, above or below by no more than a quarter; where there is none,
 * as with 20 % in a large program, as many of its hottest lines as make it up, which are slowed down as one.
 */
export function linesOfShare(shares: ReadonlyMap<string, number>, wanted: number): LineKeys {
  const sorted = [...shares].sort((a, b) => b[1] - a[1]);
  const [nearest] = [...sorted].sort((a, b) => Math.abs(a[1] - wanted) - Math.abs(b[1] - wanted));
  if (Math.abs(nearest[1] - wanted) <= wanted / 4) return new Set([nearest[0]]);
  const found = new Set<string>();
  let sum = 0;
  for (const [key, share] of sorted) {
    if (sum + share > wanted * 1.25) continue;
    found.add(key);
    if ((sum += share) >= wanted * 0.9) break;
  }
  return found;
}

/**
 * The same run as if some lines had taken `factor` times as long. More than one are put together as one line, the hottest
 * of them, in every run, slowed down or not (`factor` 1).
 */
export function slowDown(run: ComparableRun, keys: LineKeys, factor: number): ComparableRun {
  const [first] = keys;
  const selfTime = run.lines.selfTime.slice();
  const ofFunctions = run.functions.selfTime.slice();
  let into = -1;
  let added = 0;
  for (let row = 0; row < selfTime.length; row++) if (keyOfLine(run, row) === first) into = row;
  if (into < 0) return run;
  for (let row = 0; row < selfTime.length; row++) {
    if (!keys.has(keyOfLine(run, row))) continue;
    const extra = run.lines.selfTime[row] * (factor - 1);
    added += extra;
    ofFunctions[run.lines.function[row]] += extra;
    if (row !== into) {
      selfTime[into] += run.lines.selfTime[row] * factor;
      selfTime[row] = 0;
    } else selfTime[into] += extra;
  }
  return {
    ...run,
    lines: { ...run.lines, selfTime },
    functions: { ...run.functions, selfTime: ofFunctions },
    quality: { ...run.quality, activeTime: run.quality.activeTime + added },
  };
}

/** Lines and functions with a smaller mean share are left out: comparisons do not judge them, and there are thousands. */
const RARE = 0.001;

/** The same runs without rare lines and functions. */
export function withoutRareRows(runs: readonly ComparableRun[]): ComparableRun[] {
  const keyOfFunction = ({ functions }: ComparableRun, row: number): string =>
    `${functions.name[row]}:${functions.line[row]}:${functions.column[row]}`;
  const [lineShares, functionShares] = [sharesOfLines(runs), sharesOf(runs, 'functions', keyOfFunction)];
  const isRare = (shares: readonly number[] | undefined): boolean => !(mean(shares) >= RARE);
  return runs.map((run) => {
    const { functions, lines } = run;
    const kept = [...functions.name.keys()].filter((row) => !isRare(functionShares.get(keyOfFunction(run, row))));
    const place = new Map(kept.map((row, at) => [row, at]));
    const rows = [...lines.line.keys()].filter((row) => !isRare(lineShares.get(keyOfLine(run, row))));
    const owner = Int32Array.from(rows, (row) => place.get(lines.function[row]) ?? -1);
    return { ...run, functions: pickRows(functions, kept), lines: { ...pickRows(lines, rows), function: owner } };
  });
}

/** A table with only these rows of its columns. */
function pickRows<T extends object>(table: T, rows: readonly number[]): T {
  const kept = new Set(rows);
  const columns = Object.entries(table).map(([name, column]: [string, unknown]) => {
    if (name === 'name') return [name, (column as string[]).filter((_, row) => kept.has(row))];
    return [name, ArrayBuffer.isView(column) ? (column as Float64Array).filter((_, row) => kept.has(row)) : column];
  });
  return Object.fromEntries(columns) as T;
}
