import { type CallTimes, type CallTiming, namesNotCalled, type PathStep } from '../readers/timed-calls.ts';
import { functionLabel, joinParts, placeLabel } from '../present/names.ts';
import { formatCount, formatCountOf, formatTime, plainSpaces } from '../present/quantities.ts';
import { heading, moreNote, nameColumn, type ReportView, shortPath, withPlace } from './report-view.ts';
import { neutralise, padStart, widest } from './text.ts';

type View = Omit<ReportView, 'lineOf'>;

/** Steps of the path that are printed. */
const STEPS = 20;
/** Rows and columns of a histogram. */
const BARS = 8;
const BAR_WIDTH = 30;

/** The report of a run with timed calls. `asked`: by what names, where that is known. Ends with a newline. */
export function formatTiming(timing: CallTiming, view: View, asked: readonly string[] = []): string {
  const { functions, untimed, cost } = timing;
  const isTimed = cost.callNs > 0;
  const note = isTimed
    ? 'exact; what timing cost is taken off, and nothing here is comparable with sampled time'
    : 'exact counts; nothing is timed while calls are counted';
  const shown = functions.slice(0, view.top);
  const missing = namesNotCalled(timing, asked);
  const ofEval = '  What eval runs, as in a webpack build with devtool eval, can only be counted: --count-only.';
  const none = `  No function that was to be ${isTimed ? 'timed' : 'counted'} was called. Those of dependencies, and of other folders, need --in FOLDER.`;
  const parts = [
    [
      heading(view, 'Calls', note),
      ...(functions.length === 0
        ? [none, ...(isTimed ? [ofEval] : [])]
        : formatTable(shown, isTimed ? [callColumn, ...timeColumns] : [callColumn], view)),
      ...moreNote(functions.length, view, 'function'),
      ...(missing.length > 0 ? [`  Not called: ${neutralise(missing.join(', '))}.`] : []),
    ],
    ...(isTimed && functions.length <= 3 ? functions.map((each) => formatDetails(each, view)) : []),
    formatPath(timing, view),
    untimed.map(
      ({ name, file, line }) =>
        `${functionLabel(neutralise(name))} (${placeIn(view, file, line)}) could not be timed: a function in it has the name of a variable or parameter.`,
    ),
    isTimed ? [costSentence(timing)] : [],
  ];
  return plainSpaces(`${joinParts('\n\n', ...parts.map((lines) => lines.join('\n')))}\n`);
}

const placeIn = ({ cwd }: Pick<View, 'cwd'>, file: string, line: number | null): string => {
  const path = shortPath({ path: file, isFile: true }, cwd);
  return neutralise(line === null ? path : placeLabel(path, line));
};

const formatMs = (ms: number | null): string => {
  if (ms === null) return '–';
  return ms > 0 && ms < 0.01 ? `${formatCount(ms * 1e6)}\u00a0ns` : formatTime(ms * 1000);
};

type Column = readonly [title: string, value: (row: CallTimes) => string];
const callColumn: Column = ['calls', ({ count }) => formatCount(count)];
const timeColumns: readonly Column[] = [
  ['total', ({ totalMs }) => formatMs(totalMs)],
  ['self', ({ selfMs }) => formatMs(selfMs)],
  ['min', ({ minMs }) => formatMs(minMs)],
  ['mean', ({ meanMs }) => formatMs(meanMs)],
  ['median', ({ medianMs }) => formatMs(medianMs)],
  ['p99', ({ p99Ms }) => formatMs(p99Ms)],
  ['max', ({ maxMs }) => formatMs(maxMs)],
];

function formatTable(functions: readonly CallTimes[], columns: readonly Column[], view: View): string[] {
  const cells = columns.map(([title, value]) => [title, ...functions.map(value)]);
  const widths = cells.map(widest);
  const names = nameColumn(['function', ...functions.map(({ name }) => functionLabel(neutralise(name)))], view);
  return [undefined, ...functions].map((row, i) => {
    const figures = cells.map((column, at) => padStart(column[i], widths[at])).join('  ');
    const text = `  ${figures}  ${names[i]}`;
    return row ? withPlace(text, placeIn(view, row.file, row.line), view) : view.paint('dim', text.trimEnd());
  });
}

