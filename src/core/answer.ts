import { type Analysis, Category, shareOf } from './analysis.ts';
import { sumBlocked } from './build-requests.ts';
import { sumOutside } from './outside-own-code.ts';
import { MICROTASKS } from './profile.ts';
import { type FunctionIndex, type LineIndex, type Microseconds, NONE, type Share } from './units.ts';

/** A line or a function of own code, with the code below it that is not own. */
export interface OwnTaker {
  readonly kind: 'line' | 'function';
  readonly time: Microseconds;
  /** Only of a line. */
  readonly line: LineIndex;
  /** -1 where it is unknown. */
  readonly function: FunctionIndex;
  readonly self: Microseconds;
  /** What it called that took the most; -1 for nothing. */
  readonly callee: FunctionIndex;
  readonly calleeTime: Microseconds;
  /** Why it is a function and not a line: where its own time is, or where it called, is unknown. */
  readonly unknown?: 'lines' | 'calls';
}

/** A wait or a collection, with the line that most of it happened at (-1 for none) and its part. */
interface Attributed {
  readonly time: Microseconds;
  readonly line: LineIndex;
  readonly part: Share;
}

/** Something that took time. A wait took a part of the recording's duration, everything else of its active time. */
export type TimeTaker =
  | OwnTaker
  | ({ readonly kind: 'waiting' | 'blocked' | 'gc' } & Attributed)
  | { readonly kind: 'microtasks' | 'program' | 'wasm' | 'elsewhere'; readonly time: Microseconds }
  | {
      readonly kind: 'compiling';
      readonly time: Microseconds;
      /** What took the most to compile. */
      readonly function: FunctionIndex;
    };

/** Where does most of the time go? */
export interface Answer {
  readonly first: TimeTaker;
  /** The second where it is close. After a wait, what took most of the rest. */
  readonly next?: TimeTaker;
  /** Time in or below own code. */
  readonly ownTime: Microseconds;
  /** Most of the active time is a test runner's or a framework's, so shares of it say little about own code. */
  readonly isBelowOthers: boolean;
}

/** A second that took this part of the first is told too. */
const CLOSE = 0.5;
/** With less of the active time than this, own code does not explain where the time goes. */
const HARDLY: Share = 0.02;

/** The largest thing that is true of a recording. Undefined where nothing took time. */
export function findAnswer(analysis: Analysis): Answer | undefined {
  const { activeTime } = analysis.quality;
  const { ownTime, takers: own } = findOwn(analysis);
  const isOfTests = own.length > 0 && isTestRun(analysis);
  const code = sumOf(analysis, (category) => !NOBODYS.has(category));
  const others = isOfTests ? [] : othersOf(analysis);
  const isBelowOthers = ownTime < (isOfTests ? activeTime : code) / 2;
  // If V8's own work took longer than any line of own code, the answer is whose code has the time.
  const isUnexplained = isBelowOthers && !isOwnTaker(largest([...own, ...others]).at(0));
  const isElsewhere = !isOfTests && (isUnexplained || shareOf(analysis, ownTime) < HARDLY);
  const active = largest([...own, ...others, { kind: 'elsewhere', time: isElsewhere ? code - ownTime : 0 }]);
  const all = largest([...waitsOf(analysis), ...active]);
  const [first] = all;
  if (first === undefined) return undefined;
  const isNews = ({ kind, time }: TimeTaker): boolean =>
    // It is part of the first one where that line called it, or where both together would exceed the active time.
    !(
      (kind === 'wasm' || kind === 'compiling') &&
      isOwnTaker(first) &&
      (first.time + time > activeTime || analysis.functions.category[first.callee] === Category[kind])
    );
  const isOwnTold = isBelowOthers && !isOwnTaker(first) && shareOf(analysis, ownTime) >= HARDLY;
  const isClose = (taker: TimeTaker): boolean =>
    taker.time >= first.time * CLOSE && isNews(taker) && !(isOwnTold && taker.kind === 'elsewhere');
  const close = all.slice(1).find(isClose) ?? (isOwnTold ? active.find(isOwnTaker) : undefined);
  const next = isWait(first) ? active.at(0) : close;
  return { first, ...(next && { next }), ownTime, isBelowOthers };
}

/** Work of V8 and Node for everybody, and none. */
const NOBODYS: ReadonlySet<number> = new Set([Category.gc, Category.program, Category.compiling, Category.idle]);

function sumOf({ functions }: Pick<Analysis, 'functions'>, keep: (category: number, name: string) => boolean) {
  const { category, name, selfTime } = functions;
  return selfTime.reduce((sum, time, fn) => (keep(category[fn], name[fn]) ? sum + time : sum), 0);
}

/** The own time of all functions of a category. */
export const timeOfCategory = (analysis: Pick<Analysis, 'functions'>, category: Category): Microseconds =>
  sumOf(analysis, (each) => each === category);

/** Whether it took a part of the duration, and not of the active time. */
export const isWait = ({ kind }: TimeTaker): boolean => kind === 'waiting' || kind === 'blocked';

export const isOwnTaker = (taker: TimeTaker | undefined): taker is OwnTaker =>
  taker?.kind === 'line' || taker?.kind === 'function';

const RUNNERS =
  /^node:internal\/test_runner\/|[\\/]node_modules[\\/](vitest|@vitest[\\/]runner|jest-circus|jest-jasmine2|mocha|ava|jasmine-core|@playwright[\\/]test)[\\/]/;

