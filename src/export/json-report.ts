import {
  type Analysis,
  type BuiltinPart,
  builtinsOfLine,
  Category,
  type CategoryName,
  categoryNames,
  type FunctionIdentities,
  findAnswer,
  findWhy,
  hottestRequest,
  isOwnTaker,
  isWait,
  type PackageTime,
  precisionNames,
  type Remark,
  shortUrl,
  sumPackages,
  type ThreadSummary,
  type TimeRange,
  type TimeTaker,
} from '../core/index.ts';
import { capitalise, describeAnswer } from '../present/answer.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import { plainSpaces } from '../present/quantities.ts';
import { describeReason } from '../present/reasons.ts';
import { placeLabel } from '../present/names.ts';
import { describeWhy, fixOfWhy } from '../present/why.ts';
import type { Diagnostic, FrameRepairFacts } from '../recording/index.ts';

// What `--json` writes is a stable contract, described in docs/json-output.md: fields may be added, none changed. Lines are
// 1-based, shares are of active time, 0 to 1, and unknown is null.

/** A value as it stands in a file of JSON. */
export const formatJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The analysis as plain values, lines and functions by self time, the most first. Unknown is null. */
export function buildJsonReport(analysis: Analysis) {
  const { functions, lines, diagnostics } = analysis;
  const remarks = findWhy(analysis);
  return {
    schemaVersion: 1,
    quality: buildQuality(analysis),
    /** The part of the recording's time that all of it is about, from its first sample; null for the whole. */
    range: analysis.range ? buildRange(analysis.range) : null,
    marks: buildMarks(analysis),
    answer: buildAnswer(analysis),
    /** Why the program as a whole is slow. */
    why: buildWhy(analysis, remarks, ({ function: of, line }) => of === undefined && line === undefined),
    threads: analysis.threads.map(buildThread),
    lines: byMost(lines.selfTime)
      .filter((row) => tookTime(lines, row))
      .map((row) => ({ ...buildLine(analysis, row), why: buildWhy(analysis, remarks, ({ line }) => line === row) })),
    functions: byMost(functions.selfTime)
      .filter((row) => functions.category[row] !== Category.root && tookTime(functions, row))
      .map((row) => ({
        ...buildFunction(analysis, row),
        why: buildWhy(analysis, remarks, ({ function: of, line }) => of === row && line === undefined),
      })),
    packages: sumPackages(analysis)
      .rows.filter(({ selfTime, totalTime }) => selfTime > 0 || totalTime > 0)
      .map((row) => buildPackage(analysis, row)),
    diagnostics: diagnostics.map(buildDiagnostic),
  };
}

/** Where most of the time goes; null where nothing took time. */
function buildAnswer(analysis: Analysis) {
  const answer = findAnswer(analysis);
  if (answer === undefined) return null;
  const { first, next, ownTime } = answer;
  return {
    text: plainSpaces(capitalise(describeAnswer({ analysis, answer, nameOf: ({ path }) => shortUrl(path) }))),
    /** Time in or below own code. */
    ...{ ownMs: ownTime / 1000, ownShare: shareIn(analysis, ownTime) ?? 0 },
    first: buildTaker(analysis, first),
    next: next ? buildTaker(analysis, next) : null,
  };
}

/** The share of a wait is of the duration, all others are of active time. */
function buildTaker(analysis: Analysis, taker: TimeTaker) {
  const { lines, functions, quality } = analysis;
  const own = isOwnTaker(taker) ? taker : undefined;
  const row = 'line' in taker && taker.line >= 0 ? taker.line : undefined;
  const fn = 'function' in taker && taker.function >= 0 ? taker.function : undefined;
  const ofFunction = fn === undefined ? { file: null, line: null } : buildDefinition(analysis, fn);
  const { file, line } =
    row === undefined ? ofFunction : { file: pathOf(analysis, lines.source[row]), line: lines.line[row] };
  return {
    kind: taker.kind,
    ms: taker.time / 1000,
    share: isWait(taker) ? Math.min(1, taker.time / quality.duration) : (shareIn(analysis, taker.time) ?? 0),
    ...{ file, line },
    function: fn === undefined ? null : functions.name[fn],
    /** Of own code: its own time, and the callee that took the most. */
    selfMs: own ? own.self / 1000 : null,
    callee: own && own.callee >= 0 ? functions.name[own.callee] : null,
    calleeMs: own && own.callee >= 0 ? own.calleeTime / 1000 : null,
    /** Why a function is named instead of a line: its `lines` or its `calls` are unknown. */
    unknown: own?.unknown ?? null,
  };
}

