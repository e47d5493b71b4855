import { readFile } from 'node:fs/promises';
import { attempt, groupBy } from '../core/index.ts';
import { type FunctionCalls, type TimedCalls, timedCallsSchema, type TimedThread } from '../recording/timed-calls.ts';
import { BINS_PER_DOUBLING, type SlowCall, SLOWEST, UNKNOWN_LINE, type UntimedFunction } from '../recording/timing.ts';
import { parseAs } from './format-error.ts';

/** The calls of one function in all threads. Times in milliseconds, without what timing cost; null: no call was timed to its end. */
export interface CallTimes extends Pick<
  FunctionCalls,
  'name' | 'file' | 'column' | 'kind' | 'count' | 'thrown' | 'isShort'
> {
  /** 1-based; null where a loader does not tell. */
  readonly line: number | null;
  /** Calls that began and had not ended. */
  readonly open: number;
  readonly totalMs: number | null;
  readonly selfMs: number | null;
  readonly minMs: number | null;
  readonly meanMs: number | null;
  readonly medianMs: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
  /** Of async functions: until a call gave its promise, in the mean. */
  readonly untilReturnMs: number | null;
  /** What timing its calls cost; none of it is in the other figures. */
  readonly overheadMs: number;
  /** Pairs of a duration, where its bin begins, and its calls; in ascending order. */
  readonly histogram: readonly (readonly [fromMs: number, calls: number])[];
  /** The slowest first. `startMs` from the beginning of the program. */
  readonly slowest: readonly SlowCall[];
}

/** A call in the order in which calls began. `durationMs` is null where it had not ended. */
export interface PathStep {
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number | null;
  readonly depth: number;
  readonly thread: string;
}

/** What a run with timed calls measured. */
export interface CallTiming {
  /** By total time, the most first. */
  readonly functions: readonly CallTimes[];
  readonly path: readonly PathStep[];
  readonly pathIsComplete: boolean;
  readonly untimed: readonly UntimedFunction[];
  /**
   * What one timed call cost, of which what is inside of the measured time; what one reading of the clock takes. Nanoseconds; 0 where
   * calls were only counted.
   */
  readonly cost: { readonly callNs: number; readonly insideNs: number; readonly clockNs: number };
}

/** Reads a `.calls.json` of timed calls, and adds up those of all threads. Throws `FormatError`. */
export const readTimedCalls = async (file: string): Promise<CallTiming> => describeTiming(await readTimedThreads(file));

/** The names that were asked for and that no called function has. Places (`a.ts:7`) and patterns (`Index.*`) are left out. */
export const namesNotCalled = ({ functions, untimed }: CallTiming, asked: readonly string[]): string[] =>
  asked.filter(
    (name) => !/[*:]/.test(name) && ![...functions, ...untimed].some((each) => `.${each.name}.`.includes(`.${name}.`)),
  );

/** The same, as each thread measured them. Throws `FormatError`. */
export async function readTimedThreads(file: string): Promise<TimedCalls> {
  const text = await readFile(file, 'utf8');
  const json = attempt(() => JSON.parse(text) as unknown);
  return parseAs(timedCallsSchema, json, file, 'it ends early or was changed; time the calls again').timedCalls;
}

function describeTiming({ threads, untimed }: TimedCalls): CallTiming {
  const origin = Math.min(...threads.map((thread) => thread.origin));
  const all = threads.flatMap((thread) => thread.functions.map((of) => ({ of, thread })));
  const groups = groupBy(all, ({ of }) => `${of.file}:${of.line}:${of.column}:${of.name}`);
  const functions = [...groups.values()].map((group) => mergeThreads(group, origin));
  const cost = threads[0]?.cost ?? { insideNs: NaN, besideNs: NaN, clockNs: NaN };
  return {
    functions: functions.sort((a, b) => (b.totalMs ?? 0) - (a.totalMs ?? 0) || b.count - a.count),
    path: threads.flatMap((thread) => pathOf(thread, origin, threads.length > 1)),
    pathIsComplete: threads.every(({ pathIsComplete }) => pathIsComplete),
    untimed,
    cost: { callNs: cost.insideNs + cost.besideNs, insideNs: cost.insideNs, clockNs: cost.clockNs },
  };
}

function pathOf({ path, pid, thread, origin }: TimedThread, first: number, hasOthers: boolean): PathStep[] {
  const name = thread === 0 ? `process ${pid}` : `process ${pid}, worker ${thread}`;
  return path.map(({ name: called, startMs, durationMs, depth }) => ({
    name: called,
    startMs: startMs + origin - first,
    durationMs: durationMs < 0 ? null : durationMs,
    depth,
    thread: hasOthers ? name : '',
  }));
}

function mergeThreads(group: readonly { of: FunctionCalls; thread: TimedThread }[], origin: number): CallTimes {
  const [{ of: first }] = group;
  const sum = (value: (of: FunctionCalls, thread: TimedThread) => number): number =>
    group.reduce((total, { of, thread }) => total + value(of, thread), 0);
  const ended = sum((of) => of.ended);
  const isShort = group.some(({ of }) => of.isShort);
  const known = (value: number): number | null => (ended > 0 && !isShort ? value : null);
  const bins = new Map<number, number>();
  for (const { of } of group) for (const [bin, calls] of of.histogram) bins.set(bin, (bins.get(bin) ?? 0) + calls);
  const histogram = [...bins].sort(([a], [b]) => a - b);
  const minMs = Math.min(...group.map(({ of }) => of.minMs ?? Infinity));
  const maxMs = Math.max(...group.map(({ of }) => of.maxMs));
  const at = (part: number): number | null =>
    known(Math.min(maxMs, Math.max(minMs, quantile(histogram, ended * part))));
  const slowest = group.flatMap(({ of, thread }) =>
    of.slowest.map((call) => ({ ...call, startMs: call.startMs + thread.origin - origin })),
  );
  return {
    name: first.name,
    file: first.file,
    line: first.line === UNKNOWN_LINE ? null : first.line,
    column: first.column,
    kind: first.kind,
    count: sum((of) => of.count),
    thrown: sum((of) => of.thrown),
    isShort,
    open: isShort ? 0 : sum((of) => of.count - of.ended),
    totalMs: known(sum((of) => of.totalMs)),
    selfMs: known(sum((of) => of.selfMs)),
    minMs: known(minMs),
    meanMs: known(sum((of) => of.sumMs) / ended),
    medianMs: at(0.5),
    p99Ms: at(0.99),
    maxMs: known(maxMs),
    untilReturnMs: first.kind === 'async' ? known(sum((of) => of.untilReturnMs) / ended) : null,
    overheadMs: sum((of, { cost }) => (of.ended * (cost.insideNs + cost.besideNs)) / 1e6),
    histogram: histogram.map(([bin, calls]) => [startOf(bin), calls]),
    slowest: slowest.sort((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST),
  };
}

const startOf = (bin: number): number => (bin < 0 ? 0 : 2 ** (bin / BINS_PER_DOUBLING) / 1e6);

/** The duration below which so many calls are, in milliseconds: the middle of its bin. */
function quantile(histogram: readonly (readonly [bin: number, calls: number])[], calls: number): number {
  let below = 0;
  for (const [bin, here] of histogram) {
    below += here;
    if (below >= calls) return bin < 0 ? 0 : startOf(bin + 0.5);
  }
  return NaN;
}
