import * as v from 'valibot';
import type { Diagnostic, FrameRepairReason } from '../core/index.ts';

const finite = v.pipe(v.number(), v.finite());
/** Functions in order of their starts; four numbers for each: line (1-based) and column (0-based) of start and end. */
const functionsSchema = v.object({ names: v.array(v.string()), ranges: v.array(finite) });
const scriptSchema = v.object({
  url: v.string(),
  sourceMapUrl: v.optional(v.string()),
  sourceMap: v.optional(v.string()),
  contentHash: v.optional(v.string()),
  functions: v.optional(functionsSchema),
});
const diagnosticSchema = v.object({
  code: v.string(),
  severity: v.picklist(['error', 'warning', 'info']),
  message: v.string(),
  file: v.optional(v.string()),
  line: v.optional(finite),
});
/** Readings of the main thread's scheduler statistics, oldest first, on the clock of the profile's `startTime`. */
const cpuClockSchema = v.object({
  timesUs: v.array(finite),
  cpuUs: v.array(finite),
  waitUs: v.optional(v.array(finite)),
  /**
   * V8 logs only, whose times start with V8: at this time of the clock of `timesUs`, the program ran a `vm.Script` with
   * the file name `heatline:clock` (a `sourceURL` is not enough), which the log shows with its own time.
   */
  anchorUs: v.optional(finite),
});
/** `FrameRepairFacts`; what a newer Heatline may say here is not understood and left out. */
const frameRepairSchema = v.fallback(
  v.optional(
    v.variant('state', [
      v.object({ state: v.literal('on'), samples: finite, mended: finite }),
      v.object({
        state: v.literal('off'),
        reason: v.picklist([
          ...(['platform', 'setting', 'refused', 'unsupported-v8', 'not-sampling', 'foreign-handler'] as const),
        ] satisfies FrameRepairReason[]),
        detail: v.optional(v.string()),
      }),
    ]),
  ),
  undefined,
);
const factsSchema = v.object({
  version: finite,
  sampler: v.optional(v.picklist(['inspector', 'v8log'])),
  samplerReason: v.optional(v.string()),
  frameRepair: frameRepairSchema,
  /** Path of the recorder's own script inside the program. */
  recorderScript: v.optional(v.string()),
  runtimeVersion: v.optional(v.string()),
  v8Version: v.optional(v.string()),
  program: v.optional(v.string()),
  args: v.optional(v.array(v.string())),
  cwd: v.optional(v.string()),
  requestedIntervalUs: v.optional(v.pipe(finite, v.gtValue(0))),
  reportedLost: v.optional(v.pipe(finite, v.minValue(0))),
  startedAt: v.optional(finite),
  ending: v.optional(v.string()),
  diagnostics: v.optional(v.array(diagnosticSchema)),
  scripts: v.optional(v.array(scriptSchema)),
  cpuClock: v.optional(cpuClockSchema),
});

/** What Heatline's recorder wrote beside the profile itself, under `$heatline`. */
export type HeatlineFacts = v.InferOutput<typeof factsSchema>;
export type RecordedScript = v.InferOutput<typeof scriptSchema>;
/**
 * Readings of `/proc/<pid>/task/<tid>/schedstat`, in microseconds: when, the time on a CPU so far and the time spent
 * runnable but waiting so far. `timesUs` is on the clock of the profile's `startTime`; all arrays have one length.
 */
export type CpuClock = v.InferOutput<typeof cpuClockSchema>;

const KNOWN_VERSION = 1;

export interface ParsedFacts {
  /** Undefined when there are none or when they cannot be understood. */
  readonly facts?: HeatlineFacts;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The typed form of `$heatline`. Facts that cannot be understood are left out with a diagnostic: the profile beside
 * them is still good.
 */
export function parseHeatlineFacts(file: string, value: unknown): ParsedFacts {
  if (value === undefined) return { diagnostics: [] };
  const parsed = v.safeParse(factsSchema, value);
  if (!parsed.success) {
    const path = v.getDotPath(parsed.issues[0]);
    const message = `What Heatline noted about this recording cannot be understood${path === null ? '' : ` (${path})`}; source maps and facts about the run may be missing. Record it again.`;
    return { diagnostics: [{ code: 'recording-facts-unreadable', severity: 'warning', message, file }] };
  }
  const facts = parsed.output;
  if (facts.version > KNOWN_VERSION) {
    const message =
      'This recording was made by a newer Heatline; some of what it says may be missing. Update Heatline.';
    return { facts, diagnostics: [{ code: 'recording-newer', severity: 'info', message, file }] };
  }
  return { facts, diagnostics: [] };
}
