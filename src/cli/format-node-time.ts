import { type Analysis, Category, shareOf } from '../core/index.ts';
import { describeRuntimeWork, functionLabel } from '../present/names.ts';
import { amountLabel, formatShare, formatTime, formatValue } from '../present/quantities.ts';
import { isOwn } from '../export/markdown.ts';
import { heading, moreNote, nameColumn, NOTABLE_PART, placeOf, type ReportView } from './report-view.ts';
import { neutralise, padStart, truncateEnd } from './text.ts';

/** A line (or, where only that is known, a function) of the user's, and what it cost beyond its own computing. */
interface Asker {
  readonly source: number;
  readonly line: number;
  readonly isLineKnown: boolean;
  readonly name: string;
  time: number;
  /** Node's function with the most of it, and how much that is. */
  through: string;
  most: number;
}

/** The clock's readings are no finer, in microseconds. */
const NOTABLE_BLOCKED = 5000;

/** The table of lines whose time is in Node's own code that they called. Empty where none has a notable part. */
export function formatNodeTime(analysis: Analysis, view: ReportView): string {
  const about = `${amountLabel(analysis.quality)} in Node's own code, by the line that called it`;
  const cellOf = (time: number): string =>
    `${padStart(formatShare(shareOf(analysis, time)), 7)} ${padStart(formatValue(analysis.quality, time), 8)}`;
  const least = analysis.quality.activeTime * NOTABLE_PART;
  return formatAskers(analysis, view, heading(view, 'In Node', about), 'time', least, cellOf);
}

/** The table of lines that were blocked, and of V8's and Node's own waits. Empty where the recording does not tell, or none was for long. */
export function formatBlocked(analysis: Analysis, view: ReportView): string {
  const { blockedTime = 0, activeTime, valueName } = analysis.quality;
  const least = Math.max(NOTABLE_BLOCKED, (activeTime + (valueName === 'cpu' ? blockedTime : 0)) * NOTABLE_PART);
  const what = valueName === 'cpu' ? 'no part of the times above' : 'a part of the times above';
  const title = heading(view, 'Blocked', `in synchronous calls, ${formatTime(blockedTime)} in all; ${what}`);
  const cellOf = (time: number): string => padStart(formatTime(time), 8);
  const lines = formatAskers(analysis, view, title, 'blockedTime', least, cellOf);
  const others = formatOwnWaits(analysis, least, cellOf);
  return others.length === 0 ? lines : [lines || title, ...others].join('\n');
}

/** The waits of V8 and Node themselves, which are in no function. */
function formatOwnWaits({ functions }: Analysis, least: number, cellOf: (time: number) => string): string[] {
  const blockedAt = (row: number): number => functions.blockedTime?.[row] ?? 0;
  const describe = (row: number): string | undefined =>
    functions.category[row] === Category.gc
      ? 'waiting for its threads'
      : describeRuntimeWork(functions.name[row], functions.category[row]);
  return [...functions.name.keys()]
    .filter((row) => blockedAt(row) > least && describe(row) !== undefined)
    .sort((a, b) => blockedAt(b) - blockedAt(a))
    .map((row) => ` ${cellOf(blockedAt(row))}   ${functions.name[row]}  ${describe(row)}`);
}

function formatAskers(
  analysis: Analysis,
  view: ReportView,
  title: string,
  kind: 'time' | 'blockedTime',
  least: number,
  cellOf: (time: number) => string,
): string {
  const rows = findAskers(analysis, view, kind)
    .filter(({ time }) => time > least)
    .sort((a, b) => b.time - a.time);
  if (rows.length === 0) return '';
  const shown = rows.slice(0, view.top);
  const marked = shown.map(
    ({ source, line, isLineKnown }) => `${isLineKnown ? ' ' : 'ƒ'} ${placeOf(analysis, source, line, view.cwd)}`,
  );
  const places = nameColumn(marked, view);
  const texts = shown.map(({ time, name: caller, most, through }, i) => {
    const name = `in ${functionLabel(caller)}${most > 0 ? ` through ${functionLabel(through)}` : ''}`;
    return ` ${cellOf(time)} ${view.paint('cyan', places[i])}  ${truncateEnd(neutralise(name), 60)}`;
  });
  return [title, ...texts, ...moreNote(rows.length, view, 'line')].join('\n');
}

/** Who asked for time in Node's own code, or was blocked there or by itself. */
function findAskers(analysis: Analysis, view: Pick<ReportView, 'all'>, kind: 'time' | 'blockedTime'): Asker[] {
  const { requests, lines, functions } = analysis;
  const askers = new Map<string, Asker>();
  const add = (fn: number, line: number, time: number, through?: string): void => {
    if (!view.all && !isOwn(analysis, fn)) return;
    const isLineKnown = line >= 0;
    const [table, row] = isLineKnown ? [lines, line] : [functions, fn];
    const place = { source: table.source[row], line: table.line[row], isLineKnown, name: functions.name[fn] };
    const key = `${isLineKnown} ${row}`;
    const asker = askers.get(key) ?? { ...place, time: 0, through: '', most: 0 };
    askers.set(key, asker);
    asker.time += time;
    if (through !== undefined && time > asker.most) Object.assign(asker, { most: time, through });
  };
  requests.caller.forEach((caller, at) =>
    add(caller, requests.line[at], requests[kind]?.[at] ?? 0, functions.name[requests.function[at]]),
  );
  if (kind === 'blockedTime') lines.blockedTime?.forEach((time, row) => add(lines.function[row], row, time));
  return [...askers.values()];
}
