import {
  appendRows,
  capSamples,
  DEFAULT_INTERVAL,
  FrameKind,
  lastAtOrBelow,
  longestSample,
  medianDuration,
  type MergedRows,
  type Microseconds,
  type NodeIndex,
  type SampleIndex,
  type SampleRows,
  shortestInterval,
  type TickIndex,
} from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { buildCpuCurve, busyBetween, type CpuCurve, cpuBetween, stoppedBetween } from '../cpu-curve.ts';
import { withMeanwhile } from '../meanwhile.ts';
import type { ThreadState } from '../sample-states.ts';
import { useBetween } from '../sample-use.ts';
import { SampleHistory, type SavedHistory } from '../unfinished/sample-history.ts';
import type { LogReader } from './log-reader.ts';
import { buildTimeline, type LoggedTicks, type Timeline, timelineFrom } from './timeline.ts';

/** First V8 whose log has no ticks while the event loop waits; measured: 13.6 has them, 14.6 has not. */
const FIRST_V8_SILENT_WHEN_IDLE = 14;
/** So many of the last ticks that may be thinned keep their times: what follows tells which gaps between them were idle. */
const LEAST_KEPT_TICKS = 256;

/** What the ticks of a log are weighed with, beside the log. */
export interface TickWeighing {
  readonly clock: CpuClockReadings | undefined;
  /** Absent: what the log says. */
  readonly requestedInterval: Microseconds | undefined;
}

/** How the clocks of a log, of a recording and of the CPU belong together. */
export interface LogTimes {
  /** When the recording begins, on the log's clock. */
  readonly begin: Microseconds;
  /** What to subtract from the CPU clock's times to get the log's; undefined where nothing ties the two together. */
  readonly shift: Microseconds | undefined;
  /** On the log's clock. */
  readonly logCurve: CpuCurve | undefined;
  /** On the recording's. */
  readonly curve: CpuCurve | undefined;
}

/** The ticks of a log that keep their times, as samples on the recording's clock. */
interface WeighedTicks {
  readonly times: LogTimes;
  readonly samples: SampleRows<TickIndex>;
}

/** The log begins with V8 itself; the recording, like the inspector's, where the recorder came in. */
export function timesOf({ found: { clockScriptAt } }: LogReader, clock: CpuClockReadings | undefined): LogTimes {
  const anchor = clock?.anchorUs;
  const begin = clockScriptAt ?? 0;
  if (anchor === undefined || clockScriptAt === undefined)
    return { begin, shift: undefined, logCurve: undefined, curve: undefined };
  const shift = anchor - clockScriptAt;
  return { begin, shift, logCurve: buildCpuCurve(clock, shift), curve: buildCpuCurve(clock, shift + begin) };
}

/** The ticks of a log that is read, with what the thread did in each. Those of its history are not among them. */
export function weighTicks(log: LogReader, weighing: TickWeighing): WeighedTicks {
  const times = timesOf(log, weighing.clock);
  const timeline = timelineOf(log, log.buildTicks(), times, weighing);
  return { times, samples: weigh(log, timeline, times.curve, weighing, log.history?.longestUs) };
}

function timelineOf(log: LogReader, ticks: LoggedTicks, times: LogTimes, weighing: TickWeighing): Timeline {
  const { logCurve, begin } = times;
  const whole = buildTimeline(ticks, {
    idleRow: log.idleRow,
    end: log.found.end,
    shortest: shortestInterval({ requestedIntervalUs: intervalOf(log, weighing) }),
    requested: intervalOf(log, weighing),
    silentIdle: Number.parseInt(log.found.v8Version ?? '', 10) >= FIRST_V8_SILENT_WHEN_IDLE,
    stoppedShare: logCurve && ((from, to) => stoppedBetween(logCurve, from, to) / (to - from)),
    busyShare: logCurve && ((from, to) => 1 - blockedBetween(logCurve, from, to) / (to - from)),
  });
  return timelineFrom(whole, begin);
}

const intervalOf = (log: LogReader, { requestedInterval }: TickWeighing): Microseconds | undefined =>
  requestedInterval ?? log.found.interval;

/** Time in which the thread neither ran nor wanted to. */
function blockedBetween(curve: CpuCurve, from: Microseconds, to: Microseconds): Microseconds {
  const span = Float64Array.of(from, to);
  return Math.max(0, (curve.wait ? busyBetween(curve, span)[0] : to - from) - cpuBetween(curve, span)[0]);
}

/** `longest`: for how long a sample may stand, where that was decided before. */
function weigh(
  log: LogReader,
  timeline: Timeline,
  curve: CpuCurve | undefined,
  weighing: TickWeighing,
  longest?: Microseconds,
): SampleRows<TickIndex> {
  return capSamples(usedBy(log, timeline, curve, weighing), {
    unsampledRow: () => log.unsampledRow,
    isKept: (tick) => isKept(log, tick),
    requestedInterval: intervalOf(log, weighing),
    longest,
  });
}

const isKept = (log: LogReader, tick: TickIndex): boolean =>
  tick === log.idleRow || tick === log.gcRow || tick === log.unsampledRow;

