import type { CallAnalysis } from '../analysis/analyze-calls.ts';
import {
  type Analysis,
  type BuiltinPart,
  builtinsOfLine,
  Category,
  type CategoryName,
  categoryNames,
  type ClockName,
  hottestRequest,
  type PrecisionName,
  precisionNames,
  type ThreadSummary,
  type TimeRange,
} from '../core/index.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import { describeReason } from '../present/reasons.ts';
import type {
  Diagnostic,
  FrameRepairFacts,
  FrameRepairReason,
  SamplerName,
  Severity,
  UnrecordedReason,
} from '../recording/index.ts';

/** What `--json` writes. A stable contract, described in docs/json-output.md: fields may be added, none changed. */
export interface JsonReport {
  readonly schemaVersion: 1;
  readonly quality: JsonQuality;
  /** The part of the recording's time that all of it is about; null for the whole. */
  readonly range: JsonRange | null;
  /** What the program marked of its time; null where it marked nothing. */
  readonly marks: JsonMarks | null;
  readonly threads: readonly JsonThread[];
  readonly lines: readonly JsonLine[];
  readonly functions: readonly JsonFunction[];
  readonly diagnostics: readonly JsonDiagnostic[];
}

/** How good the measurement is; unknown is null. */
export interface JsonQuality {
  readonly sampler: SamplerName;
  /** Recordings that this is the mean of. */
  readonly runs: number;
  readonly clock: ClockName;
  readonly requestedIntervalUs: number | null;
  readonly achievedIntervalUs: number | null;
  readonly samples: number;
  readonly lostSamples: number | null;
  readonly durationMs: number;
  readonly activeMs: number;
  readonly unsampledMs: number;
  readonly blockedMs: number | null;
  readonly waitingMs: number | null;
  /** CPU time of the process tree of which nothing was recorded. */
  readonly unrecordedCpuMs: number | null;
  readonly frameRepair: JsonFrameRepair | null;
  /** Share of active time that may be on the line of a caller, as V8 loses frames; 0 with the frame repair. */
  readonly lostFrameShare: number;
}

/** Milliseconds from the recording's first sample. */
export interface JsonRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Spans that the program marked with `console.profile`, and what of them the report is about; null where it is not. */
export interface JsonMarks {
  readonly spans: readonly (JsonRange & { readonly name: string })[];
  readonly shown: readonly JsonRange[] | null;
}

/** A thread of the recording, also one that the report is not about; unknown is null. */
export interface JsonThread {
  readonly id: number;
  readonly parent: number | null;
  readonly kind: ThreadSummary['kind'];
  readonly name: string;
  readonly pid: number | null;
  readonly activeMs: number | null;
  readonly cpuMs: number | null;
  readonly samples: number;
  readonly recorded: boolean;
  readonly reason: UnrecordedReason | null;
}

/** Whether frames were brought back that V8 loses in its builtins: in how many samples, or why not; unknown is null. */
export interface JsonFrameRepair {
  readonly state: 'on' | 'off';
  readonly reason: FrameRepairReason | null;
  readonly samples: number | null;
  readonly mended: number | null;
}

/** A line with time. `line` is 1-based; shares are of active time, 0 to 1; unknown is null. */
export interface JsonLine {
  readonly file: string | null;
  readonly line: number;
  readonly function: string | null;
  readonly selfMs: number;
  readonly selfShare: number;
  readonly selfShareLow: number | null;
  readonly selfShareHigh: number | null;
  readonly selfSamples: number;
  readonly totalMs: number | null;
  readonly totalShare: number | null;
  /** Blocked in synchronous calls: the line itself, and with all that it calls. */
  readonly blockedMs: number | null;
  readonly totalBlockedMs: number | null;
  /** Of lines of Node's: who asked most for the time of their function. */
  readonly askedBy: JsonAsker | null;
  readonly precision: PrecisionName;
  /** Why it is not exact. */
  readonly reason: string | null;
  /** V8's builtins that the time was in, the most first; null where the sampler does not tell. */
  readonly builtins: readonly JsonBuiltin[] | null;
}

/** One of V8's builtins, as V8 calls it; `share` is of the line's own time, 0 to 1. */
export interface JsonBuiltin {
  readonly name: string;
  readonly ms: number;
  readonly share: number;
  /** Not this line, but a function below its call ran it. */
  readonly below: boolean;
  /** Then the one that most likely did, or what that calls; null where several are called from there. */
  readonly probablyBelow: string | null;
}

/**
 * The line outside of Node that asked for the time of a function of Node's, and the part of that time, 0 to 1. Where only
 * the function is known, `line` is its definition and `precision` is `function`.
 */
