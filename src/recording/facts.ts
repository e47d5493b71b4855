import * as v from 'valibot';
import { type Diagnostic, parseDiagnostic } from './diagnostic.ts';
import { frameRepairReasons, RECORDER_SCRIPT } from './rendezvous.ts';
import { sampleRecordsSchema } from './sample-records.ts';
import { parseThreadIndex, type ThreadIndex, threadSchema } from './threads.ts';

const finite = v.pipe(v.number(), v.finite());
const numbers = v.pipe(v.array(finite), v.readonly());
const texts = v.pipe(v.array(v.string()), v.readonly());

const scriptSchema = v.object({
  url: v.string(),
  /** As the script names it, and what relative originals start from. Absent where it carried the map inline. */
  sourceMapUrl: v.optional(v.string()),
  /** The map as JSON text, as it was when the script ran. Absent where it was of a package, large, or not to be had. */
  sourceMap: v.optional(v.string()),
  /** SHA-256 (hex) of the file's bytes when it was read for the recording; absent for scripts that are not files. */
  contentHash: v.optional(v.string()),
  /** V8 logs only: V8's numbers of the scripts that are this text. A script may be loaded several times. */
  ids: v.optional(numbers),
  /** V8 logs only, where the log has no text: the lengths of its lines, see `formatLineLengths`. */
  lines: v.optional(v.string()),
  /** The text that ran, where it is not the file's and, of what the inspector sampled, there is no map. */
  source: v.optional(v.string()),
  /**
   * Functions in order of their starts, without the script's top level; four numbers for each: line (1-based) and column
   * (0-based) of start and end. Present only if it was asked for and the text that ran is known.
   */
  functions: v.optional(v.object({ names: texts, ranges: numbers })),
});

const cpuClockSchema = v.object({
  timesUs: numbers,
  cpuUs: numbers,
  /**
   * V8 logs only, whose times start with V8: the time on the clock of `timesUs` at which the program ran the
   * `CLOCK_SCRIPT`, which the log shows with its own time.
   */
  anchorUs: v.optional(finite),
  /** Absent where the addon was not loaded, and where no signal came. */
  records: v.fallback(v.optional(sampleRecordsSchema), undefined),
});

