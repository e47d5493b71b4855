import type { OriginalFrames, Source } from './mapping.ts';
import type { Explained } from './explain.ts';
import type { Diagnostic, SamplerName } from '../recording/index.ts';
import type { RecordingFacts, SampleTable, ValueName, ValueType } from './profile.ts';
import type { ThreadId, ThreadSummary } from './thread.ts';
import type { MarkedTime } from './marks.ts';
import type { RecordingPart } from './part.ts';
import type { Timeline } from './timeline.ts';
import type { Unrecorded } from './unrecorded.ts';
import type {
  FunctionIndex,
  IndexColumn,
  LineIndex,
  Microseconds,
  NodeIndex,
  OneBasedLine,
  Share,
  SourceIndex,
  ZeroBasedColumn,
} from './units.ts';

/**
 * The answer: everything that the editor, the panel and the report show of one recording, in *original* positions, or of the part
 * of it that was asked about. Typed arrays and short string tables only, so that it moves between threads without a copy.
 */
export interface Analysis extends RecordingPart {
  readonly title: string;
  readonly sources: readonly Source[];
  readonly functions: FunctionTable;
  readonly lines: LineTable;
  /** Who calls whom, for hovers: one row for each pair, the most time first within a caller. */
  readonly callPairs: CallPairTable;
  /** Who asked for the time in Node's own code. */
  readonly requests: RequestTable;
  /** How many garbage collections were sampled of which it is known where they began; undefined where the recording does not tell. */
  readonly collections?: number;
  readonly tree: MeasuredTree;
  /** When what ran: the samples of each thread that is part of this analysis. */
  readonly lanes: readonly SampleLane[];
  /** All threads of the recording, including those that are not analysed or were not recorded. */
  readonly threads: readonly ThreadSummary[];
  /** What the program marked of its time; undefined where it marked nothing. */
  readonly marked?: MarkedTime;
  /** When all of the recording's threads were active; undefined where no sample tells. */
  readonly timeline?: Timeline;
  /** CPU time without samples; undefined if it is unknown. */
  readonly unrecorded?: Unrecorded;
  readonly facts: RecordingFacts;
  readonly quality: SampleQuality;
  readonly diagnostics: readonly Diagnostic[];
  /** What a run for causes tells; undefined where there was none. */
  readonly explained?: Explained;
}

/** The samples of one thread. */
export interface SampleLane {
  readonly thread: ThreadId;
  readonly samples: SampleTable;
  /** From the start of the recording to the zero of the samples' times. */
  readonly offset: Microseconds;
}

/** Whose code a function is. `idle` is part of no share; `compiling` is V8's own work. */
export const Category = {
  own: 0,
  dependency: 1,
  node: 2,
  native: 3,
  gc: 4,
  program: 5,
  idle: 6,
  root: 7,
  compiling: 8,
  wasm: 9,
} as const;
export type Category = (typeof Category)[keyof typeof Category];
export type CategoryName = keyof typeof Category;
/** By category. */
export const categoryNames = Object.keys(Category) as readonly CategoryName[];

/**
 * One row for each function (name and original definition). Times in microseconds of the recording's clock; totals
 * count a function once per stack, so that none is above the whole. Lines 1-based (0 unknown), columns 0-based (-1).
 */
export interface FunctionTable extends OriginalFrames {
  readonly category: Uint8Array;
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
  /** Blocked in synchronous calls: itself, and with all that it calls. Undefined where the recording does not tell. */
  readonly blockedTime?: Float64Array;
  readonly totalBlockedTime?: Float64Array;
  /** Absent where the sampler does not tell it (only V8's log does). */
  readonly code?: CodeTable;
  /** Garbage collection that began in the function, no part of `selfTime`. Absent where the recording does not tell. */
  readonly gcTime?: Float64Array;
}

/** What V8 made of each function: own time by the tier of its code, in microseconds, as far as that is known. */
export interface CodeTable {
  readonly interpreter: Float64Array;
  readonly baseline: Float64Array;
  readonly maglev: Float64Array;
  readonly turbofan: Float64Array;
  /** How many pieces of optimised code there were of it, all told, in the thread with the most. */
  readonly optimised: Uint32Array;
  /** Bytes of bytecode; 0 where unknown, and of a script's top level. */
  readonly bytecode: Uint32Array;
  /** How many of these pieces were thrown out, and why most of them: see `FrameTable`. Absent before Node 26, whose logs do not tell. */
  readonly thrownOut?: Uint32Array;
  readonly thrownOutBy?: Uint32Array;
}

/**
 * One row for each original line with time. `totalTime` is NaN where the sampler cannot know it. Low and high bound
 * the 95 % interval of the self share of active time; lost samples widen it.
 */
export interface LineTable {
  readonly source: IndexColumn<SourceIndex>;
  readonly line: IndexColumn<OneBasedLine>;
  /** The function with the most self time on the line (row of `functions`). */
  readonly function: IndexColumn<FunctionIndex>;
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  /**
   * Blocked in synchronous calls: the line itself, and with all that it calls (NaN where the sampler cannot know it).
   * Undefined where the recording does not tell. No part of `selfTime`, unless `valueName` is `wall`.
   */
  readonly blockedTime?: Float64Array;
  readonly totalBlockedTime?: Float64Array;
  /**
   * Garbage collection that is *not* part of `selfTime`: what began on the line, where `Analysis.collections` tells that; else
   * what followed it, an estimate.
   */
  readonly gcTime: Float64Array;
  readonly shareLow: Float64Array;
  readonly shareHigh: Float64Array;
  readonly precision: Uint8Array;
  /** A `LineCause`: why the precision is not exact; -1 where it is. */
  readonly reason: Int32Array;
  /** Hot expressions inside lines, where columns are known: sorted by row, then by time, the most first. */
  readonly spots: SpotTable;
  /** Part of `selfTime` in bytecode and baseline code. Absent where the sampler does not tell it (only V8's log does). */
  readonly unoptimisedTime?: Float64Array;
  /** Time in V8's builtins. Absent where the sampler does not tell it (only V8's log does). */
  readonly builtins?: BuiltinTable;
}

