import type { Analysis } from '../core/index.ts';
import { formatCountOf, plainSpaces } from '../present/quantities.ts';
import { formatAnswer } from './format-answer.ts';
import { formatDiagnostics } from './format-report.ts';
import { formatWhy } from './format-why.ts';
import type { ReportView } from './report-view.ts';

/** Where less of the own time was found among the causes, the report does not say that code is as fast as it can be. */
const LEAST_MATCHED = 0.5;

/** The report of `heatline why`: where the time goes, and what V8 tells of why. Ends with a newline. */
export function formatWhyReport(analysis: Analysis, view: ReportView): string {
  const { explained, diagnostics } = analysis;
  const told = formatWhy(analysis, view);
  const isUntold = analysis.lines.builtins === undefined;
  const isOther = explained !== undefined && explained.matched < LEAST_MATCHED;
  const notes = [
    isUntold &&
      'This recording does not tell the time in V8’s builtins, so that little of it can be explained: record the program by heatline run.',
    isOther &&
      'Most of the time is in code that was not found in the run for causes: it is in no file (eval), or its files have changed, or another program was run; then record it anew.',
    explained?.otherV8 &&
      `The run for causes had V8 ${explained.otherV8}, not that of the recording, so that nothing is said of why code is thrown out.`,
    explained?.newerV8 &&
      `V8 ${explained.newerV8} is newer than this Heatline, which may not understand all of its log.`,
    explained &&
      explained.passedOver > 0 &&
      `${formatCountOf(explained.passedOver, 'line')} of its log are not understood.`,
  ].filter(Boolean);
  const grave = diagnostics.filter(({ severity }) => severity !== 'info');
  const sections = [
    formatAnswer(analysis, view),
    told ||
      (!isUntold &&
        !isOther &&
        'V8 tells no cause that has a part of the time worth a word: what is hot runs as well as V8 can run it, as far as its log tells.'),
    notes.join(' '),
    formatDiagnostics({ diagnostics: grave }, view),
  ];
  return plainSpaces(`${sections.filter(Boolean).join('\n\n')}\n`);
}
