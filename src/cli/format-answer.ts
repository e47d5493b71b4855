import { type Analysis, Category, MICROTASKS, Precision, shareOf } from '../core/index.ts';
import { hotRows } from './format-hot-lines.ts';
import { formatCountOf, formatRange, formatShare, formatTime, formatValue, wholeLabel } from '../present/quantities.ts';
import { describeMarked } from '../present/marks.ts';
import { describeUnrecorded } from '../present/threads.ts';
import { placeOf, type ReportView, sortRows } from './report-view.ts';
import { neutralise, truncateEnd } from './text.ts';

/** The report's first sentences: where the time goes, or why nothing can be said, and who was not recorded. */
export function formatAnswer(analysis: Analysis, view: ReportView): string {
  // Of a thread that was chosen it says nothing.
  const unrecorded = analysis.thread === undefined ? describeUnrecorded(analysis.unrecorded).map(neutralise) : [];
  return [answerOf(analysis, view), ...marksNote(analysis), ...unrecorded].join(' ');
}

/** That only a part of the recording is shown since its program asked for that, and how to see all of it. */
function marksNote(analysis: Analysis): string[] {
  const shown = describeMarked(analysis);
  return shown === undefined ? [] : [`This is of the ${neutralise(shown)}; --ignore-marks shows all of the recording.`];
}

function titleOf({ title, thread, threads, range }: Analysis): string {
  const selected = threads.length > 1 ? threads.find(({ id }) => id === thread) : undefined;
  const ofThread = selected ? `, thread ${selected.id} (${selected.name})` : '';
  return neutralise(`${title}${ofThread}${range ? `, ${formatRange(range)} of the recording` : ''}`);
}

function answerOf(analysis: Analysis, view: ReportView): string {
  const { quality } = analysis;
  const title = titleOf(analysis);
  if (quality.samples === 0) {
    return `${title}: no samples were taken. The program ended before the first one; profile a longer run or use a shorter --interval.`;
  }
  if (quality.activeSamples === 0 && quality.samples < few) {
    return `${title}: only ${formatCountOf(quality.samples, 'sample')} in ${formatTime(quality.duration)}, and none while the program was active. Profile a longer run or use a shorter --interval.`;
  }
  if (quality.activeSamples === 0) {
    return `${title}: the program was idle all the time (${formatTime(quality.duration)}). It was waiting for timers, files or the network; profile it while it is busy.`;
  }
  const row = hotRows(analysis, view)[0];
  const queue = microtasksNote(analysis, row);
  const active = `${formatValue(quality, quality.activeTime)} of ${wholeLabel(quality)}`;
  const compiling = compilingAnswer(analysis, view, row);
  if (compiling !== undefined) return `${title}: ${compiling}${fewSamples(quality.activeSamples)}`;
  if (row === undefined) {
    return `${title}: none of ${active} is ${view.all ? 'on a known line' : 'in your own code; --all shows dependencies and Node'}.${queue}`;
  }
  const own = shareWhere(analysis, (category) => category === Category.own);
  if (!view.all && own < hardly) {
    const wasm = shareWhere(analysis, (category) => category === Category.wasm);
    const inWasm = wasm > hardly ? `; WebAssembly takes ${formatShare(wasm)}` : '';
    return `${title}: hardly any of ${active} is in your own code (${formatShare(own)})${inWasm}; --all shows dependencies and Node.${queue}`;
  }
  const share = formatShare(shareOf(analysis, analysis.lines.selfTime[row]));
  const hidden = view.all ? 0 : shareWhere(analysis, isHidden);
  const rest =
    hidden > half ? ` Your own code takes ${formatShare(own)} in total; --all shows dependencies and Node.` : '';
  const answer = view.paint('bold', `${share} of ${active} is spent ${whereOf(analysis, view, row)}`);
  const wasm = shareWhere(analysis, (category) => category === Category.wasm);
  const inWasm =
    wasm > shareOf(analysis, analysis.lines.selfTime[row]) ? ` WebAssembly takes more: ${formatShare(wasm)}.` : '';
  const more = `${inWasm}${queue}${rest}`;
  return `${title}: ${answer}.${more}${fewSamples(quality.activeSamples)}`;
}

/** That V8's microtask queue took more than the hottest line that is shown (`row`); empty where it did not. */
function microtasksNote(analysis: Analysis, row: number | undefined): string {
  const { functions, lines } = analysis;
  const isQueue = (fn: number): boolean =>
    functions.category[fn] === Category.program && functions.name[fn] === MICROTASKS;
  const [queue] = sortRows(functions.selfTime, isQueue);
  const hottest = row === undefined ? 0 : lines.selfTime[row];
  if (queue === undefined || functions.selfTime[queue] <= hottest) return '';
  const share = formatShare(shareOf(analysis, functions.selfTime[queue]));
  return ` V8's microtask queue takes ${row === undefined ? '' : 'more: '}${share}, settling promises and resuming async functions; fewer promises and awaits would reduce that.`;
}

/** With fewer samples it cannot be said that a program did nothing. */
const few = 10;
const hardly = 0.02;
const half = 0.5;

/** The answer where V8 compiled for longer than any line took; undefined elsewhere. `row`: the hottest line that is shown. */
function compilingAnswer(analysis: Analysis, view: ReportView, row: number | undefined): string | undefined {
  const { functions, lines, quality } = analysis;
  const hottest = row === undefined ? 0 : lines.selfTime[row];
  const share = shareOf(analysis, quality.compilingTime);
  if (share < muchCompiling || quality.compilingTime <= hottest) return undefined;
  const [most] = sortRows(functions.selfTime, (fn) => functions.category[fn] === Category.compiling);
  const what = functions.name[most].replace(/^\(?compiling\)? ?|\)$/g, '') || 'functions, when they were first called,';
  const part = `${neutralise(what)} took ${formatShare(shareOf(analysis, functions.selfTime[most]))}`;
  const active = `${formatValue(quality, quality.activeTime)} of ${wholeLabel(quality)}`;
  const answer = view.paint('bold', `V8 spends ${formatShare(share)} of ${active} compiling`);
  const line = row === undefined ? '' : ` The hottest line takes ${formatShare(shareOf(analysis, hottest))}.`;
  return `${answer}; ${part}.${line}`;
}

const muchCompiling = 0.2;

/** The line; the function where only that is known. */
function whereOf({ lines, functions, sources }: Analysis, view: ReportView, row: number): string {
  const place = placeOf({ sources }, lines.source[row], lines.line[row], view.cwd);
  const name = truncateEnd(neutralise(functions.name[lines.function[row]] ?? ''), longestName);
  return lines.precision[row] === Precision.function
    ? `in ${name || 'the function'} at ${place}`
    : `on ${place}${name ? `, in ${name}` : ''}`;
}

/** Columns of a name in a sentence. */
const longestName = 100;

const isHidden = (category: number): boolean =>
  category === Category.dependency || category === Category.node || category === Category.native;

/** The part of active time that functions of some categories take themselves. */
function shareWhere(analysis: Analysis, keep: (category: number) => boolean): number {
  const { selfTime, category } = analysis.functions;
  return shareOf(
    analysis,
    selfTime.reduce((sum, time, row) => (keep(category[row]) ? sum + time : sum), 0),
  );
}

/** With fewer samples the margins are wider than the shares. */
const enough = 100;

function fewSamples(count: number): string {
  if (count >= enough) return '';
  return ` This rests on only ${formatCountOf(count, 'sample')}: profile a longer run, or use a shorter --interval.`;
}