/** Columns inside a line on which time was spent. Empty where the sampler has no columns. */
export interface SpotTable {
  readonly lineRow: IndexColumn<LineIndex>;
  readonly column: IndexColumn<ZeroBasedColumn>;
  readonly selfTime: Float64Array;
}

/** Which of V8's builtins lines spent their time in: sorted by row, then by time, the most first. */
export interface BuiltinTable {
  /** As V8 calls them. */
  readonly names: readonly string[];
  readonly lineRow: IndexColumn<LineIndex>;
  /** Index into `names`. */
  readonly builtin: Int32Array;
  /** As in `BuiltinTicks`: the function that it most likely ran in, or below; `SOME_CALLEE`, `NO_CALLEE`. */
  readonly within: IndexColumn<FunctionIndex>;
  /** Part of the line's self time. */
  readonly selfTime: Float64Array;
}

/**
 * Time in Node's own code and in the native code below it, by function and by the nearest caller outside of Node. That is own
 * code or, if none is on the stack, a dependency. One row for each pair, the most time first within a function.
 */
export interface RequestTable {
  /** The function of Node's. */
  readonly function: IndexColumn<FunctionIndex>;
  /** The function that asked for it. */
  readonly caller: IndexColumn<FunctionIndex>;
  /** The line of `caller` that did (row of `lines`); -1 where the sampler tells no call sites. */
  readonly line: IndexColumn<LineIndex>;
  readonly time: Float64Array;
  /** Undefined where the recording does not tell. */
  readonly blockedTime?: Float64Array;
}

export interface CallPairTable {
  readonly caller: IndexColumn<FunctionIndex>;
  readonly callee: IndexColumn<FunctionIndex>;
  /** Time in the callee (and below) when called from the caller, recursion-safe. */
  readonly time: Float64Array;
}

/** The call tree of functions, with its times. A parent stands before its children, as in the profile's `CallTree`. */
export interface MeasuredTree {
  readonly function: IndexColumn<FunctionIndex>;
  /** Row of the caller; -1 for the root. */
  readonly parent: IndexColumn<NodeIndex>;
  /** The line of the caller that the call stands on (row of `lines`), -1 where unknown. Undefined: no call sites are known. */
  readonly callLine?: IndexColumn<LineIndex>;
  readonly selfTime: Float64Array;
  /** With all that it calls, in a tree of which nodes were left out; of others `totalTimes` tells it. */
  readonly totalTime?: Float64Array;
  readonly selfSamples: Uint32Array;
  /** Blocked in synchronous calls, itself. Undefined where the recording does not tell. */
  readonly blockedTime?: Float64Array;
}

/** Something that holds values, of which it tells the name and the unit. */
export interface Measured {
  readonly valueName: ValueName;
  /** What was measured in place of time; all times are then in this unit. */
  readonly value?: ValueType;
}

export interface SampleQuality extends Measured {
  readonly sampler: SamplerName;
  /** The number of runs of which this is the mean: times are means, samples are sums. Absent for a single recording. */
  readonly runs?: number;
  readonly requestedInterval?: Microseconds;
  /** A long run keeps one sample in so many, and its interval is so many times longer. Absent: all are kept. */
  readonly keptOneIn?: number;
  /** Median time between two samples. */
  readonly achievedInterval?: Microseconds;
  readonly samples: number;
  /** Samples that were not taken, as time on a CPU, gaps or the sampler itself tell. Undefined: unknown. */
  readonly lostSamples?: number;
  readonly duration: Microseconds;
  /** Without idle time. The denominator of every share. */
  readonly activeTime: Microseconds;
  readonly activeSamples: number;
  readonly idleTime: Microseconds;
  readonly gcTime: Microseconds;
  readonly programTime: Microseconds;
  /** Time in which V8 compiled modules and functions, as far as the sampler tells. */
  readonly compilingTime: Microseconds;
  /** Runnable but not running; undefined if samples have no CPU time. Not part of `activeTime`. */
  readonly waitingTime?: Microseconds;
  /**
   * Blocked in synchronous calls, outside of idle time; a part of `activeTime` where `valueName` is `wall`, and not
   * where it is `cpu`. Undefined where the recording does not tell.
   */
  readonly blockedTime?: Microseconds;
  /** Share of the self time of scripts whose line is exact. */
  readonly exactShare: Share;
  /** Share of active time that is, or may be, on a wrong line because V8 lost a frame; 0 with the frame repair. */
  readonly lostFrameShare: Share;
}

/** A line's self share of active time; 0 for an empty recording. */
export function shareOf(analysis: Pick<Analysis, 'quality'>, time: Microseconds): Share {
  return analysis.quality.activeTime > 0 ? time / analysis.quality.activeTime : 0;
}
