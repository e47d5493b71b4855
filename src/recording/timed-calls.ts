import * as v from 'valibot';
import type { TimedFunction, UntimedFunction } from './timing.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const timedFunctionSchema = {
  name: v.string(),
  file: v.string(),
  line: count,
  column: count,
  kind: v.picklist(['sync', 'async', 'generator', 'async-generator']),
} satisfies Record<keyof TimedFunction, unknown>;

/** The calls of one function in one thread. Milliseconds, without what timing cost. */
const functionSchema = v.object({
  ...timedFunctionSchema,
  /** Calls that began, and that ended; how many of those by an exception. */
  count,
  ended: count,
  thrown: count,
  /** So short that the clock takes longer: counted, and timed only at first. */
  isShort: v.boolean(),
  /**
   * Sum, least and most of the calls that ended; in `totalMs`, those inside another call of the same function count once. An
   * async call ends when its promise settles.
   */
  sumMs: v.number(),
  totalMs: v.number(),
  selfMs: v.number(),
  /** JSON has no infinity: null where none ended. */
  minMs: v.nullable(v.number()),
  maxMs: v.number(),
  /** Until async calls gave their promise. */
  untilReturnMs: v.number(),
  /** Pairs of a bin and its calls. Bin b holds durations from 2^(b / BINS_PER_DOUBLING) nanoseconds on; -1 holds zero. */
  histogram: v.array(v.tuple([v.number(), count])),
  /** The slowest first. */
  slowest: v.array(v.object({ startMs: v.number(), durationMs: v.number(), from: v.string() })),
});

/** A call in the order in which calls began. */
const stepSchema = v.object({
  name: v.string(),
  startMs: v.number(),
  /** -1: had not ended. */
  durationMs: v.number(),
  depth: count,
  /** Row of `functions`. */
  function: count,
  /** Row of the path; -1 for none, or one that the path has no room for. */
  caller: v.pipe(v.number(), v.safeInteger()),
  /** On the clock until it ended or waited for the first time, with what timing cost in it; -1: did neither. */
  ranMs: v.number(),
});

const threadSchema = v.object({
  pid: count,
  /** 0: the main thread. */
  thread: count,
  /** Milliseconds since 1970. */
  origin: v.number(),
  /** What timing a call costs, inside of what is measured and beside it; what one reading of the clock takes. */
  cost: v.object({ insideNs: v.number(), besideNs: v.number(), clockNs: v.number() }),
  functions: v.array(functionSchema),
  /** Calls in the order in which they began. */
  path: v.array(stepSchema),
  pathIsComplete: v.boolean(),
});
const untimedSchema: v.GenericSchema<unknown, UntimedFunction> = v.object({
  name: v.string(),
  file: v.string(),
  line: count,
});

/** The contents of a `.calls.json`. */
export const timedCallsSchema = v.object({
  timedCalls: v.object({ version: v.literal(1), threads: v.array(threadSchema), untimed: v.array(untimedSchema) }),
});

export type TimedCalls = v.InferOutput<typeof timedCallsSchema>['timedCalls'];
export type FunctionCalls = Readonly<v.InferOutput<typeof functionSchema>>;
export type TimedStep = Readonly<v.InferOutput<typeof stepSchema>>;
/** What one thread measured. */
export type TimedThread = Readonly<v.InferOutput<typeof threadSchema>>;
