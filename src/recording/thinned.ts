import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.pipe(v.array(count), v.readonly());
const times = v.pipe(v.array(v.pipe(v.number(), v.finite(), v.minValue(0))), v.readonly());

/**
 * Of a long recording the order of the oldest samples is given up: samples of one node that were taken within a span of time
 * are one entry of `samples`, which lasts as long as all of them. These stand first; they are in the order of their spans,
 * and in no order within a span. `hitCount` and `positionTicks` count every sample.
 */
export const thinnedSchema = v.pipe(
  v.object({
    /** How many samples each of the first entries stands for. */
    counts,
    /** How many entries each span has, in order of time. */
    spans: counts,
    /** Microseconds on a CPU, and blocked in synchronous calls, as `SampleTable` says; where a CPU clock was recorded. */
    cpuUs: v.optional(times),
    blockedUs: v.optional(times),
    /** For how long a sample may stand before the rest is time without samples; the same holds for those not thinned. Absent: unknown. */
    longestUs: v.optional(v.pipe(v.number(), v.gtValue(0))),
  }),
  v.check(
    ({ counts: { length }, spans, cpuUs, blockedUs }) =>
      spans.reduce((sum, rows) => sum + rows, 0) === length &&
      (cpuUs?.length ?? length) === length &&
      (blockedUs?.length ?? length) === length,
  ),
);

/** What stands in a recording of its thinned samples. */
export type ThinnedFacts = Readonly<v.InferOutput<typeof thinnedSchema>>;