/** `FrameRepairFacts`; what a newer Heatline may say here is not understood and left out. */
const frameRepairSchema = v.fallback(
  v.optional(
    v.variant('state', [
      v.object({ state: v.literal('on'), samples: finite, mended: finite }),
      v.object({ state: v.literal('off'), reason: v.picklist(frameRepairReasons), detail: v.optional(v.string()) }),
    ]),
  ),
  undefined,
);
/** A span that a program marked in one of its threads; without an end it goes on until the program ends. */
const markSchema = v.object({
  /** What `console.profile` was given; empty for nothing. */
  name: v.string(),
  /** On the clock of `process.hrtime`, in microseconds. */
  fromUs: finite,
  toUs: v.optional(finite),
});
/** How a recording ended, as it stands under `end` in `$heatline`. */
const endingSchema = v.variant('kind', [
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

/** No `Date` is later, in milliseconds. */
const LATEST_DATE = 8.64e15;

const factsSchema = v.object({
  /** The program ran already when its recording began, so it cannot be started again in the same way. */
  attached: v.fallback(v.optional(v.boolean()), undefined),
  sampler: v.optional(v.picklist(['inspector', 'v8log', 'other'])),
  /** Why this sampler ran, as a sentence for the user. */
  samplerReason: v.optional(v.string()),
  frameRepair: frameRepairSchema,
  /** Absolute paths of the recorder's own scripts inside the program, whose time is nobody's. */
  recorderScripts: v.optional(texts),
  /** `v20.20.2`. */
  runtimeVersion: v.optional(v.string()),
  v8Version: v.optional(v.string()),
  program: v.optional(v.string()),
  args: v.optional(texts),
  cwd: v.optional(v.string()),
  /** Arguments for Node and V8, in front of the program: those that were asked for, and those that run its TypeScript. */
  runtimeArgs: v.optional(texts),
  requestedIntervalUs: v.optional(v.pipe(finite, v.gtValue(0))),
  /** Of so many samples the recorder kept one, a power of two, because the run was long; absent: all. */
  keptOneIn: v.fallback(v.optional(v.pipe(finite, v.safeInteger(), v.minValue(2))), undefined),
  /** Samples that the sampler itself reported as dropped. */
  reportedLost: v.optional(v.pipe(finite, v.minValue(0))),
  /** Unix time in milliseconds at the start of the recording. */
  startedAt: v.optional(v.pipe(finite, v.minValue(0), v.maxValue(LATEST_DATE))),
  /** Whose samples these are. */
  thread: v.fallback(v.optional(threadSchema), undefined),
  /** What this thread marked with `console.profile` and `console.profileEnd`, in order of their starts. */
  marks: v.fallback(v.optional(v.pipe(v.array(markSchema), v.readonly())), undefined),
});

/** The value of `$heatline`. */
const heatlineSchema = v.object({
  version: finite,
  ...factsSchema.entries,
  end: v.optional(endingSchema),
  findings: v.optional(v.array(v.unknown())),
  scripts: v.optional(v.pipe(v.array(scriptSchema), v.readonly())),
  cpuClock: v.optional(cpuClockSchema),
  /** A `ThreadIndex`, in a `.cpuprofile`. */
  threads: v.optional(v.unknown()),
});

/** How a recording ended. */
export type Ending = v.InferOutput<typeof endingSchema>;
/** Who ended a recording before its program ended by itself. */
export type StoppedBy = Extract<Ending, { kind: 'stopped' }>['by'];
/** Names of the samplers; `other` is any of another tool. */
export type SamplerName = NonNullable<RecordedFacts['sampler']>;
/** Heatline's own. */
export type OwnSamplerName = Exclude<SamplerName, 'other'>;
/** A span of time that a program marked. */
export type RecordedMark = Readonly<v.InferOutput<typeof markSchema>>;
/** A script of a recording, with what is needed to map it later. */
export type RecordedScript = Readonly<v.InferOutput<typeof scriptSchema>>;
/**
 * The CPU clock of a thread: two readings of its scheduler statistics (`/proc/<pid>/task/<tid>/schedstat`), as the recording of it
 * began and ended, and between them records of its own. In microseconds; `timesUs` is on the clock of the profile's `startTime`
 * (CLOCK_MONOTONIC). Versions before 0.2 have more readings.
 */
export type CpuClockReadings = Readonly<v.InferOutput<typeof cpuClockSchema>>;
/** What is known of how a recording was made. Unknown stays undefined. */
export type RecordedFacts = Readonly<v.InferOutput<typeof factsSchema>> & {
  readonly ending?: Ending;
  readonly diagnostics: readonly Diagnostic[];
};

/** What a recorder writes beside the profile itself, under `$heatline`. */
export interface HeatlineSection {
  readonly facts: RecordedFacts;
  readonly scripts: readonly RecordedScript[];
  readonly cpuClock?: CpuClockReadings;
  /** All threads of the recording; in a `.v8log` it stands on the last line instead. */
  readonly threads?: ThreadIndex;
}

const VERSION = 1;

/** The JSON that stands under `$heatline` in a `.cpuprofile`, and after `heatline,` in a `.v8log`. One line. */
export function formatHeatlineSection({ facts, scripts, cpuClock, threads }: HeatlineSection): string {
  const { ending, diagnostics, ...others } = facts;
  return JSON.stringify({
    version: VERSION,
    ...others,
    end: ending,
    findings: diagnostics,
    scripts,
    cpuClock,
    threads,
  });
}

/**
 * The typed form of `$heatline`. What cannot be understood is left out with a diagnostic: the profile beside it is still
 * good. `file`: the recording's path.
 */
export function parseHeatlineSection(file: string, value: unknown): HeatlineSection {
  if (value === undefined) return { facts: { diagnostics: [] }, scripts: [] };
  const parsed = v.safeParse(heatlineSchema, value);
  if (!parsed.success) {
    const key = v.getDotPath(parsed.issues[0]) ?? undefined;
    const unreadable: Diagnostic = { code: 'recording-facts-unreadable', severity: 'warning', key, file };
    return { facts: { diagnostics: [unreadable] }, scripts: [] };
  }
  const { version, scripts = [], cpuClock, threads, end: ending, findings = [], ...facts } = parsed.output;
  const index = parseThreadIndex(threads);
  const newer: Diagnostic[] = version > VERSION ? [{ code: 'recording-newer', severity: 'info', file }] : [];
  return {
    facts: {
      ...facts,
      ending,
      diagnostics: [...findings.flatMap((each) => parseDiagnostic(each) ?? []), ...newer],
    },
    scripts,
    cpuClock,
    ...(index && { threads: index }),
  };
}

/** The recorder's own scripts inside a program: the bootloader, and the bundles beside it that strip types. */
export function recorderScripts(bootloader: string): string[] {
  const folder = bootloader.replace(/[^\\/]*$/, '');
  return [bootloader, `${folder}strip-loader.cjs`, `${folder}strip-hooks.cjs`, RECORDER_SCRIPT];
}
