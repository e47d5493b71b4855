import {
  type Analysis,
  type Answer,
  Category,
  hottestPackages,
  isOwnTaker,
  isWait,
  type LineIndex,
  type Microseconds,
  type OwnTaker,
  Precision,
  shareOf,
  type Source,
  timeOfCategory,
  type TimeTaker,
} from '../core/index.ts';
import type { DiagnosticCode } from '../recording/index.ts';
import { functionLabel, joinParts, placeLabel } from './names.ts';
import { packageLabel } from './packages.ts';
import { formatShare, formatTime, formatValue, wholeLabel } from './quantities.ts';

/** An answer that is put into words. `nameOf`: how a source is called. */
export interface Worded {
  readonly analysis: Analysis;
  readonly answer: Answer;
  readonly nameOf: (source: Source) => string;
}

/**
 * Where most of the time goes, as sentences without the last full stop: `93.5 % of 315 ms of active time is spent in or below
 * fsread.js:3: 21.4 % itself, 72.1 % in readFileSync. Next: …`. The first may begin with a small letter.
 */
export function describeAnswer(worded: Worded): string {
  const { analysis, answer } = worded;
  const { quality } = analysis;
  const { first, next } = answer;
  const active = formatValue(quality, quality.activeTime);
  const tell = (taker: TimeTaker, whole: string): string =>
    isFramed(worded, taker) ? framed(worded, taker, whole) : describeTaker(worded, taker, whole);
  const told = tell(first, ` of ${active} of ${wholeLabel(quality)}`);
  if (next === undefined) return told;
  if (isWait(first)) return `${told}; computed for ${active}. ${capitalise(tell(next, ' of that'))}`;
  if (isFramed(worded, first) && isFramed(worded, next)) return `${told}, then ${framedPlace(worded, next)}`;
  return `${told}. Next: ${tell(next, '')}`;
}

/** A sentence with a capital letter at its beginning. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const isFramed = ({ answer }: Worded, taker: TimeTaker): taker is OwnTaker => answer.isBelowOthers && isOwnTaker(taker);

/** Of own code alone: `in or below your code: 31 ms of 510 ms of active time; hottest: search.ts:7, in find, 8.2 ms (26.4 %)`. */
function framed(worded: Worded, taker: OwnTaker, whole: string): string {
  const time = formatValue(worded.analysis.quality, worded.answer.ownTime);
  return `in or below your code: ${time}${whole}; hottest: ${framedPlace(worded, taker)}`;
}

function framedPlace(worded: Worded, taker: OwnTaker): string {
  const { analysis, answer } = worded;
  const why = taker.unknown === undefined ? '' : `; ${whyUnknown(worded, taker)}`;
  const part = formatShare(taker.time / answer.ownTime);
  return `${placeOf(worded, taker)}, ${formatValue(analysis.quality, taker.time)} (${part} of that${why})`;
}

/** `whole`: what its share is of, as ` of 315 ms of active time`. */
function describeTaker(worded: Worded, taker: TimeTaker, whole: string): string {
  const { analysis, answer } = worded;
  const share = (time: Microseconds): string => formatShare(Math.min(1, shareOf(analysis, time)));
  const head = `${share(taker.time)}${whole} is`;
  switch (taker.kind) {
    case 'line':
    case 'function':
      return describeOwn(worded, taker, head);
    case 'waiting':
    case 'blocked':
      return describeWait(worded, taker);
    case 'gc':
      return `${head} garbage collection${partAt(worded, taker, analysis.collections ? 'begun on' : 'behind')}`;
    case 'compiling': {
      const { name, selfTime } = analysis.functions;
      const most = name[taker.function].replace(/^\(?compiling\)? ?|\)$/g, '');
      const what = shortName(most) || 'functions, when they were first called,';
      return `${head} spent by V8 compiling; ${what} took ${share(selfTime[taker.function])}`;
    }
    case 'microtasks':
      return `${head} V8's microtask queue, settling promises and resuming async functions; fewer promises and awaits would reduce that`;
    case 'program':
      return `${head} spent in Node and V8 themselves, outside any function`;
    case 'wasm':
      return `${head} spent in WebAssembly`;
    case 'elsewhere':
      return `${head} spent outside of your code: ${elsewhere(analysis)}${answer.ownTime > 0 ? `; your code takes ${share(answer.ownTime)}` : ''}`;
  }
}

/** Less than this part of a line is not worth telling apart. */
const NOTABLE_BELOW = 0.1;

function describeOwn(worded: Worded, taker: OwnTaker, head: string): string {
  const { analysis } = worded;
  const { time, self, callee, calleeTime } = taker;
  const share = (value: Microseconds): string => formatShare(shareOf(analysis, value));
  const why = taker.unknown === undefined ? '' : `; ${whyUnknown(worded, taker)}`;
  const place = placeOf(worded, taker);
  if (time - self < time * NOTABLE_BELOW) {
    const isVague = taker.kind === 'function' || analysis.lines.precision[taker.line] === Precision.function;
    return `${head} spent ${isVague ? 'in' : 'on'} ${place}${why}`;
  }
  const name = analysis.functions.name[callee];
  // Where V8 does not name Node's functions, their name is in brackets.
  const called = name.startsWith('(') ? name.replace(/^\((.*)\)$/, '$1') : functionLabel(shortName(name));
  const at = self > 0 ? hottestLineOf(worded, taker) : '';
  return `${head} spent in or below ${place}: ${share(self)} itself${at}, ${share(calleeTime)} in ${called}${why}`;
}

