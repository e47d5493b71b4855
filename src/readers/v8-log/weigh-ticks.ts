import {
  capSamples,
  DEFAULT_INTERVAL,
  FrameKind,
  type Microseconds,
  type SampleRows,
  shortestInterval,
  type TickIndex,
} from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { buildCpuCurve, busyBetween, type CpuCurve, cpuBetween, stoppedBetween } from '../cpu-curve.ts';
import { withMeanwhile } from '../meanwhile.ts';
import type { ThreadState } from '../sample-states.ts';
import { useBetween } from '../sample-use.ts';
import type { LogReader } from './log-reader.ts';
import { buildTimeline, type LoggedTicks, type Timeline, timelineFrom } from './timeline.ts';

/** First V8 whose log has no ticks while the event loop waits; measured: 13.6 has them, 14.6 has not. */
const FIRST_V8_SILENT_WHEN_IDLE = 14;

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

/** The ticks of a log as samples on the recording's clock. */
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

/** The ticks of a log that is read, with what the thread did in each. */
export function weighTicks(log: LogReader, weighing: TickWeighing): WeighedTicks {
  const times = timesOf(log, weighing.clock);
  const timeline = timelineOf(log, log.buildTicks(), times, weighing);
  return { times, samples: weigh(log, timeline, times.curve, weighing) };
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

function weigh(
  log: LogReader,
  timeline: Timeline,
  curve: CpuCurve | undefined,
  weighing: TickWeighing,
): SampleRows<TickIndex> {
  return capSamples(usedBy(log, timeline, curve, weighing), {
    unsampledRow: () => log.unsampledRow,
    isKept: (tick) => isKept(log, tick),
    requestedInterval: intervalOf(log, weighing),
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
