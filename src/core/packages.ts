import { type Analysis, Category } from './analysis.ts';
import { groupRows } from './group-rows.ts';
import type { NpmPackage } from './mapping.ts';
import { callThatAsked } from './nearest-calls.ts';
import { totalTimes } from './sum-tree.ts';
import { type FunctionIndex, type LineIndex, type Microseconds, NONE } from './units.ts';

/** A package with time of its own. Times in microseconds. */
export interface PackageSelf {
  /** Undefined for own code outside of any package, and for what nothing tells the package of. */
  readonly package: NpmPackage | undefined;
  readonly isOwn: boolean;
  readonly selfTime: Microseconds;
  readonly selfSamples: number;
}

/** Which package is each function of? */
export interface PackageIndex<Row extends PackageSelf = PackageSelf> {
  /** The most self time first. */
  readonly rows: readonly Row[];
  /** Index into `rows` for each function; -1 for Node's own code and what is no code. */
  readonly ofFunction: Int32Array;
}

/** Who asked for most of a package's self time: the nearest own code, else the package that called it first. */
export interface PackageAsker {
  readonly caller: FunctionIndex;
  /** Row of `lines`; -1 where the call site is not known. */
  readonly line: LineIndex;
  /** The part of the self time that it asked for. */
  readonly time: Microseconds;
}

export interface PackageTime extends PackageSelf {
  /** With all that it calls, once for each stack. NaN for the mean of several runs, which has the stacks of one. */
  readonly totalTime: Microseconds;
  readonly asker: PackageAsker | undefined;
}

/** Groups functions by the package of their source, and adds up their self times. */
export function groupPackages({ sources, functions }: Pick<Analysis, 'sources' | 'functions'>): PackageIndex {
  const groups = new Map<string, { -readonly [Key in keyof PackageSelf]: PackageSelf[Key] }>();
  const groupOf = functions.name.map((_, fn) => {
    const category = functions.category[fn];
    if (category !== Category.own && category !== Category.dependency) return undefined;
    const isOwn = isOwnCode(functions, fn);
    const known = sources[functions.source[fn]]?.package;
    const key = `${isOwn} ${known?.folder ?? ''}`;
    const group = groups.get(key) ?? { package: known, isOwn, selfTime: 0, selfSamples: 0 };
    groups.set(key, group);
    group.selfTime += functions.selfTime[fn];
    group.selfSamples += functions.selfSamples[fn];
    return group;
  });
  const rows = [...groups.values()].sort((a, b) => b.selfTime - a.selfTime);
  const place = new Map(rows.map((row, at) => [row, at]));
  return { rows, ofFunction: Int32Array.from(groupOf, (group) => (group && place.get(group)) ?? NONE) };
}

/** Code that was evaluated without a name counts as own elsewhere, but may be anybody's: of tapable's hooks it is tapable's. */
const isOwnCode = ({ category, source }: Analysis['functions'], fn: FunctionIndex): boolean =>
  category[fn] === Category.own && source[fn] >= 0;

type Summed = Pick<Analysis, 'sources' | 'functions' | 'tree' | 'quality'>;

/** Adds up time by package, and finds who asked for it. Walks over the call tree once. */
export function sumPackages(analysis: Summed): PackageIndex<PackageTime> {
  const { rows, ofFunction } = groupPackages(analysis);
  const { totals, askers } = walk(analysis, rows, ofFunction);
  const isMean = (analysis.quality.runs ?? 1) > 1;
  const sum = (row: PackageSelf, at: number): PackageTime => ({
    ...row,
    totalTime: isMean ? NaN : totals[at],
    asker: askers[at],
  });
  return { rows: rows.map(sum), ofFunction };
}

/** The dependencies with at least a part of active time, the most self time first. */
export function hottestPackages(analysis: Summed, least: number): readonly PackageTime[] {
  const enough = ({ isOwn, selfTime }: PackageTime): boolean =>
    !isOwn && selfTime > 0 && selfTime >= analysis.quality.activeTime * least;
  return sumPackages(analysis).rows.filter(enough);
}

/** Depth first, so that it is known at each node which packages are on the stack. */
function walk({ functions, tree }: Summed, rows: readonly PackageSelf[], ofFunction: Int32Array) {
  const { parent, selfTime, function: functionOf } = tree;
  const totalTime = totalTimes(tree);
  const children = groupRows(parent, parent.length);
  const kinds = functions.category.map((kind, fn) =>
    kind === Category.own && !isOwnCode(functions, fn) ? Category.native : kind,
  );
  const isOfOwn = (call: number): boolean => call >= 0 && kinds[functionOf[parent[call]]] === Category.own;
  const totals = new Float64Array(rows.length);
  const outermost = new Int32Array(rows.length).fill(NONE);
  const asked = rows.map(() => new Map<string, PackageAsker>());
  const enter = (node: number): void => {
    const row = ofFunction[functionOf[node]];
    if (row < 0) return;
    if (outermost[row] < 0) {
      outermost[row] = node;
      totals[row] += totalTime[node];
    }
    if (rows[row].isOwn || !(selfTime[node] > 0)) return;
    const nearest = callThatAsked(tree, kinds, node);
    const call = isOfOwn(nearest) ? nearest : callThatAsked(tree, kinds, outermost[row]);
    if (call < 0) return;
    const [caller, line] = [functionOf[parent[call]], tree.callLine?.[call] ?? NONE];
    const key = line >= 0 ? `line ${line}` : `${caller}`;
    asked[row].set(key, { caller, line, time: selfTime[node] + (asked[row].get(key)?.time ?? 0) });
  };
  // A node is entered when it is met first, and left when it is met again behind its children.
  const waiting = parent.length > 0 ? [0] : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next < 0) {
      const row = ofFunction[functionOf[~next]];
      if (row >= 0 && outermost[row] === ~next) outermost[row] = NONE;
      continue;
    }
    enter(next);
    waiting.push(~next);
    for (let at = children.first[next]; at < children.first[next + 1]; at++) waiting.push(children.rows[at]);
  }
  const askers = asked.map((times) => [...times.values()].sort((a, b) => b.time - a.time).at(0));
  return { totals, askers };
}

/** The time in functions of each source, by its path. */
export function timeBySource({ functions, sources }: Pick<Analysis, 'functions' | 'sources'>) {
  const timeOf = new Map<string | undefined, Microseconds>();
  functions.source.forEach((source, row) => {
    const path = sources.at(source)?.path;
    if (source >= 0) timeOf.set(path, (timeOf.get(path) ?? 0) + functions.selfTime[row]);
  });
  return timeOf;
}