/** An npm package, or own code and dependencies of which no package is known; copies of one package are apart. */
function buildPackage(analysis: Analysis, { package: known, isOwn, asker, ...times }: PackageTime) {
  return {
    ...{ name: known?.name ?? null, version: known?.version ?? null, folder: known?.folder ?? null },
    kind: isOwn ? ('own' as const) : ('dependency' as const),
    selfMs: times.selfTime / 1000,
    totalMs: milliseconds(times.totalTime),
    selfShare: shareIn(analysis, times.selfTime) ?? 0,
    totalShare: shareIn(analysis, times.totalTime),
    selfSamples: times.selfSamples,
    askedBy: asker
      ? {
          ...describeCaller(analysis, asker.caller, asker.line),
          package: analysis.sources[analysis.functions.source[asker.caller]]?.package?.name ?? null,
          share: times.selfTime > 0 ? Math.min(1, asker.time / times.selfTime) : 0,
        }
      : null,
  };
}

/** What the program marked with `console.profile`, and what of that the report is about; null where it is not. */
function buildMarks({ marked }: Analysis) {
  if (!marked) return null;
  return {
    spans: marked.spans.map((span) => ({ name: span.name, ...buildRange(span) })),
    shown: marked.shown?.map(buildRange) ?? null,
  };
}

/** Milliseconds from the recording's first sample. */
const buildRange = ({ from, to }: TimeRange) => ({ fromMs: from / 1000, toMs: to / 1000 });

/** What was noticed, as a sentence; `file` is an absolute path or a url. */
export function buildDiagnostic(diagnostic: Diagnostic) {
  const { code, severity, file } = diagnostic;
  return { code, severity, message: describeDiagnostic(diagnostic), file: file ?? null };
}

/** A thread of the recording, also one that the report is not about. */
function buildThread(thread: ThreadSummary) {
  const { id, parent, kind, name, pid, activeTime, cpuTime, samples, isRecorded, reason } = thread;
  return {
    ...{ id, parent: known(parent), kind, name, pid: known(pid) },
    ...{ activeMs: milliseconds(activeTime), cpuMs: milliseconds(cpuTime) },
    ...{ samples, recorded: isRecorded, reason: reason ?? null },
  };
}

function buildQuality({ quality, facts, unrecorded }: Analysis) {
  return {
    sampler: quality.sampler,
    /** Recordings that this is the mean of. */
    runs: quality.runs ?? 1,
    clock: quality.valueName,
    /** If another tool measured something other than time, what it was; fields in milliseconds then hold thousands of its unit. */
    value: quality.value ?? null,
    requestedIntervalUs: known(quality.requestedInterval),
    achievedIntervalUs: known(quality.achievedInterval),
    /** In a long run the inspector's sampler keeps one of so many samples. */
    keptOneIn: quality.keptOneIn ?? 1,
    samples: quality.samples,
    lostSamples: known(quality.lostSamples),
    durationMs: quality.duration / 1000,
    activeMs: quality.activeTime / 1000,
    blockedMs: milliseconds(quality.blockedTime),
    waitingMs: milliseconds(quality.waitingTime),
    /** CPU time of the process tree of which nothing was recorded. */
    unrecordedCpuMs: milliseconds(unrecorded?.cpuTime),
    frameRepair: buildFrameRepair(facts.frameRepair),
    /** Share of active time that may be on the line of a caller, as V8 loses frames; 0 with the frame repair. */
    lostFrameShare: quality.lostFrameShare,
  };
}

/** Whether frames were brought back that V8 loses in its builtins: in how many samples, or why not. */
function buildFrameRepair(facts: FrameRepairFacts | undefined) {
  if (facts === undefined) return null;
  const { state } = facts;
  return state === 'on'
    ? { state, reason: null, samples: facts.samples, mended: facts.mended }
    : { state, reason: facts.reason, samples: null, mended: null };
}

function buildLine(analysis: Analysis, row: number) {
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
    /** Blocked in synchronous calls: the line itself, and with all that it calls. */
    blockedMs: milliseconds(lines.blockedTime?.[row]),
    totalBlockedMs: milliseconds(lines.totalBlockedTime?.[row]),
    /** Of lines of Node's: who asked most for the time of their function. */
    askedBy: buildAsker(analysis, lines.function[row]),
    precision: precisionNames[lines.precision[row]],
    reason: describeReason(analysis, row) ?? null,
    builtins: buildBuiltins(analysis, row),
  };
}

/** Why it is slow; empty where there is nothing to say. `fix` is null where nothing was measured to help. */
function buildWhy(analysis: Analysis, remarks: readonly Remark[], isAbout: (remark: Remark) => boolean) {
  const { lines } = analysis;
  const fileOf = (row: number): string | null => pathOf(analysis, lines.source[row]);
  return remarks.filter(isAbout).map((remark) => ({
    ...{ code: remark.code, share: remark.share },
    text: plainSpaces(describeWhy(analysis, remark, { place: placeLabel })),
    fix: fixOfWhy(remark) ?? null,
    /** The lines with the most of it, of the program and of garbage collections. Elsewhere: those that cause it, from a run for causes. */
    at: remark.places?.map((row) => ({ file: fileOf(row), line: lines.line[row] })) ?? causingPlaces(remark),
  }));
}

