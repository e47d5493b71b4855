import { type Analysis, type BuiltinPart, builtinsOfLine, Precision, shareOf } from '../core/index.ts';
import { formatBuiltinPart, notableBuiltins, unnamedNote } from '../present/builtins.ts';
import { functionLabel, precisionLabels } from '../present/names.ts';
import { amountLabel, formatActive, formatMargin, formatShare, formatValue } from '../present/quantities.ts';
import { lineReasons } from '../present/reasons.ts';
import { isOwn, sortRows } from '../export/markdown.ts';
import { heading, moreNote, nameColumn, paragraph, placeOf, type ReportView } from './report-view.ts';
import { displayWidth, neutralise, padEnd, padStart, type Style, truncateEnd, truncateStart } from './text.ts';

/** Rows of the line table that the report shows, the hottest first. */
export function hotRows(analysis: Analysis, view: Pick<ReportView, 'all'>): number[] {
  const { lines } = analysis;
  return sortRows(lines.selfTime, (row) => view.all || isOwn(analysis, lines.function[row]));
}

const narrowest = 90;
const marks = { [Precision.exact]: ' ', [Precision.function]: 'ƒ', [Precision.estimated]: '~' } as const;
/** V8 takes the flags for its log from the command line only. */
const LOG_ADVICE = 'V8’s log tells lines of a Node that Heatline starts itself: heatline run --sampler v8log FILE.';

/** The table of hot lines with their source text. Empty when no line has time. */
export function formatHotLines(analysis: Analysis, view: ReportView): string {
  const rows = hotRows(analysis, view);
  const shown = rows.slice(0, view.top);
  if (shown.length === 0) return '';
  const { lines, quality } = analysis;
  const knowsTotals = shown.some((row) => !Number.isNaN(lines.totalTime[row]));
  const labels = shown.map((row) => placeOf(analysis, lines.source[row], lines.line[row], view.cwd));
  const places = nameColumn(labels, view, truncateStart);
  return [
    heading(view, 'Hot lines', `self ${amountLabel(quality)}, of ${formatActive(quality, quality.activeTime)}`),
    ...shown.flatMap((row, i) => [
      ...formatLine(analysis, view, row, places[i], knowsTotals),
      ...formatBuiltin(analysis, view, row),
    ]),
    ...moreNote(rows.length, view, 'line'),
    ...legendOf(analysis, shown, view),
    ...builtinNote(analysis, shown, view),
  ].join('\n');
}

function formatLine(analysis: Analysis, view: ReportView, row: number, place: string, knowsTotals: boolean): string[] {
  const { lines } = analysis;
  const share = shareOf(analysis, lines.selfTime[row]);
  const total = lines.totalTime[row];
  const cells = [
    view.paint(heatStyle(share), padStart(formatShare(share), 7)),
    view.paint('dim', padEnd(formatMargin(lines.shareLow[row], lines.shareHigh[row]), 5)),
    padStart(formatValue(analysis.quality, lines.selfTime[row]), 8),
    ...(knowsTotals ? [padStart(Number.isNaN(total) ? '–' : `Σ ${formatShare(shareOf(analysis, total))}`, 9)] : []),
    marks[lines.precision[row] as Precision],
    view.paint('cyan', place),
  ];
  const start = ` ${cells.join(' ')}`;
  const text = sourceText(analysis, view, row);
  if (view.width >= narrowest)
    return [text ? `${start}  ${truncateEnd(text, view.width - displayWidth(start) - 2)}` : start.trimEnd()];
  return text ? [start.trimEnd(), `         ${truncateEnd(text, view.width - 9)}`] : [start.trimEnd()];
}

/** Lines that take less are told without V8's part in them. */
const hotEnough = 0.02;

/** The builtin of V8's that a hot line spent the most time in. */
const shownBuiltin = (analysis: Analysis, row: number): BuiltinPart | undefined =>
  shareOf(analysis, analysis.lines.selfTime[row]) < hotEnough
    ? undefined
    : notableBuiltins(builtinsOfLine(analysis.lines, row)).at(0);

/** Said once, and not below each line. */
function builtinNote(analysis: Analysis, rows: readonly number[], view: ReportView): string[] {
  const note = unnamedNote(rows.flatMap((row) => shownBuiltin(analysis, row) ?? []));
  return note === '' ? [] : [view.paint('dim', `  a builtin: ${note}`)];
}

function formatBuiltin(analysis: Analysis, view: ReportView, row: number): string[] {
  const most = shownBuiltin(analysis, row);
  if (most === undefined) return [];
  const text = formatBuiltinPart(most, (fn) => functionLabel(analysis.functions.name[fn]));
  return [view.paint('dim', `         ${truncateEnd(neutralise(text), view.width - 9)}`)];
}

const heatStyle = (share: number): Style => (share >= 0.2 ? 'red' : share >= 0.05 ? 'yellow' : 'green');

const longLine = 400;

/** The source of a line of the table; of a long one from its hottest expression on. Empty where it is not at hand. */
export function sourceText(analysis: Analysis, view: Pick<ReportView, 'lineOf'>, row: number): string {
  const { lines, sources } = analysis;
  if (lines.source[row] < 0) return '';
  const text = view.lineOf(sources[lines.source[row]], lines.line[row]);
  if (text === undefined) return '';
  // Of a minified line the hot expression is shown, where it is known.
  const spot = text.length > longLine ? lines.spots.lineRow.indexOf(row) : -1;
  const from = spot >= 0 && lines.spots.column[spot] > 20 ? lines.spots.column[spot] : 0;
  return (from > 0 ? '…' : '') + neutralise(text.slice(from, from + longLine)).trim();
}

function legendOf(analysis: Analysis, rows: readonly number[], view: ReportView): string[] {
  const { precision, reason } = analysis.lines;
  const explain = (kind: Precision, advice: string): string[] => {
    const marked = rows.filter((row) => precision[row] === kind);
    if (marked.length === 0) return [];
    const why = new Set(marked.map((row) => lineReasons[reason[row]]).filter((text) => text !== undefined));
    const head = `${marks[kind]} ${precisionLabels[kind]}`;
    const text = neutralise([`${head}${why.size > 0 ? ':' : '.'}`, ...why, advice].filter(Boolean).join(' '));
    return paragraph(text, view).map((row) => view.paint('dim', row));
  };
  const advice = analysis.quality.sampler === 'inspector' ? LOG_ADVICE : '';
  return [...explain(Precision.estimated, ''), ...explain(Precision.function, advice)];
}
