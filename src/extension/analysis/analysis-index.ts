import * as path from 'node:path';
import {
  type Analysis,
  type Answer,
  Category,
  categoryOfSource as categoryByPath,
  findAnswer,
  isTestRun,
  type Microseconds,
  type PackageIndex,
  type PackageTime,
  type Share,
  shareOf,
  sumPackages,
} from '../../core/index.ts';

/** Look-ups into an analysis that the editor asks for all the time, made once. Rows are rows of its tables. */
export type AnalysisIndex = Readonly<ReturnType<typeof buildIndex>>;

/** A line with less than this share of active time is not what the program is slow for. */
const NOTABLE_SHARE = 0.01;
/** Where all lines are that cool, one with less than this part of the hottest line's time. */
const NOTABLE_PART = 0.1;

/** Builds the look-ups in one pass over each table. */
export function buildIndex(analysis: Analysis) {
  const { lines, functions, sources } = analysis;
  const hottestLines = sortedBy(rowsOf(lines.line.length), lines.selfTime);
  const linesOfSource = group(hottestLines, lines.source, sources.length);
  const selfOfSource = new Float64Array(sources.length);
  for (const row of hottestLines) if (lines.source[row] >= 0) selfOfSource[lines.source[row]] += lines.selfTime[row];
  const files = sources.flatMap(({ path: file, isFile }, row) =>
    isFile ? [[comparablePath(file), row] as const] : [],
  );
  const byPlace = rowsOf(functions.name.length).sort((a, b) => functions.line[a] - functions.line[b]);
  // Of a package's module only lines may be known: none of its functions begins in that file.
  const categoryOfSource = Uint8Array.from(sources, categoryByPath);
  for (const row of byPlace)
    if (functions.source[row] >= 0) categoryOfSource[functions.source[row]] = functions.category[row];
  const most = hottestLines.length === 0 ? 0 : lines.selfTime[hottestLines[0]];
  const leastTime = Math.min(most * NOTABLE_PART, analysis.quality.activeTime * NOTABLE_SHARE);
  // Of a part of the time in which nothing was active no line is hot, though lines may have been blocked in it.
  const isHot = (row: number): boolean => lines.selfTime[row] > 0 && lines.selfTime[row] >= leastTime;
  const hottestIn = (category: Category): number | undefined =>
    hottestLines.find((row) => categoryOfSource[lines.source[row]] === category && isHot(row));
  const hottestOwnLine = hottestIn(Category.own);
  let found: Answer | undefined;
  const answer = (): Answer | undefined => (found ??= findAnswer(analysis));
  let packages: PackageIndex<PackageTime> | undefined;
  return {
    /** Where most of the time goes, found when it is first asked for; undefined where nothing took any. */
    answer,
    /**
     * What heat of own code is a share of, where that is not active time: of a run of tests, most of which is the runner's,
     * the time in or below own code.
     */
    ownWhole: (isTestRun(analysis) && answer()?.ownTime) || undefined,
    /** Rows of the line table of each source, the hottest first. */
    linesOfSource,
    /** Rows of the function table of each source, the first line first. */
    functionsOfSource: group(byPlace, functions.source, sources.length),
    hottestLines,
    /** The hottest line of own code that is not negligible. */
    hottestOwnLine,
    /** The line that is shown first: the hottest of own code, else of dependencies, else of all; negligible ones do not count. */
    hottestLine: hottestOwnLine ?? hottestIn(Category.dependency) ?? hottestLines.at(0),
    /** All functions with a place in a source, or with time, the hottest (self time) first. */
    hottestFunctions: sortedBy(rowsOf(functions.name.length), functions.selfTime).filter(
      (row) => functions.category[row] <= Category.native,
    ),
    /** The source of each file, by its comparable path: of several, the first. */
    sourceOfPath: new Map(files.toReversed()),
    /** Time by package, added up when it is first asked for. */
    packages: () => (packages ??= sumPackages(analysis)),
    selfOfSource,
    /** Whose code each source is, by the functions in it. */
    categoryOfSource,
  };
}

/** An analysis with its look-ups. */
export interface Indexed {
  readonly analysis: Analysis;
  readonly index: AnalysisIndex;
}

/** How hot is code of a category? Its time as a share of active time or, of own code that tests ran, of `ownWhole`. */
export function heatShare({ analysis, index }: Indexed, category: number, time: Microseconds): Share {
  if (category !== Category.own || index.ownWhole === undefined) return shareOf(analysis, time);
  // What a line calls may call back into the runner.
  return Math.min(1, time / index.ownWhole);
}

/** The same for a line (row). */
export const heatOfLine = (view: Indexed, row: number, time: Microseconds): Share =>
  heatShare(view, view.index.categoryOfSource[view.analysis.lines.source[row]], time);

/** The form in which paths of files are compared: Windows does not tell upper from lower case. */
export const comparablePath = (file: string): string =>
  process.platform === 'win32' ? path.normalize(file).toLowerCase() : path.normalize(file);

/**
 * The functions that an editor's cursor is in: those with samples on the line, else those defined on
 * it, else the last one that begins above it. `line` is 1-based.
 */
export function functionsAt(analysis: Analysis, index: AnalysisIndex, source: number, line: number): number[] {
  const { lines, functions } = analysis;
  const sampled = index.linesOfSource[source].filter((row) => lines.line[row] === line && lines.function[row] >= 0);
  if (sampled.length > 0) return [...new Set(sampled.map((row) => lines.function[row]))];
  const upTo = index.functionsOfSource[source].filter((row) => functions.line[row] > 0 && functions.line[row] <= line);
  const here = upTo.filter((row) => functions.line[row] === line);
  return here.length > 0 ? here : upTo.slice(-1);
}

const rowsOf = (length: number): number[] => Array.from({ length }, (_, row) => row);

const sortedBy = (rows: number[], values: Float64Array): number[] => [...rows].sort((a, b) => values[b] - values[a]);

function group(rows: readonly number[], source: Int32Array, sources: number): number[][] {
  const groups: number[][] = Array.from({ length: sources }, () => []);
  for (const row of rows) groups[source[row]]?.push(row);
  return groups;
}
