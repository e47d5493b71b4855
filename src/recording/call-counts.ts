import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const countedScriptSchema = v.object({
  url: v.string(),
  names: v.array(v.string()),
  /** Line (1-based) and column (0-based) of each function's parameters. V8's texts are shorter than this. */
  definitions: v.array(v.pipe(count, v.maxValue(0x7fffffff))),
  calls: v.array(count),
});

/** The contents of a `.calls.json`, without `$heatline`'s. */
export const callCountsSchema = v.object({
  callCounts: v.object({ version: v.literal(1), scripts: v.array(countedScriptSchema) }),
  $heatline: v.optional(v.unknown()),
});

/** One script's functions without its top level: where each is defined and how often it was called. */
export type CountedScript = v.InferOutput<typeof countedScriptSchema>;
