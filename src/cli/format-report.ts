import type { Analysis } from '../core/index.ts';
import { formatAnswer } from './format-answer.ts';
import { formatFunctions } from './format-functions.ts';
import { formatHotLines, hotRows } from './format-hot-lines.ts';
import { formatBlocked, formatNodeTime } from './format-node-time.ts';
import { formatPackages } from './format-packages.ts';
import { formatThreads } from './format-threads.ts';
import { formatWhy } from './format-why.ts';
import type { ReportView } from './report-view.ts';
import { formatCount, plainSpaces } from '../present/quantities.ts';
import { describeDiagnostic, diagnosticsToTell } from '../present/diagnostics.ts';
import { qualityFacts } from '../present/quality-facts.ts';
import { neutralise } from './text.ts';

/** The whole report as text: the answer, hot lines, packages, functions, quality, and what was noticed. Ends with a newline. */
export function formatReport(analysis: Analysis, view: ReportView): string {
  const sections = [formatAnswer(analysis, view)];
  if (analysis.quality.activeSamples > 0)
    sections.push(
      formatHotLines(analysis, view),
      formatWhy(analysis, view),
      formatNodeTime(analysis, view),
      formatPackages(analysis, view),
      formatFunctions(analysis, view),
    );
  sections.push(formatBlocked(analysis, view), formatThreads(analysis, view));
  if (analysis.quality.samples > 0) sections.push(formatQuality(analysis, view));
  sections.push(formatDiagnostics({ diagnostics: diagnosticsToTell(analysis) }, view));
  return plainSpaces(`${sections.filter(Boolean).join('\n\n')}\n`);
}

/** How good the measurement is: duration, intervals, samples, precision, how it was sampled. */
function formatQuality(analysis: Analysis, view: ReportView): string {
  const facts = qualityFacts(analysis, hotRows(analysis, view).at(0));
  const rows = facts.map(({ name, text }) => `  ${view.paint('dim', name.padEnd(9))}${neutralise(text)}`);
  return [view.paint('bold', 'Quality'), ...rows].join('\n');
}

/** Of a kind of which there are more, such as dependencies without source maps, so many are told. */
const MOST_OF_A_KIND = 3;

/** What was noticed, one sentence a row, the gravest first; of what is no warning a few of each kind. Empty when nothing was. */
export function formatDiagnostics(analysis: Pick<Analysis, 'diagnostics'>, view: Pick<ReportView, 'paint'>): string {
  const order = { error: 0, warning: 1, info: 2 };
  const sorted = [...analysis.diagnostics].sort((a, b) => order[a.severity] - order[b.severity]);
  const colors = { error: 'red', warning: 'yellow', info: 'dim' } as const;
  const seen = new Map<string, number>();
  const told = sorted.filter(({ code, severity }) => {
    const before = seen.get(code) ?? 0;
    seen.set(code, before + 1);
    return severity !== 'info' || before < MOST_OF_A_KIND;
  });
  const rows = told.map((each) => [each.severity, describeDiagnostic(each)] as const);
  const left = sorted.length - told.length;
  const more = left > 0 ? [['info', `${formatCount(left)} more like these are in what --json writes.`] as const] : [];
  return [...rows, ...more]
    .map(([severity, text]) => `${view.paint(colors[severity], `${severity}:`)} ${neutralise(text)}`)
    .join('\n');
}