function usedBy(
  log: LogReader,
  samples: Timeline,
  curve: CpuCurve | undefined,
  weighing: TickWeighing,
): SampleRows<TickIndex> {
  const { row, start, taken } = samples;
  if (curve === undefined) return { node: row, start };
  const stateOf = (i: number): ThreadState =>
    row[i] === log.idleRow ? 'idle' : runningKinds.has(log.tree.kindOfTick(row[i])) ? 'running' : 'other';
  const use = useBetween(curve, start, stateOf, intervalOf(log, weighing) ?? DEFAULT_INTERVAL, taken);
  return withMeanwhile({ node: row, start }, use, { idle: () => log.idleRow, unsampled: () => log.unsampledRow });
}

/** What is on top where the thread executes code, its instructions or a builtin's: what blocks is native. */
const runningKinds: ReadonlySet<FrameKind> = new Set([FrameKind.script, FrameKind.wasm]);

/** What is left of ticks whose order was given up. */
export interface ThinnedTicks {
  readonly history: SavedHistory;
  /** The first tick that keeps its time. */
  readonly keptFrom: SampleIndex;
  /** From when on readings of the CPU clock are needed still, on its clock; undefined where nothing ties it to the log. */
  readonly clockFrom: Microseconds | undefined;
}

/**
 * Adds the ticks of a log to its history, but for the last ones. Undefined where there are too few. `mostRows`: the history
 * has no more rows where its spans can be made longer.
 */
export function thinTicks(log: LogReader, weighing: TickWeighing, mostRows: number): ThinnedTicks | undefined {
  const times = timesOf(log, weighing.clock);
  const ticks = log.buildTicks();
  const timeline = timelineOf(log, ticks, times, weighing);
  const cut = findCut(ticks, timeline, times.begin);
  if (cut === undefined) return undefined;
  const first = {
    row: timeline.row.subarray(0, cut.sample),
    start: timeline.start.subarray(0, cut.sample + 1),
    taken: timeline.taken,
  };
  const kindOf = (row: NodeIndex): FrameKind => log.tree.kindOfTick(row as number);
  const history = log.history
    ? SampleHistory.resume(log.history, kindOf, mostRows)
    : new SampleHistory(rulesOf(log, first, times, weighing), kindOf, mostRows);
  history.add(weigh(log, first, times.curve, weighing, history.rules.longest));
  const { shift, begin } = times;
  return {
    history: history.save(),
    keptFrom: cut.tick,
    clockFrom: shift === undefined ? undefined : timeline.start[cut.sample] + begin + shift,
  };
}

function rulesOf(log: LogReader, first: Timeline, { curve }: LogTimes, weighing: TickWeighing): SampleHistory['rules'] {
  const requestedInterval = intervalOf(log, weighing);
  const longest = longestSample(usedBy(log, first, curve, weighing), {
    isKept: (tick) => isKept(log, tick),
    requestedInterval,
  });
  const durations = first.start.subarray(1).map((end, i) => end - first.start[i]);
  return { interval: medianDuration(durations) ?? requestedInterval ?? 1000, longest: Math.round(longest) };
}

/**
 * A late tick whose sample begins when it was taken, right after another: then what comes before it does not depend on it, nor
 * what follows on what came before.
 */
function findCut(
  { time, isIdle }: LoggedTicks,
  { start, row }: Timeline,
  begin: Microseconds,
): { readonly tick: SampleIndex; readonly sample: SampleIndex } | undefined {
  for (let tick = time.length - LEAST_KEPT_TICKS; tick > 1; tick--) {
    if (isIdle[tick] === 1 || isIdle[tick - 1] === 1) continue;
    if (!(time[tick - 1] < time[tick] && time[tick] < time[tick + 1])) continue;
    const at = time[tick] - begin;
    const sample = lastAtOrBelow(start, at, 0, row.length);
    if (sample > 0 && start[sample] === at && start[sample - 1] === time[tick - 1] - begin) return { tick, sample };
  }
  return undefined;
}

/** Samples with those of a history before them. */
export function withHistory(
  samples: SampleRows<TickIndex>,
  history: SavedHistory | undefined,
): { readonly samples: SampleRows<TickIndex>; readonly merged?: MergedRows } {
  if (history === undefined) return { samples };
  const { nodes, startsUs, counts, spans, cpuUs, blockedUs } = history;
  let row = 0;
  return {
    samples: {
      node: appendRows(Int32Array.from(nodes), samples.node),
      // A damaged file may say that they overlap.
      start: appendRows(
        Float64Array.from(startsUs).subarray(0, -1),
        samples.start.map((at) => Math.max(at, startsUs[nodes.length])),
      ),
      ...(cpuUs && samples.cpu && { cpu: appendRows(Float64Array.from(cpuUs), samples.cpu) }),
      ...(cpuUs &&
        blockedUs &&
        samples.blocked && { blocked: appendRows(Float64Array.from(blockedUs), samples.blocked) }),
    },
    merged: { count: Uint32Array.from(counts), spans: Int32Array.from([0, ...spans.map((rows) => (row += rows))]) },
  };
}