/** What the table has no room for. */
function formatDetails(of: CallTimes, view: View): string[] {
  const { name, kind, isShort, thrown, open, untilReturnMs, slowest } = of;
  const notes = [
    isShort ? 'too short to time: a call takes less than timing it does; its calls are exact' : '',
    thrown > 0 ? `${formatCountOf(thrown, 'call')} ended by an exception` : '',
    open > 0 ? `${formatCountOf(open, 'call')} had not ended` : '',
    kind === 'async' && untilReturnMs !== null
      ? `until the promise was given: ${formatMs(untilReturnMs)} in the mean; the other times are until it settled`
      : '',
    kind.endsWith('generator') ? 'the time between its steps is not counted' : '',
  ].filter(Boolean);
  const [first] = slowest;
  const caller = first?.from ? `, called by ${functionLabel(neutralise(first.from))}` : '';
  const slow =
    !isShort && first && of.count > 1
      ? [`  slowest ${formatMs(first.durationMs)}, ${formatMs(first.startMs)} after the start${caller}`]
      : [];
  const bars = isShort || of.count < 10 ? [] : formatHistogram(of);
  if (notes.length + slow.length + bars.length === 0) return [];
  return [view.paint('bold', functionLabel(neutralise(name))), ...notes.map((note) => `  ${note}`), ...slow, ...bars];
}

/** Bars of equal steps on a logarithmic scale. */
function formatHistogram({ histogram, minMs, maxMs }: CallTimes): string[] {
  if (minMs === null || maxMs === null || maxMs <= minMs) return [];
  const least = Math.max(minMs, 1e-5);
  const step = Math.log(Math.max(maxMs / least, 1.0001)) / BARS;
  const calls = new Array<number>(BARS).fill(0);
  for (const [from, count] of histogram) {
    const bar = Math.floor(Math.log(Math.max(from, least) / least) / step);
    calls[Math.min(BARS - 1, Math.max(0, bar))] += count;
  }
  const most = Math.max(...calls);
  const starts = calls.map((_, bar) => formatMs(least * Math.exp(step * bar)));
  const counts = calls.map((count) => formatCount(count));
  return calls.map((count, bar) => {
    const length = count === 0 ? 0 : Math.max(1, Math.round((count / most) * BAR_WIDTH));
    return `  from ${padStart(starts[bar], widest(starts))}  ${padStart(counts[bar], widest(counts))}  ${'▇'.repeat(length)}`;
  });
}

/** Calls of one function right after each other, which called nothing that was timed. */
interface Steps extends PathStep {
  readonly calls: number;
}

/** The first calls in their order, each below its caller. */
function formatPath({ path, pathIsComplete }: CallTiming, view: View): string[] {
  if (path.length === 0) return [];
  const inOrder = `${formatCountOf(path.length, 'call')} in order`;
  const all = joinSteps(path);
  const steps = all.slice(0, STEPS);
  const starts = steps.map(({ startMs }) => formatMs(startMs));
  const line = ({ name, durationMs, depth, calls }: Steps, i: number): string => {
    const times = calls > 1 ? ` ×${formatCount(calls)}` : '';
    const took = view.paint('dim', durationMs === null ? 'had not ended' : formatMs(durationMs));
    const indent = '  '.repeat(Math.min(depth, 20));
    return `  ${padStart(starts[i], widest(starts))}  ${indent}${functionLabel(neutralise(name))}${times}  ${took}`;
  };
  const left = all.slice(STEPS).reduce((sum, { calls }) => sum + calls, 0);
  const more = left > 0 ? [view.paint('dim', `  … ${formatCountOf(left, 'more call')} (--json has them)`)] : [];
  return [heading(view, 'Path', pathIsComplete ? inOrder : `the first ${inOrder}`), ...steps.map(line), ...more];
}

function joinSteps(path: readonly PathStep[]): Steps[] {
  const joined: Steps[] = [];
  for (const step of path) {
    const last = joined.at(-1);
    const isSame = last?.name === step.name && last.depth === step.depth && last.thread === step.thread;
    if (isSame && last.durationMs !== null && step.durationMs !== null)
      joined[joined.length - 1] = { ...last, calls: last.calls + 1, durationMs: last.durationMs + step.durationMs };
    else joined.push({ ...step, calls: 1 });
  }
  return joined;
}

function costSentence({ functions, cost: { callNs, insideNs, clockNs } }: CallTiming): string {
  const overhead = functions.reduce((sum, each) => sum + each.overheadMs, 0);
  return `Timing a call cost ${formatCount(callNs)} ns here, ${formatCount(insideNs)} ns of it inside of the measured time (one reading of the clock takes ${formatCount(clockNs)} ns); together ${formatMs(overhead)}, which is taken off.`;
}

/** The same as plain values; docs/json-output.md describes them. */
export function buildJsonTiming({ functions, path, pathIsComplete, untimed, cost }: CallTiming) {
  return { schemaVersion: 1, kind: 'time', functions, path, pathIsComplete, untimed, cost };
}
