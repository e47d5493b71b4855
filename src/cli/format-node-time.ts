import { type Analysis, shareOf } from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { formatShare, formatTime } from '../present/quantities.ts';
import { isOwn, moreNote, placeOf, type ReportView } from './report-view.ts';
import { neutralise, padEnd, padStart, truncateEnd, widest } from './text.ts';

/** A line (or, where only that is known, a function) of the user's, and what it cost beyond its own computing. */
interface Asker {
  readonly source: number;
  readonly line: number;
  readonly isLineKnown: boolean;
  readonly name: string;
  /** In Node's own code that it called, and Node's function with the most of that. */
  nodeTime: number;
  readonly computedIn: Most;
  /** Itself, and in Node's code that it called. */
  blocked: number;
  readonly blockedIn: Most;
}

/** The function with the most time of a kind so far. */
interface Most {
  name: string;
  time: number;
}

const none = (): Most => ({ name: '', time: 0 });

/** Below this part of the whole nothing is worth a row. */
const NOTABLE_PART = 0.005;
/** The clock's readings are no finer, in microseconds. */
const NOTABLE_BLOCKED = 5000;

/** The table of lines whose time is in Node's own code that they called. Empty where none has a notable part. */
export function formatNodeTime(analysis: Analysis, view: ReportView): string {
  const least = analysis.quality.activeTime * NOTABLE_PART;
  const rows = findAskers(analysis, view)
    .filter(({ nodeTime }) => nodeTime > least)
    .sort((a, b) => b.nodeTime - a.nodeTime);
  if (rows.length === 0) return '';
  const cells = rows
    .slice(0, view.top)
    .map(
      ({ nodeTime }) => `${padStart(formatShare(shareOf(analysis, nodeTime)), 7)} ${padStart(formatTime(nodeTime), 8)}`,
    );
  const title =
    view.paint('bold', 'In Node') + view.paint('dim', "  time in Node's own code, by the line that called it");
  return [
    title,
    ...formatRows(analysis, view, rows, cells, ({ computedIn }) => computedIn),
    ...moreNote(rows.length, view, 'line'),
  ].join('\n');
}

/** The table of lines that were blocked. Empty where the recording does not tell, or none was for long. */
export function formatBlocked(analysis: Analysis, view: ReportView): string {
  const { blockedTime = 0, activeTime, clock } = analysis.quality;
  const least = Math.max(NOTABLE_BLOCKED, (activeTime + (clock === 'cpu' ? blockedTime : 0)) * NOTABLE_PART);
  const rows = findAskers(analysis, view)
    .filter(({ blocked }) => blocked > least)
    .sort((a, b) => b.blocked - a.blocked);
  if (rows.length === 0) return '';
  const cells = rows.slice(0, view.top).map(({ blocked }) => padStart(formatTime(blocked), 8));
  const what = clock === 'cpu' ? 'no part of the times above' : 'a part of the times above';
  const title =
    view.paint('bold', 'Blocked') +
    view.paint('dim', `  in synchronous calls, ${formatTime(blockedTime)} in all; ${what}`);
  return [
    title,
    ...formatRows(analysis, view, rows, cells, ({ blockedIn }) => blockedIn),
    ...moreNote(rows.length, view, 'line'),
  ].join('\n');
}

function findAskers(analysis: Analysis, view: Pick<ReportView, 'all'>): Asker[] {
  const { requests, lines, functions } = analysis;
  const askers = new Map<string, Asker>();
  const askerOf = (fn: number, row: number): Asker => {
    const key = row >= 0 ? `line ${row}` : `function ${fn}`;
    const known = askers.get(key);
    if (known) return known;
    const [source, line] = row >= 0 ? [lines.source[row], lines.line[row]] : [functions.source[fn], functions.line[fn]];
    const isLineKnown = row >= 0;
    const place = { source, line, isLineKnown, name: functions.name[fn] };
    const made = { ...place, nodeTime: 0, computedIn: none(), blocked: 0, blockedIn: none() };
    askers.set(key, made);
    return made;
  };
  for (let row = 0; row < requests.function.length; row++) {
    if (!view.all && !isOwn(analysis, requests.caller[row])) continue;
    const asker = askerOf(requests.caller[row], requests.line[row]);
    const blocked = requests.blockedTime?.[row] ?? 0;
    asker.nodeTime += requests.time[row];
    asker.blocked += blocked;
    const name = functions.name[requests.function[row]];
    if (requests.time[row] > asker.computedIn.time) Object.assign(asker.computedIn, { name, time: requests.time[row] });
    if (blocked > asker.blockedIn.time) Object.assign(asker.blockedIn, { name, time: blocked });
  }
  lines.blockedTime?.forEach((blocked, row) => {
    if (blocked > 0 && (isOwn(analysis, lines.function[row]) || view.all))
      askerOf(lines.function[row], row).blocked += blocked;
  });
  return [...askers.values()];
}

function formatRows(
  analysis: Analysis,
  view: ReportView,
  rows: readonly Asker[],
  cells: readonly string[],
  mostIn: (row: Asker) => Most,
): string[] {
  const shown = rows.slice(0, cells.length);
  const places = shown.map(
    ({ source, line, isLineKnown }) => `${isLineKnown ? ' ' : 'ƒ'} ${placeOf(analysis, source, line, view.cwd)}`,
  );
  const width = Math.min(widest(places), Math.max(20, Math.floor(view.width * 0.35)));
  return shown.map((row, i) => {
    const callee = mostIn(row);
    const through = callee.time > 0 ? ` through ${functionLabel(callee.name)}` : '';
    const name = neutralise(`in ${functionLabel(row.name)}${through}`);
    return ` ${cells[i]} ${view.paint('cyan', padEnd(truncateEnd(places[i], width), width))}  ${truncateEnd(name, 60)}`;
  });
}
