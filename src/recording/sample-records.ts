import * as v from 'valibot';

/** Tells in one pass what a chain of `valibot` would: a recording may have millions of these. */
const isCounts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((count) => Number.isSafeInteger(count) && (count as number) >= 0);
const counts = v.custom<readonly number[]>(isCounts, 'whole numbers');

/** How signals find a thread, one letter each, in the order of `enum state` (`records.c`). */
export const recordedStates = 'RWE';

/**
 * One record for each signal of the sampler that reached a thread, oldest first, also for signals of which V8 took no sample. Numbers
 * are differences from the record before; the first record's are differences from zero.
 */
export const sampleRecordsSchema = v.pipe(
  v.object({
    /** When, in microseconds on the clock of `timesUs` and `anchorUs` (CLOCK_MONOTONIC). */
    timeUs: counts,
    /** The thread's time on a CPU, in microseconds; never more than `timeUs`, apart from rounding. */
    cpuUs: counts,
    /** `R`: running. `W`: waiting in a system call. `E`: at the end of a system call, in which it may have waited. */
    states: v.pipe(v.string(), v.regex(/^[RWE]*$/)),
    /** How often the thread gave up its CPU by itself. */
    switches: counts,
  }),
  v.check(({ states, ...columns }) => Object.values(columns).every(({ length }) => length === states.length)),
);

/** What a recording has of each signal; `sampleRecordsSchema` has the columns. */
export type SampleRecords = Readonly<v.InferOutput<typeof sampleRecordsSchema>>;
