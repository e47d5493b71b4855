import { type Analysis, shareOf } from '../profile/index.ts';
import { hotRows } from './format-hot-lines.ts';
import { isOwn, labelOf, percent, type ReportView, time } from './report-view.ts';
import { neutralise } from './text.ts';

/** The report's first sentence: where the time goes, or why nothing can be said. */
export function formatAnswer(analysis: Analysis, view: ReportView): string {
  const { quality } = analysis;
  const title = neutralise(analysis.title);
  if (quality.samples === 0) {
    return `${title}: nothing was sampled. The program ended before the first sample; profile a longer run or use a shorter --interval.`;
  }
  if (quality.activeSamples === 0) {
    return `${title}: the program was idle all the time (${time(quality.duration)}). It waited for timers, files or the network; profile it while it works.`;
  }
  const row = hotRows(analysis, view)[0];
  const active = `${time(quality.activeTime)} of active time`;
  if (row === undefined) {
    return `${title}: none of ${active} is in ${view.all ? 'a line that is known' : 'own code; --all shows dependencies and Node'}.`;
  }
  const { lines, functions } = analysis;
  const place = `${labelOf(analysis, lines.source[row], view.cwd)}:${lines.line[row]}`;
  const name = neutralise(functions.name[lines.function[row]] ?? '');
  const share = percent(shareOf(analysis, lines.selfTime[row]));
  if (!view.all && ownShare(analysis) < hardly) {
    return `${title}: hardly any of ${active} is in own code (${percent(ownShare(analysis))}); --all shows dependencies and Node.`;
  }
  const answer = `${title}: ${view.paint('bold', `${share} of ${active} is spent on ${place}`)}`;
  return `${answer}${name ? `, in ${name}` : ''}.${fewSamples(quality.activeSamples)}`;
}

const hardly = 0.02;

/** The part of active time that is in own code itself. */
function ownShare(analysis: Analysis): number {
  const { selfTime } = analysis.functions;
  return shareOf(
    analysis,
    selfTime.reduce((sum, time, row) => (isOwn(analysis, row) ? sum + time : sum), 0),
  );
}

/** Below this the margins are wider than what they tell. */
const enough = 100;

function fewSamples(count: number): string {
  if (count >= enough) return '';
  return ` That rests on only ${count} ${count === 1 ? 'sample' : 'samples'}: profile a longer run, or use a shorter --interval.`;
}
