import type { Analysis } from '../core/index.ts';
import { formatAnswer } from './format-answer.ts';
import { formatFunctions } from './format-functions.ts';
import { formatHotLines } from './format-hot-lines.ts';
import { formatBlocked, formatNodeTime } from './format-node-time.ts';
import { formatDiagnostics, formatQuality } from './format-quality.ts';
import { formatThreads } from './format-threads.ts';
import type { ReportView } from './report-view.ts';
import { plainSpaces } from '../present/quantities.ts';

/** The whole report as text: the answer, hot lines, functions, quality, and what was noticed. Ends with a newline. */
export function formatReport(analysis: Analysis, view: ReportView): string {
  const sections = [formatAnswer(analysis, view)];
  if (analysis.quality.activeSamples > 0)
    sections.push(formatHotLines(analysis, view), formatNodeTime(analysis, view), formatFunctions(analysis, view));
  sections.push(formatBlocked(analysis, view), formatThreads(analysis, view));
  if (analysis.quality.samples > 0) sections.push(formatQuality(analysis, view));
  sections.push(formatDiagnostics(analysis, view));
  return plainSpaces(`${sections.filter(Boolean).join('\n\n')}\n`);
}
