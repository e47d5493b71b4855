import type { ChangedRow, RunComparison } from '../../compare/index.ts';

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
