import * as v from 'valibot';

/** How a recording ended, as it stands under `end` in `$heatline`. */
export const endingSchema = v.variant('kind', [
  /** The program ended by itself. */
  v.object({
    kind: v.literal('exit'),
    /** Absent where nobody knows it. */
    code: v.optional(v.number()),
    /** Name of the uncaught error that ended the program. */
    error: v.optional(v.string()),
  }),
  /** A signal ended the program, which could still say so. */
  v.object({ kind: v.literal('signal'), signal: v.string() }),
  /** The program was gone at once, by a signal that it could not hold back. */
  v.object({ kind: v.literal('killed'), signal: v.string() }),
  /** We ended it: Stop, Ctrl-C or SIGTERM to Heatline, a duration that ran out, or a V8 log that grew too large. */
  v.object({
    kind: v.literal('stopped'),
    by: v.picklist(['user', 'duration', 'log-limit']),
    /** The program was attached to, and goes on. */
    runsOn: v.optional(v.boolean()),
  }),
]);

/** How a recording ended. */
export type Ending = v.InferOutput<typeof endingSchema>;
/** Who ended a recording before its program ended by itself. */
export type StoppedBy = Extract<Ending, { kind: 'stopped' }>['by'];
