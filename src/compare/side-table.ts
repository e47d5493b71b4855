import {
  type Analysis,
  Category,
  groupPackages,
  type Measured,
  type OneBasedLine,
  type Source,
  UNKNOWN_COLUMN,
  type ZeroBasedColumn,
} from '../core/index.ts';
import type { ActiveTimes } from './judge-rows.ts';
import { meanOf } from './spread.ts';
import type { Sides } from './tell-rows-apart.ts';

/** The parts of an analysis that are needed to compare runs. */
export type ComparableRun = Pick<
  Analysis,
  'sources' | 'lines' | 'functions' | 'quality' | 'facts' | 'marked' | 'marks'
>;

/** One line or function of a side, with its time in each of the side's runs. */
export interface SideRow {
  /** Key of its source; empty where it has none. */
  readonly source: string;
  /** 0 unknown; of a function, where it is defined. */
  readonly line: OneBasedLine;
  /** Where a function begins in its line; -1 for lines. */
  readonly column: ZeroBasedColumn;
  /** Of the function. */
  readonly name: string;
  readonly category: Category;
  /** Self time in microseconds, run by run. */
  readonly times: number[];
  /** Its row in the table of the first run, if it is there. */
  readonly row: number | undefined;
}

/** A package of a side by its name, whichever its version and however many copies of it there are. */
export interface SidePackage {
  /** Undefined for own code outside of packages, and where the package is unknown. */
  readonly name: string | undefined;
  readonly isOwn: boolean;
  readonly versions: Set<string>;
  /** Self time in microseconds, run by run. */
  readonly times: number[];
}

/** All runs of one side in one table. */
export interface SideTable extends Measured {
  readonly sources: ReadonlyMap<string, Source>;
  readonly lines: readonly SideRow[];
  readonly functions: readonly SideRow[];
  readonly packages: readonly SidePackage[];
  /** Active time in microseconds, run by run. */
  readonly active: readonly number[];
  /** How much one sample stands for in each run, in the unit that was measured. */
  readonly sampleTimes: readonly number[];
}

/** Puts runs of the same code into one table. */
export function buildSide(runs: readonly ComparableRun[]): SideTable {
  const sources = new Map<string, Source>();
  const lines = new Map<string, SideRow>();
  const functions = new Map<string, SideRow>();
  const packages = new Map<string, SidePackage>();
  runs.forEach((run, at) => {
    const keys = run.sources.map((source) => sourceKey(source, run));
    keys.forEach((key, row) => sources.has(key) || sources.set(key, run.sources[row]));
    const addTo =
      (sums: Map<string, SideRow>, selfTime: Float64Array): Add =>
      (key, row, made) => {
        const sum = sums.get(key) ?? { ...made, times: runs.map(() => 0), row: at === 0 ? row : undefined };
        sum.times[at] += selfTime[row];
        sums.set(key, sum);
      };
    addLines(run, keys, addTo(lines, run.lines.selfTime));
    addFunctions(run, keys, addTo(functions, run.functions.selfTime));
    for (const { package: { name, version } = {}, isOwn, selfTime } of groupPackages(run).rows) {
      const key = packageKey({ name, isOwn });
      const sum = packages.get(key) ?? { name, isOwn, versions: new Set(), times: runs.map(() => 0) };
      sum.times[at] += selfTime;
      if (version !== undefined) sum.versions.add(version);
      packages.set(key, sum);
    }
  });
  return {
    valueName: runs[0].quality.valueName,
    value: runs[0].quality.value,
    sources,
    lines: [...lines.values()],
    functions: [...functions.values()],
    packages: [...packages.values()],
    active: runs.map(({ quality }) => quality.activeTime),
    sampleTimes: runs.map(({ quality }) =>
      // Samples of a thread that waits for a core count as active and have no time.
      Math.max(
        quality.value ? 0 : (quality.requestedInterval ?? 0) * (quality.keptOneIn ?? 1),
        quality.activeTime / Math.max(1, quality.activeSamples),
      ),
    ),
  };
}

/** The active times of both sides. */
export const activeTimesOf = ({ before, after }: Sides<SideTable>): ActiveTimes => ({
  before: before.active,
  after: after.active,
  sampleTime: meanOf([...before.sampleTimes, ...after.sampleTimes]),
});

type Add = (key: string, row: number, made: Omit<SideRow, 'times' | 'row'>) => void;

function addLines({ lines, functions }: ComparableRun, keys: readonly string[], add: Add): void {
  for (let row = 0; row < lines.line.length; row++) {
    const [source, line, of] = [keys[lines.source[row]] ?? '', lines.line[row], lines.function[row]];
    if (source === '' || line < 1) continue;
    const category = of < 0 ? Category.own : (functions.category[of] as Category);
    add(`${source}\0${line}`, row, {
      ...{ source, line, column: UNKNOWN_COLUMN, category },
      name: functions.name[of] ?? '',
    });
  }
}

function addFunctions({ functions }: ComparableRun, keys: readonly string[], add: Add): void {
  for (let row = 0; row < functions.name.length; row++) {
    const category = functions.category[row] as Category;
    if (category === Category.idle || category === Category.root) continue;
    const [source, line, name] = [keys[functions.source[row]] ?? '', functions.line[row], functions.name[row]];
    const column = functions.column[row];
    add(`${source}\0${name}\0${line}:${column}`, row, { source, line, column, name, category });
  }
}

/** Identifies a package on both sides. */
export const packageKey = ({ name = '', isOwn }: Pick<SidePackage, 'name' | 'isOwn'>): string => `${isOwn} ${name}`;

/**
 * The name of a source on every machine and in every checkout: its path from the folder in which the program ran, or from the
 * outermost node_modules that it is in, below which several versions of a package may be.
 */
export function sourceKey({ path, isFile }: Source, { facts }: Pick<ComparableRun, 'facts'>): string {
  const plain = path.replaceAll('\\', '/');
  if (!isFile) return plain;
  const cwd = facts.cwd?.replaceAll('\\', '/').replace(/\/$/, '');
  if (cwd !== undefined && plain.startsWith(`${cwd}/`)) return plain.slice(cwd.length + 1);
  const module = plain.indexOf('/node_modules/');
  return module < 0 ? plain : plain.slice(module + 1);
}
