import type { ChangedRow, ComparisonFinding, RunComparison } from '../../compare/index.ts';
import { type Analysis, Category } from '../../core/index.ts';
import type { Compared } from './changes-store.ts';

/** More rows of a table are not shown: the biggest are first. */
const shownAtMost = 100;

/** What a comparison has to say besides the whole: the clear changes by size, what was noticed, and whether more runs would tell. */
export function findChanges({ comparison, view }: Pick<Compared, 'comparison' | 'view'>) {
  const { runs, findings } = comparison;
  const isSingle = Math.min(runs.before, runs.after) < 2;
  const [lines, functions] = [clearRows(comparison.lines), clearRows(comparison.functions)];
  const isUnclear = lines.length + functions.length === 0;
  return {
    lines,
    functions,
    /** No line and no function changed clearly, though there are runs enough to see it. */
    isUnclear: isUnclear && !isSingle,
    /** The biggest change of own code that a few more runs would make clear. */
    likely: comparison.lines.find(({ category, runsToTell }) => category === Category.own && runsToTell !== undefined),
    findings: findings.filter((finding) => !isOfAll(finding)),
    wantsRuns: isUnclear && !ranByItself(view.analysis),
  };
}

/** Whether Heatline did not start what a recording is of, and cannot run it again. */
export const ranByItself = ({ facts }: Pick<Analysis, 'facts'>): boolean =>
  facts.attached === true || facts.merged === true;

/** Whether a finding is about the whole comparison, and is told above the rows, where it can be read whole. */
export const isOfAll = ({ code }: ComparisonFinding): boolean => code !== 'text-unknown';

/** Rows that changed clearly, as far as they are shown. */
export const clearRows = (rows: readonly ChangedRow[]): ChangedRow[] =>
  rows.filter(({ verdict }) => verdict !== 'unclear').slice(0, shownAtMost);

/** How rows of an analysis changed, by their numbers in its tables. */
export interface ChangeIndex {
  /** Of rows of the line table; a line with little time has none. */
  readonly ofLine: ReadonlyMap<number, ChangedRow>;
  readonly ofFunction: ReadonlyMap<number, ChangedRow>;
}

/** Finds the rows of a comparison by those of the later side: its mean has those of its first run. */
export const indexChanges = ({ lines, functions }: RunComparison): ChangeIndex => ({
  ofLine: byRow(lines),
  ofFunction: byRow(functions),
});

const byRow = (changes: readonly ChangedRow[]): ReadonlyMap<number, ChangedRow> =>
  new Map(changes.flatMap((change) => (change.row === undefined ? [] : [[change.row, change]])));