/** Of a function: ` (most of it at search.ts:7)`. */
function hottestLineOf(worded: Worded, { kind, function: fn, self }: OwnTaker): string {
  if (kind === 'line') return '';
  const { lines } = worded.analysis;
  const line = lines.selfTime.reduce(
    (most, time, row) => (lines.function[row] === fn && time > (lines.selfTime[most] ?? 0) ? row : most),
    -1,
  );
  if (line < 0 || lines.precision[line] === Precision.function) return '';
  return partAt(worded, { line, part: lines.selfTime[line] / self }, 'at').replace(/^, (.*)$/, ' ($1)');
}

/** `search.ts:7, in find`; `find at search.ts:5` or `render (render.tsx)` where only the function is known. */
function placeOf({ analysis, nameOf }: Worded, { line, function: fn, kind }: OwnTaker): string {
  const { functions, lines, sources } = analysis;
  const name = shortName(functions.name[fn] ?? '');
  if (kind === 'line') {
    const place = placeLabel(sourceName(nameOf, sources[lines.source[line]]), lines.line[line]);
    if (lines.precision[line] === Precision.function) return `${name || 'the function'} at ${place}`;
    return joinParts(', in ', place, name);
  }
  const file = sourceName(nameOf, sources[functions.source[fn]]);
  if (file === '') return functionLabel(name);
  return functions.line[fn] > 0
    ? `${functionLabel(name)} at ${placeLabel(file, functions.line[fn])}`
    : `${functionLabel(name)} (${file})`;
}

const longestName = 100;

const shortName = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName)}…` : name);

const sourceName = (nameOf: Worded['nameOf'], source: Source | undefined): string => (source ? nameOf(source) : '');

const reasons: Partial<Record<DiagnosticCode, string>> = {
  'source-map-unknown': 'the file is not the text that ran',
  'source-map-without-columns': 'its source map has no columns',
};

function whyUnknown({ analysis }: Worded, { function: fn, unknown }: OwnTaker): string {
  if (unknown === 'calls') return 'from which line it calls is not recorded';
  const path = analysis.sources[analysis.functions.source[fn]]?.path;
  if (path === undefined) return 'its lines are not known: its code is in no file';
  const codes = analysis.diagnostics.flatMap(({ code, file }) => (file === path ? [code as DiagnosticCode] : []));
  const reason = codes.map((code) => reasons[code]).find((text) => text !== undefined);
  return joinParts(': ', 'its lines are not known', reason ?? 'the recording does not tell them');
}

function describeWait(worded: Worded, taker: TimeTaker): string {
  const { quality } = worded.analysis;
  if (quality.activeTime === 0)
    return `the program was idle all the time (${formatTime(quality.duration)}): it waited for timers, files or the network; profile it while it is busy`;
  const share = formatShare(Math.min(1, taker.time / quality.duration));
  const whole = formatTime(quality.duration);
  return taker.kind === 'blocked'
    ? `blocked for ${share} of ${whole} in synchronous calls${partAt(worded, taker, 'at')}`
    : `waited for ${share} of ${whole} (network, timers, files, thread pool, child processes)`;
}

/** A line with less of a wait or of collections is not where it comes from. */
const NOTABLE_PART = 0.1;

function partAt(
  { analysis, nameOf }: Worded,
  { line, part }: { readonly line: LineIndex; readonly part: number },
  preposition: string,
): string {
  const { lines, sources } = analysis;
  const source = line < 0 || part < NOTABLE_PART ? undefined : sources[lines.source[line]];
  if (source === undefined) return '';
  const much = part >= 0.8 ? 'nearly all' : part >= 0.5 ? 'most' : formatShare(part);
  return `, ${much} of it ${preposition} ${placeLabel(nameOf(source), lines.line[line])}`;
}

/** Less than this part of the active time is no news of a package. */
const NOTABLE_PACKAGE = 0.02;
const MOST_PACKAGES = 3;

/** Where the time of a program is that has hardly any in own code. */
function elsewhere(analysis: Analysis): string {
  const timeOf = (kind: Category): Microseconds => timeOfCategory(analysis, kind);
  const packages = hottestPackages(analysis, NOTABLE_PACKAGE)
    .filter((each) => each.package !== undefined)
    .slice(0, MOST_PACKAGES)
    .map((each) => ({ name: packageLabel(each), time: each.selfTime }));
  const others = [
    ...(packages.length > 0 ? [] : [{ name: 'dependencies', time: timeOf(Category.dependency) }]),
    { name: 'Node itself', time: timeOf(Category.node) },
    { name: 'native code', time: timeOf(Category.native) },
    { name: 'WebAssembly', time: timeOf(Category.wasm) },
  ];
  return [...packages, ...others]
    .filter(({ time }) => time > 0)
    .sort((a, b) => b.time - a.time)
    .map(({ name, time }) => `${formatShare(shareOf(analysis, time))} in ${name}`)
    .join(', ');
}
