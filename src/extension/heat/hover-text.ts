import {
  blockedAt,
  builtinsOfLine,
  calleesOf,
  callersOf,
  Category,
  hasTooFewSamples,
  LineCause,
  type Microseconds,
  type Neighbour,
  type Precision,
  shareOf,
  shortUrl,
  whyFunction,
  whyLine,
} from '../../core/index.ts';
import { describeRow } from '../../present/changes.ts';
import { heatOfLine } from '../analysis/analysis-index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import type { Compared } from '../changes/changes-store.ts';
import { commands, internalCommands } from '../contributed-names.ts';
import { formatBuiltinPart, notableBuiltins, unnamedNote } from '../../present/builtins.ts';
import {
  fileLabel,
  functionLabel,
  joinParts,
  placeLabel,
  precisionLabels,
  samplerLabels,
} from '../../present/names.ts';
import {
  formatCountOf,
  formatRange,
  formatShare,
  formatShareAndTime,
  formatTime,
  formatValue,
  valueLabel,
  wholeLabel,
} from '../../present/quantities.ts';
import { describeMarked } from '../../present/marks.ts';
import { meanOfLabel } from '../../present/series.ts';
import { explainRemark } from '../../present/why.ts';
import { describeReason } from '../../present/reasons.ts';
import { codeSpan, escapeMarkdown } from '../plain-text.ts';
import { hotExpressions, nameOfExpression } from './expression-text.ts';
import { CALLER_TIMES } from './shown-line.ts';

/** What the editor knows of the line besides the recording. */
export interface LineState {
  readonly stale: boolean;
  /** The file on disk is not the one that was profiled. */
  readonly differs: boolean;
  /** The line as it was profiled. */
  readonly text: string;
  /** Whether the garbage collection that followed the line is told. */
  readonly showGc: boolean;
  /** All there is to say, and not only its first screen. */
  readonly isWhole?: boolean;
  /** What changed since another recording; undefined where there is no comparison. */
  readonly changes?: LineChanges | undefined;
}
type LineChanges = Pick<Compared, 'comparison' | 'index'> & { readonly before: { readonly title: string } };

/** The hover covers the code: its first screen names that many. */
const neighboursShown = 2;
/** And the whole of it. */
const neighboursTold = 30;

/**
 * The hover over a line: what it cost, how sure that is, and who calls its function; times, reasons and callees only where
 * all is asked for, by a link. Markdown whose only links are our own commands with row numbers; every text of the recording is
 * escaped.
 */
export function hoverText(view: AnalysisView, row: number, state: LineState): string {
  return joinParts(
    '\n\n',
    warning(state),
    rangeNote(view),
    headline(view, row, state),
    change(state, row),
    tooFew(view, row),
    why(view, row),
    certainty(view, row),
    expressions(view, row, state.text),
    builtins(view, row),
    state.isWhole ? rest(view, row, state) : whose(view, row),
  );
}

/** What follows the first screen. */
function rest(view: AnalysisView, row: number, state: LineState): string {
  const reason = isLostFrame(view, row) ? undefined : describeReason(view.analysis, row);
  const ofIt = ofFunction(view, view.analysis.lines.function[row], state);
  return joinParts('\n\n', times(view, row, state), reason && escapeMarkdown(reason), ofIt);
}

/** The last line of the first screen: whose line it is, and who called that. */
function whose(view: AnalysisView, row: number): string {
  const fn = view.analysis.lines.function[row];
  if (fn < 0) return '';
  const callers = neighbourList(view, 'Called by', callersOf(view.analysis, fn).slice(0, neighboursShown));
  return joinParts(' · ', `In **${functionName(view, fn)}**`, callers);
}