export interface JsonAsker {
  readonly file: string | null;
  readonly line: number | null;
  readonly function: string;
  readonly share: number;
  readonly precision: 'exact' | 'function';
}

/** A function, and where it is defined (`line` 1-based); unknown is null. */
interface JsonDefinition {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly kind: Exclude<CategoryName, 'root'>;
}

/** A function's times, and its shares of active time, 0 to 1. */
export interface JsonFunction extends JsonDefinition {
  readonly selfMs: number;
  readonly totalMs: number;
  readonly selfShare: number;
  readonly totalShare: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  readonly blockedMs: number | null;
  readonly totalBlockedMs: number | null;
  readonly askedBy: JsonAsker | null;
}

/** What was noticed, as a sentence; `file` is an absolute path or a url, null where it is about none. */
export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string | null;
}

/** What `heatline count --json` writes. */
export interface JsonCalls {
  readonly schemaVersion: 1;
  readonly calls: readonly JsonCall[];
  readonly diagnostics: readonly JsonDiagnostic[];
}

/** How often a function was called, exactly. */
export interface JsonCall extends JsonDefinition {
  readonly calls: number;
}

/** Counted calls as plain values, the most called first; functions that never were are there as far as V8 knows them. */
export function buildJsonCalls(analysis: CallAnalysis): JsonCalls {
  const { calls, diagnostics } = analysis;
  const rows = Array.from(calls.keys()).sort((a, b) => calls[b] - calls[a]);
  return {
    schemaVersion: 1,
    calls: rows.map((row) => ({
      ...buildDefinition(analysis, row),
      calls: calls[row],
    })),
    diagnostics: diagnostics.map(buildDiagnostic),
  };
}

/** The analysis as plain values, lines and functions by self time, the most first. Unknown is null. */
export function buildJsonReport(analysis: Analysis): JsonReport {
  const { functions, lines, diagnostics } = analysis;
  const rows = (times: Float64Array): number[] => Array.from(times.keys()).sort((a, b) => times[b] - times[a]);
  return {
    schemaVersion: 1,
    quality: buildQuality(analysis),
    marks: buildMarks(analysis),
    range: analysis.range ? buildRange(analysis.range) : null,
    threads: analysis.threads.map(buildThread),
    lines: rows(lines.selfTime).map((row) => buildLine(analysis, row)),
    functions: rows(functions.selfTime)
      .filter((row) => functions.category[row] !== Category.root)
      .map((row) => buildFunction(analysis, row)),
    diagnostics: diagnostics.map(buildDiagnostic),
  };
}

function buildMarks({ marked }: Analysis): JsonMarks | null {
  if (!marked) return null;
  return {
    spans: marked.spans.map((span) => ({ name: span.name, ...buildRange(span) })),
    shown: marked.shown?.map(buildRange) ?? null,
  };
}

const buildRange = ({ from, to }: TimeRange): JsonRange => ({ fromMs: from / 1000, toMs: to / 1000 });

function buildDiagnostic(diagnostic: Diagnostic): JsonDiagnostic {
  const { code, severity, file } = diagnostic;
  return { code, severity, message: describeDiagnostic(diagnostic), file: file ?? null };
}

function buildThread(thread: ThreadSummary): JsonThread {
  const { id, parent, kind, name, pid, activeTime, cpuTime, samples, isRecorded, reason } = thread;
  return {
    ...{ id, parent: known(parent), kind, name, pid: known(pid) },
    ...{ activeMs: milliseconds(activeTime), cpuMs: milliseconds(cpuTime) },
    ...{ samples, recorded: isRecorded, reason: reason ?? null },
  };
}

function buildQuality({ quality, facts, unrecorded }: Analysis): JsonQuality {
  return {
    sampler: quality.sampler,
    runs: quality.runs ?? 1,
    clock: quality.clock,
    requestedIntervalUs: known(quality.requestedInterval),
    achievedIntervalUs: known(quality.achievedInterval),
    samples: quality.samples,
    lostSamples: known(quality.lostSamples),
    durationMs: quality.duration / 1000,
    activeMs: quality.activeTime / 1000,
    unsampledMs: quality.unsampledTime / 1000,
    blockedMs: milliseconds(quality.blockedTime),
    waitingMs: milliseconds(quality.waitingTime),
    unrecordedCpuMs: milliseconds(unrecorded?.cpuTime),
    frameRepair: buildFrameRepair(facts.frameRepair),
    lostFrameShare: quality.lostFrameShare,
  };
}

