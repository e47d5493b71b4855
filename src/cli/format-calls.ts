import type { CallAnalysis } from '../analysis/analyze-calls.ts';
import { Category } from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { formatCount, plainSpaces } from '../present/quantities.ts';
import { buildDefinition, buildDiagnostic, byMost } from '../export/json-report.ts';
import { heading, moreNote, nameColumn, placeOf, type ReportView, sortRows, withPlace } from './report-view.ts';
import { neutralise, padStart, widest } from './text.ts';
import { formatDiagnostics } from './format-report.ts';

/** How a report of calls is to look. */
export type CallView = Omit<ReportView, 'lineOf'>;

/** Rows of the functions with these names, also of those never called, or of all functions; the most called first. */
export function callRows({ functions, calls }: CallAnalysis, names: readonly string[], all: boolean): number[] {
  if (names.length > 0) {
    const rows = [...functions.name.keys()].filter((row) => names.includes(functions.name[row]));
    return rows.sort((a, b) => calls[b] - calls[a]);
  }
  return sortRows(calls, (row) => all || functions.category[row] === Category.own);
}

/** The table of calls, and what was noticed. Ends with a newline. */
export function formatCalls(analysis: CallAnalysis, names: readonly string[], view: CallView): string {
  const rows = callRows(analysis, names, view.all);
  const missing = names.filter((name) => !rows.some((row) => analysis.functions.name[row] === name));
  const table = [
    heading(view, 'Calls', 'exact counts; nothing is timed while calls are counted'),
    ...formatTable(analysis, rows.slice(0, view.top), view),
    ...(rows.length === 0 || missing.length > 0 ? [`  ${notFound(missing)}`] : []),
    ...moreNote(rows.length, view, 'function'),
  ];
  return plainSpaces(`${[table.join('\n'), formatDiagnostics(analysis, view)].filter(Boolean).join('\n\n')}\n`);
}

function notFound(names: readonly string[]): string {
  if (names.length === 0) return 'No function of your own code was called (--all shows the others).';
  return `No function named ${names.map(neutralise).join(' or ')} was compiled in the main thread; check the name.`;
}

function formatTable(analysis: CallAnalysis, rows: readonly number[], view: CallView): string[] {
  const { functions, calls } = analysis;
  const counts = rows.map((row) => formatCount(calls[row]));
  const names = nameColumn(
    rows.map((row) => functionLabel(neutralise(functions.name[row]))),
    view,
  );
  const width = widest(counts);
  return rows.map((row, i) => {
    const place = placeOf(analysis, functions.source[row], functions.line[row], view.cwd);
    return withPlace(`  ${padStart(counts[i], width)}  ${names[i]}`, place, view);
  });
}

/** Counted calls as plain values, the most called first; functions that never were are there as far as V8 knows them. */
export function buildJsonCalls(analysis: CallAnalysis) {
  const { calls, diagnostics } = analysis;
  return {
    schemaVersion: 1,
    calls: byMost(calls).map((row) => ({ ...buildDefinition(analysis, row), calls: calls[row] })),
    diagnostics: diagnostics.map(buildDiagnostic),
  };
}