/** Null where no run for causes told any. */
function causingPlaces({ code, site, families = [], thrownOut }: Remark) {
  const found = [
    code === 'dictionary' ? site?.dictionary?.at : undefined,
    ...families.map(({ family }) => family.differAt.at(0) ?? family.at),
    ...(thrownOut?.reasons.map(({ at }) => at) ?? []),
  ].filter((place) => place !== undefined);
  const places = [...new Map(found.map((place) => [`${place.file}:${place.line}`, place])).values()];
  return places.length > 0 ? places : null;
}

/** Own time by what ran it, and what V8 made of the function; null where the sampler does not tell. */
function buildTiers({ functions: { code } }: Analysis, row: number) {
  if (code === undefined) return null;
  const { interpreter, baseline, maglev, turbofan, optimised, bytecode, thrownOut } = code;
  return {
    ...{ interpreterMs: interpreter[row] / 1000, baselineMs: baseline[row] / 1000 },
    ...{ maglevMs: maglev[row] / 1000, turbofanMs: turbofan[row] / 1000 },
    ...{ optimised: optimised[row], thrownOut: known(thrownOut?.[row]) },
    bytecodeBytes: bytecode[row] > 0 ? bytecode[row] : null,
  };
}

/** V8's builtins that a line's own time was in, the most first; null where the sampler does not tell. */
function buildBuiltins({ lines, functions }: Analysis, row: number) {
  const build = ({ name, time, part, isBelow, within }: BuiltinPart) => ({
    ...{ name, ms: time / 1000, share: part },
    /** Not this line, but a function below its call ran it. */
    below: isBelow === true,
    /** Then the one that most likely did, or what that calls; null where several are called from there. */
    probablyBelow: within === undefined ? null : functions.name[within],
  });
  return builtinsOfLine(lines, row)?.map(build) ?? null;
}

function buildFunction(analysis: Analysis, row: number) {
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
    tiers: buildTiers(analysis, row),
  };
}

/**
 * The line outside of Node that asked for the time of a function of Node's, and the part of that time. Where only the
 * function is known, `line` is its definition and `precision` is `function`.
 */
function buildAsker(analysis: Analysis, fn: number) {
  const { requests, functions } = analysis;
  const top = hottestRequest(analysis, fn);
  if (top < 0) return null;
  const time = (row: number): number => requests.time[row] + (requests.blockedTime?.[row] ?? 0);
  const own = functions.selfTime[fn] + (functions.blockedTime?.[fn] ?? 0);
  return {
    ...describeCaller(analysis, requests.caller[top], requests.line[top]),
    share: own > 0 ? Math.min(1, time(top) / own) : 0,
  };
}

/** A call site: a row of `lines`, or only the function (`line` -1). */
function describeCaller(analysis: Analysis, caller: number, line: number) {
  const { lines, functions } = analysis;
  const isLineKnown = line >= 0;
  const at = isLineKnown ? lines.line[line] : functions.line[caller];
  return {
    file: pathOf(analysis, isLineKnown ? lines.source[line] : functions.source[caller]),
    line: at > 0 ? at : null,
    function: functions.name[caller],
    precision: isLineKnown ? ('exact' as const) : ('function' as const),
  };
}

/** A function, and where it is defined. */
export function buildDefinition(
  analysis: { readonly functions: Omit<FunctionIdentities, 'ofFrame'>; readonly sources: Analysis['sources'] },
  row: number,
) {
  const { source, line, category } = analysis.functions;
  return {
    name: analysis.functions.name[row],
    file: pathOf(analysis, source[row]),
    line: line[row] > 0 ? line[row] : null,
    kind: categoryNames[category[row]] as Exclude<CategoryName, 'root'>,
  };
}

/** What was only met, as a function of Heatline's own is that ran before the recording began, took none. */
function tookTime(rows: Analysis['lines'] | Analysis['functions'], row: number): boolean {
  const { selfTime, totalTime, blockedTime, totalBlockedTime } = rows;
  return [selfTime, totalTime, blockedTime, totalBlockedTime].some((times) => (times?.[row] ?? 0) > 0);
}

export const byMost = (values: Float64Array): number[] => [...values.keys()].sort((a, b) => values[b] - values[a]);
const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

const milliseconds = (time: number | undefined): number | null => known(time === undefined ? undefined : time / 1000);

const pathOf = ({ sources }: Pick<Analysis, 'sources'>, source: number): string | null => sources[source]?.path ?? null;

/** Of active time; rounding in the sums may not lift it above 1. */
function shareIn({ quality }: Analysis, time: number): number | null {
  if (Number.isNaN(time)) return null;
  return quality.activeTime > 0 ? Math.min(1, Math.max(0, time / quality.activeTime)) : 0;
}