/** Did a test runner run own code? */
export const isTestRun = ({ sources }: Pick<Analysis, 'sources'>): boolean =>
  sources.some(({ path }) => RUNNERS.test(path));

const largest = (takers: readonly TimeTaker[]): TimeTaker[] =>
  takers.filter(({ time }) => time > 0).sort((a, b) => b.time - a.time);

/** Lines of own code, and functions where no line can be had, and the time in or below own code altogether. */
function findOwn(analysis: Analysis): { readonly ownTime: Microseconds; readonly takers: readonly OwnTaker[] } {
  const { functions, lines } = analysis;
  const outside = sumOutside(analysis);
  const isOwn = (fn: FunctionIndex): boolean => functions.category[fn] === Category.own;
  const ofLines = Array.from(lines.line.keys())
    .filter((row) => isOwn(lines.function[row]))
    .map((row): OwnTaker => {
      const { time, ...called } = outside.ofLine(row);
      const self = lines.selfTime[row];
      return { kind: 'line', time: self + time, line: row, function: lines.function[row], self, ...called };
    });
  const withoutLines = timesWithoutLines(analysis);
  const ofFunctions = [...functions.name.keys()].filter(isOwn).flatMap((fn): OwnTaker | [] => {
    const { time, ...called } = outside.ofFunction(fn);
    const self = functions.selfTime[fn];
    const unknown = withoutLines[fn] + time;
    if (unknown <= (self + time) / 2) return [];
    const why = withoutLines[fn] >= time ? 'lines' : 'calls';
    return { kind: 'function', time: self + time, line: NONE, function: fn, self, ...called, unknown: why };
  });
  return { ownTime: timeOfCategory(analysis, Category.own) + outside.time, takers: [...ofLines, ...ofFunctions] };
}

/** The own time of each function that is on no line. */
function timesWithoutLines({ functions, lines, sources }: Analysis): Float64Array {
  // A line names only one of its functions, so no function has more than its file.
  const uncovered = new Float64Array(sources.length + 1);
  functions.selfTime.forEach((time, fn) => (uncovered[functions.source[fn] + 1] += time));
  const onLines = new Float64Array(functions.name.length);
  lines.selfTime.forEach((time, row) => {
    uncovered[lines.source[row] + 1] -= time;
    if (lines.function[row] >= 0) onLines[lines.function[row]] += time;
  });
  return functions.selfTime.map((time, fn) =>
    Math.max(0, Math.min(time - onLines[fn], uncovered[functions.source[fn] + 1])),
  );
}

/** A wait for less of the duration is not what a program spends its time with. */
const NOTABLE_WAIT: Share = 0.25;

function waitsOf(analysis: Analysis): TimeTaker[] {
  const { quality, lanes, lines, functions } = analysis;
  // Threads wait for each other: the program waits where all of them do, which is at least so long.
  const waiting = quality.idleTime - Math.max(0, lanes.length - 1) * quality.duration - heldAtEnd(analysis);
  // Weighed by wall time, blocked time is on lines already.
  const blocked = lanes.length > 1 || quality.valueName === 'wall' ? 0 : (quality.blockedTime ?? 0);
  const isOwn = (row: LineIndex): boolean => functions.category[lines.function[row]] === Category.own;
  const at = sumBlocked(analysis)?.lines.map((time, row) => (isOwn(row) ? time : 0));
  const waits: TimeTaker[] = [
    { kind: 'waiting', time: waiting, line: NONE, part: 0 },
    { kind: 'blocked', time: blocked, ...mostOf(at ?? new Float64Array(0), blocked) },
  ];
  return waits.filter(({ time }) => quality.activeTime === 0 || time >= quality.duration * NOTABLE_WAIT);
}

/** The recorder may hold a program at its end for so long until its samples are safe. */
const LONGEST_HOLD: Microseconds = 250_000;

/** Idle time after the last active sample that may be the recorder's. */
function heldAtEnd({ lanes, tree, functions, quality }: Analysis): Microseconds {
  if (quality.activeTime === 0) return 0;
  const idle = lanes.map(({ samples: { node, start } }) => {
    const last = node.findLastIndex((one) => functions.category[tree.function[one]] !== Category.idle);
    return start[node.length] - start[last + 1];
  });
  return Math.min(LONGEST_HOLD, ...idle);
}

/** Work of V8, of Node and of WebAssembly. */
function othersOf(analysis: Analysis): TimeTaker[] {
  const { functions, lines } = analysis;
  const ofKind = (kind: Category): Microseconds => timeOfCategory(analysis, kind);
  const queue = sumOf(analysis, (category, name) => category === Category.program && name === MICROTASKS);
  const compiled = functions.selfTime.map((time, fn) => (functions.category[fn] === Category.compiling ? time : 0));
  return [
    { kind: 'gc', time: ofKind(Category.gc), ...mostOf(lines.gcTime, ofKind(Category.gc)) },
    { kind: 'compiling', time: ofKind(Category.compiling), function: mostAt(compiled) },
    { kind: 'microtasks', time: queue },
    { kind: 'program', time: ofKind(Category.program) - queue },
    { kind: 'wasm', time: ofKind(Category.wasm) },
  ];
}

/** The row with the most of a whole. */
function mostOf(times: Float64Array, whole: Microseconds): Pick<Attributed, 'line' | 'part'> {
  const line = mostAt(times);
  return { line, part: line < 0 ? 0 : Math.min(1, times[line] / whole) };
}

const mostAt = (times: Float64Array): number =>
  times.reduce((most, time, row) => (time > (times[most] ?? 0) ? row : most), NONE);