/** A link to one of our commands. */
export function commandLink(label: string, command: string, ...args: number[]): string {
  return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`;
}

function warning({ stale, differs }: LineState): string {
  if (stale) return '⚠ This line has been edited since it was profiled; the figures are those of the old line.';
  if (differs)
    return '⚠ This file has changed since it was profiled; the figures may belong to other lines. Profile it again.';
  return '';
}

/** That a part of the time is shown stands above the figures, which are of that part. */
function rangeNote({ analysis }: AnalysisView): string {
  const { range } = analysis;
  const marked = describeMarked(analysis);
  if (marked !== undefined) return `Only the ${escapeMarkdown(marked)} is shown: these figures are of that part.`;
  if (!range) return '';
  return `Only ${formatRange(range)} of the recording is shown: these figures are of that part.`;
}

/** A line is told as a caller if its own time is below this share or unsure, and what it called took `CALLER_TIMES` of it. */
const LEAST_SELF = 0.01;

function headline(view: AnalysisView, row: number, { isWhole }: LineState): string {
  const { lines } = view.analysis;
  const [selfTime, totalTime] = [lines.selfTime[row], lines.totalTime[row]];
  // Of a caller, what is sure is what it called.
  const isUnsure = hasTooFewSamples(view.analysis, row) || shareOf(view.analysis, selfTime) < LEAST_SELF;
  const isCaller = isUnsure && totalTime > 0 && totalTime >= CALLER_TIMES * selfTime;
  const [time, where] = isCaller ? [totalTime, 'below this line'] : [selfTime, 'on this line'];
  const share = shareOf(view.analysis, time);
  const figures = `**${formatShare(share)}** of ${wholeLabel(view.analysis.quality)} ${where} · **${formatValue(view.analysis.quality, time)}**`;
  const fn = lines.function[row];
  // At the top, where they are seen also when the hover is too long for the screen.
  const inGraph = fn >= 0 && commandLink('Show in flame graph', internalCommands.focusFunction, view.id, fn);
  const asked = canAskWhy(view) && commandLink('Why is this slow?', commands.why);
  const more = !isWhole && commandLink('More…', internalCommands.unfoldHover, view.id, row);
  return joinParts(' · ', figures, ofOwnCode(view, row, time), inGraph, asked, more);
}

/** Whether a run for causes can be made and was not. */
const canAskWhy = ({ analysis: { facts, explained, quality }, series, isLive }: AnalysisView): boolean =>
  explained === undefined &&
  series === undefined &&
  facts.program !== undefined &&
  facts.attached !== true &&
  quality.sampler === 'v8log' &&
  !isLive;

/** In a run of tests: the share that the line's heat shows. */
function ofOwnCode(view: AnalysisView, row: number, time: Microseconds): string {
  const { analysis, index } = view;
  if (index.ownWhole === undefined || index.categoryOfSource[analysis.lines.source[row]] !== Category.own) return '';
  return `**${formatShare(heatOfLine(view, row, time))}** of the ${formatValue(analysis.quality, index.ownWhole)} in or below your code`;
}

function change({ changes }: LineState, row: number): string {
  const line = changes?.index.ofLine.get(row);
  if (!changes || !line) return '';
  const { runs } = changes.comparison;
  // That single runs say nothing of a line stands in *Changes*, and not in each hover.
  if (Math.min(runs.before, runs.after) < 2) return '';
  const bold = describeRow(line, runs).replace(/^(Slower|Faster|New|No clear change)/, '**$1**');
  return `${escapeMarkdown(`Since ${changes.before.title}: `)}${bold}`;
}

function tooFew({ analysis }: AnalysisView, row: number): string {
  if (!hasTooFewSamples(analysis, row)) return '';
  const hint = 'The line itself has too few samples: those figures are only a hint.';
  if (analysis.facts.attached === true) return `${hint} Record it for longer.`;
  return `${hint} ${commandLink('Profile Again ×5…', commands.profileAgainTimes)} shows the mean of several runs.`;
}

/** Shown at most, each with at least this part of the line. */
const expressionsShown = 3;
const leastPart = 0.05;

function expressions({ analysis }: AnalysisView, row: number, text: string): string {
  const found = hotExpressions(analysis, row, text).filter(({ part }) => part >= leastPart);
  if (found.length === 0) return '';
  const items = found
    .slice(0, expressionsShown)
    .map((one) => `- ${codeSpan(nameOfExpression(text, one))} ${formatShare(Math.min(1, one.part))}`);
  return `Of this line:\n${items.join('\n')}`;
}

/** Why the line, or else its function, is slow, and what was measured to help. */
function why({ analysis }: AnalysisView, row: number): string {
  const remark = whyLine(analysis, row, 0) ?? whyFunction(analysis, analysis.lines.function[row]);
  if (remark === undefined) return '';
  return explainRemark(analysis, remark, {
    place: (file, line) => escapeMarkdown(fileLabel(file, line)),
    name: codeSpan,
  });
}

function builtins({ analysis }: AnalysisView, row: number): string {
  const found = notableBuiltins(builtinsOfLine(analysis.lines, row));
  if (found.length === 0) return '';
  const nameOf = (fn: number): string => functionLabel(analysis.functions.name[fn]);
  const items = found.map((one) => `- ${formatBuiltinPart(one, nameOf, codeSpan)}`);
  return joinParts('\n\n', `Of this line, in V8’s own code:\n${items.join('\n')}`, unnamedNote(found));
}

function times(view: AnalysisView, row: number, { showGc }: LineState): string {
  const { lines, quality } = view.analysis;
  const self = `${formatValue(quality, lines.selfTime[row])}, ${formatCountOf(lines.selfSamples[row], 'sample')}`;
  const total = Number.isFinite(lines.totalTime[row])
    ? formatShareAndTime(view.analysis, lines.totalTime[row])
    : '– (not known with this sampler)';
  const isBegun = view.analysis.collections !== undefined;
  const gcTime = formatValue(quality, lines.gcTime[row]);
  const gc = isBegun
    ? `${gcTime} of garbage collection began on this line (not part of self)`
    : `≈ ${gcTime} of garbage collection followed this line (estimated, not part of self)`;
  return joinParts(
    '\n',
    `| | |\n|---|---|`,
    `| Self | ${self} |`,
    `| Total | ${total} |`,
    showGc && lines.gcTime[row] >= 500 && `| GC | ${gc} |`,
    blockedRow(view, row),
    `| ${quality.value ? 'Value' : 'Clock'} | ${valueLabel(quality)} · ${samplerLabels[quality.sampler]} |`,
  );
}

/** What the line was blocked, itself and in Node's code that it called; from a millisecond on. */
function blockedRow({ analysis }: AnalysisView, row: number): string {
  const blocked = blockedAt(analysis, row);
  if (!(blocked >= 1000)) return '';
  const part = analysis.quality.valueName === 'cpu' ? 'not part of the times above' : 'part of the times above';
  return `| Blocked | ${formatTime(blocked)} in synchronous calls (${part}) |`;
}

const isLostFrame = ({ analysis }: AnalysisView, row: number): boolean =>
  analysis.lines.reason[row] === LineCause.lostFrame;

/** How far the line's own share may be off, and how precisely its place is known. */
function certainty(view: AnalysisView, row: number): string {
  const { lines, quality } = view.analysis;
  const of = quality.runs === undefined ? '' : ` of the ${meanOfLabel(quality.runs)}`;
  const range = `Self between ${formatShare(lines.shareLow[row])} and ${formatShare(lines.shareHigh[row])} (95 % interval${of}).`;
  // It may hold for every line of the recording: the long sentence is a diagnostic of the recording.
  const lost = isLostFrame(view, row)
    ? ` (recorded without frame repair; holds for ${formatShare(quality.lostFrameShare)} of ${wholeLabel(quality)})`
    : '';
  return `${range} Precision: ${precisionLabels[lines.precision[row] as Precision]}${lost}.`;
}

function ofFunction(view: AnalysisView, row: number, { changes }: LineState): string {
  const { functions } = view.analysis;
  if (row < 0) return '';
  const figures = `self ${formatShareAndTime(view.analysis, functions.selfTime[row])}, total ${formatShareAndTime(view.analysis, functions.totalTime[row])}`;
  const changed = changes?.index.ofFunction.get(row);
  return joinParts(
    '\n\n',
    `---\n\n**${functionName(view, row)}** ${figures}`,
    changes && changed && changed.verdict !== 'unclear' && describeRow(changed, changes.comparison.runs),
    neighbourList(view, 'Called by', callersOf(view.analysis, row).slice(0, neighboursTold)),
    neighbourList(view, 'Calls', calleesOf(view.analysis, row).slice(0, neighboursTold)),
  );
}

function neighbourList(view: AnalysisView, title: string, neighbours: readonly Neighbour[]): string {
  if (neighbours.length === 0) return '';
  const items = neighbours.map(({ function: row, time }) => {
    const name = functionName(view, row);
    const canBeShown = view.analysis.functions.source[row] >= 0;
    const label = canBeShown ? commandLink(name, internalCommands.revealFunction, view.id, row) : name;
    return `${label} ${formatValue(view.analysis.quality, time)}`;
  });
  return `${title}: ${items.join(', ')}`;
}

/** Name of a function; one without a name (also the top level of a file) is told by its place. */
function functionName(view: AnalysisView, row: number): string {
  const { functions, sources } = view.analysis;
  const name = functions.name[row];
  if (name !== '') return escapeMarkdown(name);
  const path = shortUrl(sources[functions.source[row]]?.path ?? '');
  const line = functions.line[row];
  const place = path && (path.startsWith('data:') ? placeLabel(path, line) : fileLabel(path, line));
  return escapeMarkdown(joinParts(' ', (place === '' || line > 0) && functionLabel(''), place));
}
