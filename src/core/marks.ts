import type { RecordedFacts } from '../recording/index.ts';
import type { TimeRange } from './part.ts';
import type { Timeline } from './timeline.ts';
import type { Microseconds } from './units.ts';

/** A span that the program marked with `console.profile` and `console.profileEnd`, on the timeline. */
export interface MarkedSpan extends TimeRange {
  /** Empty where the program gave none. */
  readonly name: string;
}

/** The parts of its time that a program marked. */
export interface MarkedTime {
  /** All spans, in order of their starts; they may overlap. */
  readonly spans: readonly MarkedSpan[];
  /**
   * What is shown, in order and apart from each other: the time in any of the spans that were asked for. Undefined where the
   * marks do not limit what is shown.
   */
  readonly shown?: readonly TimeRange[];
}

/**
 * The spans that the program marked in any of its threads, cut to the timeline. A span that does not end goes on until the
 * program ends. `first`: zero of the threads' offsets on the clock of the marks.
 */
export function findMarkedSpans(
  threads: readonly Pick<RecordedFacts, 'marks'>[],
  first: Microseconds,
  { zero, duration }: Timeline,
): readonly MarkedSpan[] {
  const within = (us: Microseconds): Microseconds => Math.max(0, Math.min(duration, us - first - zero));
  return threads
    .flatMap(({ marks = [] }) => marks)
    .map(({ name, fromUs, toUs = Infinity }) => ({ name, from: within(fromUs), to: within(toUs) }))
    .sort((a, b) => a.from - b.from);
}

/**
 * The time that is in any of these spans, as ranges in order that do not touch; empty ones are left out. `spans` in order of
 * their starts.
 */
export function joinRanges(spans: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const { from, to } of spans) {
    if (!(to > from)) continue;
    const last = joined.at(-1);
    if (last === undefined || from > last.to) joined.push({ from, to });
    else if (to > last.to) joined[joined.length - 1] = { from: last.from, to };
  }
  return joined;
}

/** The sum of the lengths of ranges that do not touch. */
export const lengthOf = (ranges: readonly TimeRange[]): Microseconds =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);
