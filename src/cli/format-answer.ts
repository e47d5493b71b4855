import { type Analysis, findAnswer } from '../core/index.ts';
import { formatCountOf, formatRange, formatTime } from '../present/quantities.ts';
import { describeAnswer } from '../present/answer.ts';
import { describeMarked } from '../present/marks.ts';
import { describeUnrecorded } from '../present/threads.ts';
import { type ReportView, shortPath } from './report-view.ts';
import { neutralise } from './text.ts';

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
  const answer = findAnswer(analysis);
  if (quality.samples === 0 || answer === undefined) {
    return `${title}: no samples were taken. The program ended before the first one; profile a longer run or use a shorter --interval.`;
  }
  if (quality.activeSamples === 0 && quality.samples < few) {
    return `${title}: only ${formatCountOf(quality.samples, 'sample')} in ${formatTime(quality.duration)}, and none while the program was active. Profile a longer run or use a shorter --interval.`;
  }
  const told = describeAnswer({ analysis, answer, nameOf: (source) => shortPath(source, view.cwd) });
  const isElsewhere = [answer.first, answer.next].some((taker) => taker?.kind === 'elsewhere');
  const hint = isElsewhere && !view.all ? ' --all shows dependencies and Node.' : '';
  return `${title}: ${view.paint('bold', neutralise(told))}.${hint}${fewSamples(quality.activeSamples)}`;
}

/** With fewer samples it cannot be said that a program did nothing. */
const few = 10;

/** With fewer samples the margins are wider than the shares. */
const enough = 100;

function fewSamples(count: number): string {
  if (count === 0 || count >= enough) return '';
  return ` This rests on only ${formatCountOf(count, 'sample')}: profile a longer run, or use a shorter --interval.`;
}
