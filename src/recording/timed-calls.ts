import * as v from 'valibot';

export const UNKNOWN_LINE = 0;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const place = {
  name: v.string(),
  /** Absolute path of the original source. */
  file: v.string(),
  /** 1-based; {@link UNKNOWN_LINE} where a loader does not tell. */
  line: count,
  /** 0-based. */
  column: count,
  kind: v.picklist(['sync', 'async', 'generator', 'async-generator']),
};
const functionSchema = v.object({
  ...place,
  /** Calls that began, and that ended; how many of those by an exception. */
  count,
  ended: count,
  thrown: count,
  /** So short that the clock takes longer: counted, and timed only at first. */
  isShort: v.boolean(),
  /** Sums, least and most of the calls that ended, without what timing cost. An async call ends when its promise settles. */
  totalMs: v.number(),
  selfMs: v.number(),
  minMs: v.nullable(v.number()),
  maxMs: v.number(),
  /** Until async calls gave their promise. */
  untilReturnMs: v.number(),
  /** Pairs of a bin and its calls. Bin b holds durations from 2^(b / 128) nanoseconds on; -1 holds zero. */
  histogram: v.array(v.tuple([v.number(), count])),
  /** The slowest calls and what called them. Milliseconds from the thread's origin. */
  slowest: v.array(v.object({ startMs: v.number(), durationMs: v.number(), from: v.string() })),
});
const threadSchema = v.object({
  pid: count,
  /** 0: the main thread. */
  thread: count,
  /** Milliseconds since 1970. */
  origin: v.number(),
  cost: v.object({ insideNs: v.number(), besideNs: v.number(), clockNs: v.number() }),
  functions: v.array(functionSchema),
  /** Calls in the order in which they began. -1: had not ended. */
  path: v.array(v.object({ name: v.string(), startMs: v.number(), durationMs: v.number(), depth: count })),
  pathIsComplete: v.boolean(),
});

const untimedSchema = v.object({ name: v.string(), file: v.string(), line: count });

/** The contents of a `.calls.json` of timed calls. */
export const timedCallsSchema = v.object({
  timedCalls: v.object({
    version: v.literal(1),
    threads: v.array(threadSchema),
    /** Functions that were asked for and could not be timed, with their places. */
    untimed: v.array(untimedSchema),
  }),
});

/** A function of the original source. */
export type TimedFunction = v.InferOutput<v.ObjectSchema<typeof place, undefined>>;
export type TimedKind = TimedFunction['kind'];
/** A function that was asked for and cannot be timed. */
export type UntimedFunction = v.InferOutput<typeof untimedSchema>;
export type TimedThread = v.InferOutput<typeof threadSchema>;
export type TimedCalls = v.InferOutput<typeof timedCallsSchema>['timedCalls'];

/** What the program is told, by the environment. */
export interface TimingSettings {
  /** Where each thread writes what it measured. */
  readonly folder: string;
  /** Names, with `*` for any part, and places such as `search.ts:7`. Empty: all that have a name. */
  readonly functions: readonly string[];
  /** Only texts below one of these are timed. */
  readonly roots: readonly string[];
}

/** The variable in which {@link TimingSettings} are. */
export const TIMING_VARIABLE = 'HEATLINE_TIME';
