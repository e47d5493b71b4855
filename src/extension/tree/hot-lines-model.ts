import { type Analysis, Category, type SampleLabel, type ThreadId, type TimeRange } from '../../core/index.ts';
import type { AnalysisIndex } from '../analysis/analysis-index.ts';

/** A row of the *Hot Lines* tree. */
export type HotNode =
  | { readonly kind: 'files' }
  | { readonly kind: 'functions' }
  | { readonly kind: 'packages' }
  /** Row of the packages of the index. */
  | { readonly kind: 'package'; readonly row: number }
  | { readonly kind: 'file'; readonly source: number }
  | { readonly kind: 'line'; readonly row: number }
  | { readonly kind: 'function'; readonly row: number }
  /** Only a part of the time is shown. */
  | { readonly kind: 'range'; readonly range: TimeRange }
  /** Only what the program marks is shown. */
  | { readonly kind: 'marks' }
  /** Only samples with labels are shown. */
  | { readonly kind: 'labels'; readonly labels: readonly SampleLabel[] }
  | { readonly kind: 'threads' }
  /** All threads together, or the one with this number. */
  | { readonly kind: 'thread'; readonly id?: ThreadId }
  /** So many more that are not shown. */
  | { readonly kind: 'more'; readonly count: number }
  /** Only code that is not the user's own has time, and it is hidden. */
  | { readonly kind: 'dependenciesOnly' }
  /** The user's own functions have time, and none of their lines is known. */
  | { readonly kind: 'linesUnknown' }
  /** No line has time. */
  | { readonly kind: 'nothing' };

/** At most so many children below one node: what is beyond is not hot. */
export const shownAtMost = 100;

type Indexed = { readonly analysis: Analysis; readonly index: AnalysisIndex };

export const filesNode: HotNode = { kind: 'files' };

/** The groups at the top: lines, functions, packages where dependencies ran, and threads where there are several; first of all, which part of the time it is. */
export function rootNodes({ analysis }: Pick<Indexed, 'analysis'>): HotNode[] {
  const { range, marked, labels } = analysis;
  const ofPart: HotNode | undefined = range ? { kind: 'range', range } : marked?.shown && { kind: 'marks' };
  const { category, selfTime } = analysis.functions;
  const hasPackages = category.some((of, row) => of === Category.dependency && selfTime[row] > 0);
  const ofLabels: HotNode[] = labels ? [{ kind: 'labels', labels }] : [];
  const groups: HotNode[] = [...(ofPart ? [ofPart] : []), ...ofLabels, filesNode, { kind: 'functions' }];
  if (hasPackages) groups.push({ kind: 'packages' });
  return analysis.threads.length > 1 ? [...groups, { kind: 'threads' }] : groups;
}

/** All threads together, then each in the recording's order. */
export function threadNodes({ analysis }: Pick<Indexed, 'analysis'>): HotNode[] {
  return limited([{ kind: 'thread' }, ...analysis.threads.map(({ id }): HotNode => ({ kind: 'thread', id }))]);
}

/** Files with time, the hottest first; only own code unless `all`. Where there are none, a row that says why. */
export function fileNodes({ analysis, index }: Indexed, all: boolean): HotNode[] {
  const sources = analysis.sources
    .map((_, source) => source)
    .filter((source) => index.selfOfSource[source] > 0 && (all || index.categoryOfSource[source] === Category.own))
    .sort((a, b) => index.selfOfSource[b] - index.selfOfSource[a]);
  if (sources.length > 0) return limited(sources.map((source): HotNode => ({ kind: 'file', source })));
  const { category, selfTime } = analysis.functions;
  if (category.some((of, row) => of === Category.own && selfTime[row] > 0)) return [{ kind: 'linesUnknown' }];
  const isAnyHidden = !all && index.selfOfSource.some((time) => time > 0);
  return [{ kind: isAnyHidden ? 'dependenciesOnly' : 'nothing' }];
}

/** Lines of a file, the hottest first. */
export function lineNodes({ analysis, index }: Indexed, source: number): HotNode[] {
  const rows = index.linesOfSource[source].filter((row) => analysis.lines.selfTime[row] > 0);
  return limited(rows.map((row): HotNode => ({ kind: 'line', row })));
}

/** Functions by self time; only own code unless `all`. */
export function functionNodes({ analysis, index }: Indexed, all: boolean): HotNode[] {
  const rows = index.hottestFunctions.filter(
    (row) => analysis.functions.totalTime[row] > 0 && (all || analysis.functions.category[row] === Category.own),
  );
  return limited(rows.map((row): HotNode => ({ kind: 'function', row })));
}

/** Packages with time, own code's too, the hottest first. */
export function packageNodes({ index }: Indexed): HotNode[] {
  const { rows } = index.packages();
  return limited([...rows.keys()].filter((row) => rows[row].selfTime > 0).map((row) => ({ kind: 'package', row })));
}

/** The functions of a package that have time, the hottest first. */
export function functionsOfPackage({ analysis, index }: Indexed, of: number): HotNode[] {
  const { ofFunction } = index.packages();
  const rows = index.hottestFunctions.filter((row) => ofFunction[row] === of && analysis.functions.totalTime[row] > 0);
  return limited(rows.map((row): HotNode => ({ kind: 'function', row })));
}

function limited(nodes: HotNode[]): HotNode[] {
  if (nodes.length <= shownAtMost) return nodes;
  return [...nodes.slice(0, shownAtMost), { kind: 'more', count: nodes.length - shownAtMost }];
}
