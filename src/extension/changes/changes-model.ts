import type { ChangedRow, ComparisonFinding } from '../../compare/index.ts';
import { type Analysis, Category } from '../../core/index.ts';
import type { Compared } from './changes-store.ts';

/** A row of the *Changes* view. */
export type ChangeNode =
  | { readonly kind: 'whole' }
  | { readonly kind: 'lines' | 'functions'; readonly rows: readonly ChangedRow[] }
  | { readonly kind: 'line' | 'function'; readonly row: ChangedRow }
  /** No line and no function changed clearly. `likely`: what looks most like a change. */
  | { readonly kind: 'unclear'; readonly likely: ChangedRow | undefined }
  | { readonly kind: 'finding'; readonly finding: ComparisonFinding }
  /** A button: more runs would say more. */
  | { readonly kind: 'again' };

/** More rows of a table are not shown: the biggest are first. */
const shownAtMost = 100;

/** The rows at the top: the whole, the clear changes by size, what was noticed, and what to do where more runs would tell. */
export function changeNodes({ comparison, view }: Pick<Compared, 'comparison' | 'view'>): ChangeNode[] {
  const { runs, findings } = comparison;
  const isSingle = Math.min(runs.before, runs.after) < 2;
  const [lines, functions] = [clearRows(comparison.lines), clearRows(comparison.functions)];
  const nodes: ChangeNode[] = [{ kind: 'whole' }];
  if (lines.length > 0) nodes.push({ kind: 'lines', rows: lines });
  if (functions.length > 0) nodes.push({ kind: 'functions', rows: functions });
  const isUnclear = lines.length + functions.length === 0;
  if (isUnclear && !isSingle) nodes.push({ kind: 'unclear', likely: likelyRow(comparison.lines) });
  const ofFiles = findings.filter((finding) => !isOfAll(finding));
  nodes.push(...ofFiles.map((finding): ChangeNode => ({ kind: 'finding', finding })));
  return isUnclear && !ranByItself(view.analysis) ? [...nodes, { kind: 'again' }] : nodes;
}

/** Whether Heatline did not start what a recording is of, and cannot run it again. */
export const ranByItself = ({ facts }: Pick<Analysis, 'facts'>): boolean =>
  facts.attached === true || facts.merged === true;

/** Whether a finding is about the whole comparison, and is told above the rows, where it can be read whole. */
export const isOfAll = ({ code }: ComparisonFinding): boolean => code !== 'text-unknown';

/** The children of a group. */
export function childNodes(node: ChangeNode): ChangeNode[] {
  if (node.kind === 'lines') return node.rows.map((row): ChangeNode => ({ kind: 'line', row }));
  return node.kind === 'functions' ? node.rows.map((row): ChangeNode => ({ kind: 'function', row })) : [];
}

/** Rows that changed clearly, as far as they are shown. */
export const clearRows = (rows: readonly ChangedRow[]): ChangedRow[] =>
  rows.filter(({ verdict }) => verdict !== 'unclear').slice(0, shownAtMost);

/** The biggest change of own code that a few more runs would make clear. */
const likelyRow = (rows: readonly ChangedRow[]): ChangedRow | undefined =>
  rows.find(({ category, runsToTell }) => category === Category.own && runsToTell !== undefined);
