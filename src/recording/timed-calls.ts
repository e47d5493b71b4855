import * as v from 'valibot';
import type { TimedThread, UntimedFunction } from './timing.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const functionSchema = v.object({
  name: v.string(),
  file: v.string(),
  line: count,
  column: count,
  kind: v.picklist(['sync', 'async', 'generator', 'async-generator']),
  count,
  ended: count,
  thrown: count,
  isShort: v.boolean(),
  sumMs: v.number(),
  totalMs: v.number(),
  selfMs: v.number(),
  minMs: v.nullable(v.number()),
  maxMs: v.number(),
  untilReturnMs: v.number(),
  histogram: v.array(v.tuple([v.number(), count])),
  slowest: v.array(v.object({ startMs: v.number(), durationMs: v.number(), from: v.string() })),
});
const threadSchema: v.GenericSchema<unknown, TimedThread> = v.object({
  pid: count,
  thread: count,
  origin: v.number(),
  cost: v.object({ insideNs: v.number(), besideNs: v.number(), clockNs: v.number() }),
  functions: v.array(functionSchema),
  path: v.array(
    v.object({
      ...{ name: v.string(), startMs: v.number(), durationMs: v.number(), depth: count },
      ...{ function: count, caller: v.pipe(v.number(), v.safeInteger()), ranMs: v.number() },
    }),
  ),
  pathIsComplete: v.boolean(),
});
const untimedSchema: v.GenericSchema<unknown, UntimedFunction> = v.object({
  name: v.string(),
  file: v.string(),
  line: count,
});

/** The contents of a `.calls.json` of timed calls; `timing.ts` describes them. */
export const timedCallsSchema = v.object({
  timedCalls: v.object({ version: v.literal(1), threads: v.array(threadSchema), untimed: v.array(untimedSchema) }),
});

export type TimedCalls = v.InferOutput<typeof timedCallsSchema>['timedCalls'];
