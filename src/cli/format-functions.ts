import { type Analysis, Category, categoryNames, shareOf, timeOfCategory } from '../core/index.ts';
import { describeRuntimeWork, functionLabel } from '../present/names.ts';
import { formatCount, formatShare, formatValue } from '../present/quantities.ts';
import { isOwn, sortRows } from '../export/markdown.ts';
import { heading, moreNote, nameColumn, NOTABLE_PART, placeOf, type ReportView, withPlace } from './report-view.ts';
import { neutralise, padStart, truncateEnd } from './text.ts';

/** Work of the runtime, and WebAssembly, of which nobody knows whose it is: shown where it is notable. */
const runtime: ReadonlySet<number> = new Set([Category.gc, Category.program, Category.compiling, Category.wasm]);

/** The table of functions by self time. Empty when none has any. */
export function formatFunctions(analysis: Analysis, view: ReportView): string {
  const { functions } = analysis;
  const isShown = (row: number): boolean => {
    const category = functions.category[row];
    if (category === Category.root || category === Category.idle) return false;
    if (view.all || isOwn(analysis, row)) return true;
    return runtime.has(category) && shareOf(analysis, functions.selfTime[row]) >= NOTABLE_PART;
  };
  const rows = sortRows(functions.selfTime, isShown);
  const shown = rows.slice(0, view.top);
  if (shown.length === 0) return '';
  const labels = shown.map((row) => functionLabel(neutralise(functions.name[row])));
  const names = nameColumn(labels, view);
  return [
    heading(view, 'Functions', 'self, total, samples'),
    ...shown.map((row, i) => formatRow(analysis, view, row, names[i])),
    ...moreNote(rows.length, view, 'function'),
    ...hiddenNote(analysis, view),
  ].join('\n');
}

function formatRow(analysis: Analysis, view: ReportView, row: number, name: string): string {
  const { functions } = analysis;
  const cells = [
    padStart(formatShare(shareOf(analysis, functions.selfTime[row])), 7),
    padStart(formatShare(shareOf(analysis, functions.totalTime[row])), 7),
    padStart(formatValue(analysis.quality, functions.selfTime[row]), 8),
    padStart(formatCount(functions.selfSamples[row]), 7),
    name,
  ];
  const place = placeOf(analysis, functions.source[row], functions.line[row], view.cwd);
  const category = functions.category[row];
  const work = category === Category.native ? 'native' : describeRuntimeWork(functions.name[row], category);
  const line = ` ${cells.join(' ')}`;
  return place === '' ? withPlace(line, work ?? '', view, truncateEnd) : withPlace(line, place, view);
}

/** What `--all` would show. */
function hiddenNote(analysis: Analysis, view: ReportView): string[] {
  if (view.all) return [];
  const hidden = hiddenKinds
    .map(([category, name]) => ({ name, time: timeOfCategory(analysis, category) }))
    .filter((kind) => kind.time > 0)
    .map((kind) => `${kind.name} ${formatShare(shareOf(analysis, kind.time))}`);
  return hidden.length ? [view.paint('dim', `  not shown: ${hidden.join(', ')} (--all)`)] : [];
}

const hiddenKinds = [
  [Category.dependency, 'dependencies'],
  [Category.node, 'Node itself'],
  [Category.native, categoryNames[Category.native]],
] as const;
