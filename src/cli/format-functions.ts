import { type Analysis, Category, categoryNames, shareOf } from '../core/index.ts';
import { isOwn, labelOf, percent, type ReportView, sortRows, time } from './report-view.ts';
import { displayWidth, neutralise, padEnd, padStart, truncateEnd, truncateStart, widest } from './text.ts';

/** The table of functions by self time. Empty when none has any. */
export function formatFunctions(analysis: Analysis, view: ReportView): string {
  const { functions } = analysis;
  const shownKind = (row: number): boolean => {
    const category = functions.category[row];
    if (category === Category.root || category === Category.idle) return false;
    return view.all || isOwn(analysis, row) || category === Category.gc || category === Category.program;
  };
  const rows = sortRows(functions.selfTime, shownKind);
  const shown = rows.slice(0, view.top);
  if (shown.length === 0) return '';
  const names = shown.map((row) => nameOf(analysis, row));
  const widthOfNames = Math.min(widest(names), Math.max(16, Math.floor(view.width * 0.35)));
  const head = view.paint('bold', 'Functions') + view.paint('dim', '  self, total, samples');
  const table = shown.map((row, i) =>
    formatRow(analysis, view, row, padEnd(truncateEnd(names[i], widthOfNames), widthOfNames)),
  );
  const more = rows.length - shown.length;
  const rest = more > 0 ? [view.paint('dim', `  … ${more} more`)] : [];
  return [head, ...table, ...rest, ...hiddenNote(analysis, view)].join('\n');
}

function formatRow(analysis: Analysis, view: ReportView, row: number, name: string): string {
  const { functions } = analysis;
  const cells = [
    padStart(percent(shareOf(analysis, functions.selfTime[row])), 7),
    padStart(percent(shareOf(analysis, functions.totalTime[row])), 7),
    padStart(time(functions.selfTime[row]), 8),
    padStart(String(functions.selfSamples[row]), 7),
    name,
  ];
  const start = ` ${cells.join(' ')}`;
  const place = placeOf(analysis, view, row);
  const left = view.width - displayWidth(start) - 2;
  return left < 8 || !place ? start.trimEnd() : `${start}  ${view.paint('dim', truncateStart(place, left))}`;
}

function nameOf(analysis: Analysis, row: number): string {
  const { name, category } = analysis.functions;
  if (category[row] === Category.gc) return '(garbage collector)';
  if (category[row] === Category.program) return '(native code outside of functions)';
  return neutralise(name[row]) || '(anonymous)';
}

function placeOf(analysis: Analysis, view: ReportView, row: number): string {
  const { source, line, category } = analysis.functions;
  if (source[row] < 0) return category[row] === Category.native ? 'native' : '';
  const place = labelOf(analysis, source[row], view.cwd);
  return line[row] > 0 ? `${place}:${line[row]}` : place;
}

/** What `--all` would show. */
function hiddenNote(analysis: Analysis, view: ReportView): string[] {
  if (view.all) return [];
  const hidden = ([Category.dependency, Category.node, Category.native] as const)
    .map((category) => ({ name: kindNames[category], time: timeOf(analysis, category) }))
    .filter((kind) => kind.time > 0)
    .map((kind) => `${kind.name} ${percent(shareOf(analysis, kind.time))}`);
  return hidden.length ? [view.paint('dim', `  not shown: ${hidden.join(', ')} (--all)`)] : [];
}

const kindNames: Record<number, string> = {
  [Category.native]: categoryNames[Category.native],
  [Category.dependency]: 'dependencies',
  [Category.node]: 'Node itself',
};

function timeOf({ functions }: Analysis, category: Category): number {
  return functions.selfTime.reduce((sum, value, row) => (functions.category[row] === category ? sum + value : sum), 0);
}