function buildFrameRepair(facts: FrameRepairFacts | undefined): JsonFrameRepair | null {
  if (facts === undefined) return null;
  const { state } = facts;
  return state === 'on'
    ? { state, reason: null, samples: facts.samples, mended: facts.mended }
    : { state, reason: facts.reason, samples: null, mended: null };
}

function buildLine(analysis: Analysis, row: number): JsonLine {
  const { lines } = analysis;
  return {
    file: pathOf(analysis, lines.source[row]),
    line: lines.line[row],
    function: lines.function[row] < 0 ? null : analysis.functions.name[lines.function[row]],
    selfMs: lines.selfTime[row] / 1000,
    selfShare: shareIn(analysis, lines.selfTime[row]) ?? 0,
    selfShareLow: known(lines.shareLow[row]),
    selfShareHigh: known(lines.shareHigh[row]),
    selfSamples: lines.selfSamples[row],
    totalMs: known(lines.totalTime[row] / 1000),
    totalShare: shareIn(analysis, lines.totalTime[row]),
    blockedMs: milliseconds(lines.blockedTime?.[row]),
    totalBlockedMs: milliseconds(lines.totalBlockedTime?.[row]),
    askedBy: buildAsker(analysis, lines.function[row]),
    precision: precisionNames[lines.precision[row]],
    reason: describeReason(analysis, row) ?? null,
    builtins: buildBuiltins(analysis, row),
  };
}

function buildBuiltins({ lines, functions }: Analysis, row: number): JsonBuiltin[] | null {
  const build = ({ name, time, part, isBelow, within }: BuiltinPart): JsonBuiltin => ({
    ...{ name, ms: time / 1000, share: part, below: isBelow === true },
    probablyBelow: within === undefined ? null : functions.name[within],
  });
  return builtinsOfLine(lines, row)?.map(build) ?? null;
}

function buildFunction(analysis: Analysis, row: number): JsonFunction {
  const { functions } = analysis;
  const definition = buildDefinition(analysis, row);
  // Idle is no part of active time: its share of it means nothing.
  const share = (time: number): number => (definition.kind === 'idle' ? 0 : (shareIn(analysis, time) ?? 0));
  return {
    ...definition,
    selfMs: functions.selfTime[row] / 1000,
    totalMs: functions.totalTime[row] / 1000,
    selfShare: share(functions.selfTime[row]),
    totalShare: share(functions.totalTime[row]),
    selfSamples: functions.selfSamples[row],
    totalSamples: functions.totalSamples[row],
    blockedMs: milliseconds(functions.blockedTime?.[row]),
    totalBlockedMs: milliseconds(functions.totalBlockedTime?.[row]),
    askedBy: buildAsker(analysis, row),
  };
}

function buildAsker(analysis: Analysis, fn: number): JsonAsker | null {
  const { requests, lines, functions } = analysis;
  const top = hottestRequest(analysis, fn);
  if (top < 0) return null;
  const time = (row: number): number => requests.time[row] + (requests.blockedTime?.[row] ?? 0);
  const own = functions.selfTime[fn] + (functions.blockedTime?.[fn] ?? 0);
  const [line, caller] = [requests.line[top], requests.caller[top]];
  const isLineKnown = line >= 0;
  const at = isLineKnown ? lines.line[line] : functions.line[caller];
  return {
    file: pathOf(analysis, isLineKnown ? lines.source[line] : functions.source[caller]),
    line: at > 0 ? at : null,
    function: functions.name[caller],
    share: own > 0 ? Math.min(1, time(top) / own) : 0,
    precision: isLineKnown ? 'exact' : 'function',
  };
}

function buildDefinition(analysis: Pick<CallAnalysis, 'functions' | 'sources'>, row: number): JsonDefinition {
  const { source, line, category } = analysis.functions;
  return {
    name: analysis.functions.name[row],
    file: pathOf(analysis, source[row]),
    line: line[row] > 0 ? line[row] : null,
    kind: categoryNames[category[row]] as JsonDefinition['kind'],
  };
}

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

const milliseconds = (time: number | undefined): number | null => known(time === undefined ? undefined : time / 1000);

const pathOf = ({ sources }: Pick<Analysis, 'sources'>, source: number): string | null => sources[source]?.path ?? null;

/** Of active time; rounding in the sums may not lift it above 1. */
function shareIn({ quality }: Analysis, time: number): number | null {
  if (Number.isNaN(time)) return null;
  return quality.activeTime > 0 ? Math.min(1, Math.max(0, time / quality.activeTime)) : 0;
}
