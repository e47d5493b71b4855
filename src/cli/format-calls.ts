import type { CallAnalysis } from '../analysis/analyze-calls.ts';
import { Category } from '../core/index.ts';
import { formatDiagnostics } from './format-quality.ts';
import { labelOf, type ReportView, sortRows } from './report-view.ts';
import { displayWidth, neutralise, padEnd, padStart, truncateEnd, truncateStart, widest } from './text.ts';

/** How a report of calls is to look. */
export type CallView = Omit<ReportView, 'source'>;

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
  const shown = rows.slice(0, view.top);
  const more = rows.length - shown.length;
  const missing = names.filter((name) => !rows.some((row) => analysis.functions.name[row] === name));
  const isEmpty = shown.length === 0;
  const table = [
    ...(isEmpty ? [] : formatTable(analysis, shown, view)),
    ...(isEmpty || missing.length > 0 ? [`  ${nothing(missing)}`] : []),
  ];
  const head = view.paint('bold', 'Calls') + view.paint('dim', '  counted one by one; nothing is timed in such a run');
  const rest = more > 0 ? [view.paint('dim', `  … ${more} more`)] : [];
  return `${[[head, ...table, ...rest].join('\n'), formatDiagnostics(analysis, view)].filter(Boolean).join('\n\n')}\n`;
}

function nothing(names: readonly string[]): string {
  if (names.length === 0) return 'No function of your own code was called (--all shows the others).';
  return `No function named ${names.map(neutralise).join(' or ')} was compiled in the main thread; check the name.`;
}

function formatTable(analysis: CallAnalysis, rows: readonly number[], view: CallView): string[] {
  const { functions, calls } = analysis;
  const counts = rows.map((row) => calls[row].toLocaleString('en-US'));
  const names = rows.map((row) => neutralise(functions.name[row]) || '(anonymous)');
  const countWidth = widest(counts);
  const nameWidth = Math.min(widest(names), Math.max(16, Math.floor(view.width * 0.35)));
  return rows.map((row, i) => {
    const start = `  ${padStart(counts[i], countWidth)}  ${padEnd(truncateEnd(names[i], nameWidth), nameWidth)}`;
    const line = functions.line[row] > 0 ? `:${functions.line[row]}` : '';
    const place = labelOf(analysis, functions.source[row], view.cwd) + line;
    const left = view.width - displayWidth(start) - 2;
    return left < 8 || functions.source[row] < 0 ? start : `${start}  ${view.paint('dim', truncateStart(place, left))}`;
  });
}
