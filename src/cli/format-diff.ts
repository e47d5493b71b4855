import {
  type Change,
  type ChangedPackage,
  type ChangedRow,
  type GateResult,
  isClear,
  type RunComparison,
  type Verdict,
} from '../compare/index.ts';
import { Category } from '../core/index.ts';
import {
  describeRunsToTell,
  describeWhole,
  formatChangeRange,
  formatShareChange,
  timesLabel,
} from '../present/changes.ts';
import { describeFinding } from '../present/comparisons.ts';
import { functionLabel, joinParts, placeLabel } from '../present/names.ts';
import { packageLabel } from '../present/packages.ts';
import { amountLabel, formatCountOf, formatShare } from '../present/quantities.ts';
import { heading, type ReportView, shortPath } from './report-view.ts';
import { displayWidth, neutralise, padEnd, type Style, truncateEnd, truncateStart, widest } from './text.ts';
import { formatDiagnostics } from './format-report.ts';

/** A comparison, and whether it may pass. `allowed`: the slowdown that may, 0.1 for 10 %. */
export interface DiffResult {
  readonly comparison: RunComparison;
  readonly title: string;
  readonly gate: GateResult;
  readonly allowed: number;
}

/** What is shown of a comparison. */
export interface DiffView extends Pick<ReportView, 'width' | 'top' | 'cwd' | 'lineOf'> {
  /** Whether a row belongs into the tables. */
  readonly isShown: (row: ChangedRow) => boolean;
}
type PaintedView = DiffView & Pick<ReportView, 'paint'>;

/** The comparison as text: the answer, the clear changes, what was noticed. Ends with a newline. */
export function formatDiff(result: DiffResult, view: PaintedView): string {
  const { comparison, title } = result;
  const { lines, functions, packages, findings } = comparison;
  const nameAndPlace = (row: ChangedRow): string =>
    `${functionLabel(neutralise(row.name))}  ${placeOfRow(row, view.cwd)}`;
  const parts = [
    `${neutralise(title)}: ${view.paint('bold', describeWhole(comparison))}.`,
    table(
      'Lines',
      clearRows(lines, view),
      view,
      (row) => placeOfRow(row, view.cwd),
      (row) => textOfRow(row, view),
    ),
    table('Functions', clearRows(functions, view), view, nameAndPlace),
    table('Packages', packages.filter(isClear), view, changedPackageLabel),
    shareTable(comparison, view) || unclearNote(comparison, view),
    formatDiagnostics({ diagnostics: findings.map(describeFinding) }, view),
    gateSentence(result),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Rows that got clearly slower or faster and that are shown. */
export function clearRows(rows: readonly ChangedRow[], { isShown }: Pick<DiffView, 'isShown'>): ChangedRow[] {
  return rows.filter((row) => isClear(row) && isShown(row));
}

/** Whether a row is shown without `--all`: of own code, or work of V8 and Node for it. */
export const isOwnRow = ({ category }: ChangedRow): boolean =>
  category === Category.own || category === Category.gc || category === Category.program;

/** The text of a row's line; empty where it is not at hand. */
export const textOfRow = ({ source, line }: ChangedRow, { lineOf }: Pick<DiffView, 'lineOf'>): string =>
  (source && line !== undefined && lineOf(source, line)?.trim()) || '';

/** Where a row is: after, or, where it is gone, before. */
export function placeOfRow({ source, line, beforeLine }: ChangedRow, cwd: string): string {
  return source === undefined ? '' : neutralise(placeLabel(shortPath(source, cwd), line ?? beforeLine ?? 0));
}

const colors: Readonly<Record<Verdict, Style>> = { slower: 'red', faster: 'green', unclear: 'dim' };

/** `lodash 4.17.20 → 4.17.21`. */
function changedPackageLabel({ name, isOwn, versions }: ChangedPackage): string {
  const [before, after] = [versions.before, versions.after].map((all) => all.join(', '));
  const version = before && after && before !== after ? `${before} → ${after}` : after || before;
  return neutralise(joinParts(' ', name ?? packageLabel({ package: undefined, isOwn }), version));
}

function table<Row extends Change>(
  name: string,
  rows: readonly Row[],
  view: PaintedView,
  labelOf: (row: Row) => string,
  textOf: (row: Row) => string = () => '',
): string {
  const shown = rows.slice(0, view.top);
  if (shown.length === 0) return '';
  const ranges = shown.map((row) => formatChangeRange(row));
  const times = shown.map(timesLabel);
  const labels = shown.map((row) => truncateStart(labelOf(row), Math.max(24, Math.floor(view.width * 0.4))));
  const output = shown.map((row, i) => {
    const start = `  ${view.paint(colors[row.verdict], padEnd(row.verdict, 6))}  ${padEnd(ranges[i], widest(ranges))}  ${padEnd(times[i], widest(times))}  ${padEnd(labels[i], widest(labels))}`;
    const text = textOf(row);
    const room = view.width - displayWidth(start) - 2;
    return (room > 10 && text ? `${start}  ${truncateEnd(neutralise(text), room)}` : start).trimEnd();
  });
  const more = rows.length - shown.length;
  const what = amountLabel(rows[0]);
  return [
    heading(view, name, `change of self ${what} with its 95 % interval, ${what} of a run before → after`),
    ...output,
    ...(more > 0 ? [view.paint('dim', `  … ${more} more (--top ${rows.length})`)] : []),
  ].join('\n');
}

/** Of one profile on each side: how the time was divided, and what counting samples alone leaves open. No verdicts. */
function shareTable({ lines, whole, findings }: RunComparison, view: PaintedView): string {
  const single = findings.find((finding) => finding.code === 'single-spans');
  if (!single) return '';
  const shares = lines
    .filter(view.isShown)
    .map((row) => ({ row, before: row.before / whole.before, after: row.after / whole.after }))
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, view.top);
  const changes = shares.map((share) => formatShareChange(share, single.samples));
  const rows = shares.map(({ row }, i) => `  ${padEnd(changes[i], widest(changes))}  ${placeOfRow(row, view.cwd)}`);
  const how = `share of the ${amountLabel(whole)} before → after, in points ± counting noise`;
  return [heading(view, 'Lines', how), ...rows].join('\n');
}

/** That nothing more is clear; of what looks most like a change, how many runs would tell. */
function unclearNote({ lines }: RunComparison, view: PaintedView): string {
  const open = lines.filter((row) => row.verdict === 'unclear' && view.isShown(row));
  if (open.length === 0) return '';
  const likely = open.find(({ runsToTell }) => runsToTell !== undefined);
  const told = likely ? ` ${describeRunsToTell(likely, placeOfRow(likely, view.cwd))}` : '';
  return view.paint('dim', `No clear change in ${formatCountOf(open.length, 'other line')}.${told}`);
}

/** Why the exit code is what it is. Empty where nothing is wrong. */
export function gateSentence({ gate, allowed, comparison }: DiffResult): string {
  const limit = formatShare(allowed);
  if (gate === 'fail') return `Slower by more than ${limit}: exit code 1.`;
  if (gate === 'pass') return '';
  const { before, after } = comparison.runs;
  const isMerged = comparison.findings.some(({ code }) => code === 'work-unknown');
  const advice = isMerged
    ? 'read the lines'
    : Math.min(before, after) < 5
      ? 'record more runs (heatline run --runs 5)'
      : 'record on a quieter machine, or with --steady';
  return `These runs do not suffice to say that nothing got slower by more than ${limit}: exit code 3; ${advice}, or take that for good by --unclear pass.`;
}
