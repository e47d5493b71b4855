import type { RecordedFacts, SamplerName, ThreadIndex } from '../recording/index.ts';
import { mapColumns } from './growing-column.ts';
import type { SampleLabel } from './part.ts';
import { MAIN_THREAD, type Thread } from './thread.ts';
import type {
  FrameIndex,
  IndexColumn,
  Microseconds,
  NodeIndex,
  OneBasedLine,
  PositionIndex,
  ScriptIndex,
  ZeroBasedColumn,
} from './units.ts';

/**
 * Everything that was sampled except the times: code in *generated* positions (before source maps), the call tree, and its
 * lines.
 */
export interface ProfileTables {
  readonly scripts: readonly Script[];
  readonly positions: PositionTable;
  readonly frames: FrameTable;
  readonly tree: CallTree;
  readonly ticks: TickTable;
  /** Absent: the sampler does not tell when the program is in a builtin. */
  readonly builtins?: BuiltinTicks;
  /** Absent: it is not known what began the garbage collections. */
  readonly collections?: CollectionTicks;
}

/**
 * A thread as the runtime saw it. Every sampler's file format is read into this model. Big things are columns in typed arrays;
 * rows refer to each other by index.
 */
export interface Profile extends ProfileTables {
  readonly samples: SampleTable;
  readonly recording: RecordingFacts;
}

/** The profiles of a recording's threads, the main thread's first. */
export type Profiles = readonly [Profile, ...Profile[]];

/** The threads that are analysed, on one call tree; made of their profiles by `mergeProfiles`. */
export interface MergedProfile extends ProfileTables {
  readonly lanes: readonly Lane[];
  /** Of the whole: what the first thread knows, with the times of all. */
  readonly recording: RecordingFacts;
}

/** The samples of one thread, with its own clock, interval and facts. */
export interface Lane {
  readonly thread: Thread;
  readonly samples: SampleTable;
  readonly recording: RecordingFacts;
  /** From the start of the recording to the zero of this thread's times. */
  readonly offset: Microseconds;
}

/** Whose samples are these? The main thread's, if the recording does not say. */
export function threadOf({ thread, program }: Pick<RecordedFacts, 'thread' | 'program'>): Thread {
  return thread ?? { id: MAIN_THREAD, kind: 'main', name: program?.replace(/^.*[\\/]/, '') ?? 'main thread' };
}

/** One script that the runtime ran. */
export interface Script {
  /** As the runtime names it: `file:///…`, an absolute path, `node:fs`, `` (native or eval without a sourceURL). */
  readonly url: string;
  /** The `sourceMappingURL` that was in force while it ran: relative, absolute or `data:`. */
  readonly sourceMapUrl?: string;
  /** The source map itself as JSON text, where the recording carries it. */
  readonly sourceMap?: string;
  /** SHA-256 of the script's text as it ran, hex; for files, of their bytes on disk when the recording ended. */
  readonly contentHash?: string;
  /** Where its functions begin and end, where the recording tells: what repairs the blame for inlined code. */
  readonly functions?: FunctionRanges;
  /** The script's text as it ran, where the recording carries it (V8 logs may). */
  readonly source?: string;
  /** Places in it are those of the original already: what ran is another text, and no source map is looked for. */
  readonly isOriginal?: boolean;
  /** Whether that text is the one with the hash, the file's. Unknown where the recorder did not compare them. */
  readonly isFileText?: boolean;
}

/** Functions of one script without its top level, in order of their starts. Lines 1-based, columns 0-based. */
export interface FunctionRanges {
  readonly name: readonly string[];
  readonly startLine: IndexColumn<OneBasedLine>;
  readonly startColumn: IndexColumn<ZeroBasedColumn>;
  readonly endLine: IndexColumn<OneBasedLine>;
  readonly endColumn: IndexColumn<ZeroBasedColumn>;
}

/** Generated positions. Line 1-based (0 unknown), column 0-based (-1 unknown: the whole line is meant). */
export interface PositionTable {
  readonly script: IndexColumn<ScriptIndex>;
  readonly line: IndexColumn<OneBasedLine>;
  readonly column: IndexColumn<ZeroBasedColumn>;
}

/**
 * What is a frame that is not plain JavaScript with a script? `compiling`: V8 compiled what the caller called or loaded;
 * `runtime`: JavaScript of Node's own that the recording does not name; `wasm`: a function of WebAssembly; `leftOut`: time
 * between the parts that are asked about.
 */
export const FrameKind = {
  script: 0,
  native: 1,
  gc: 2,
  program: 3,
  idle: 4,
  root: 5,
  compiling: 6,
  runtime: 7,
  wasm: 8,
  leftOut: 9,
} as const;
export type FrameKind = (typeof FrameKind)[keyof typeof FrameKind];

/** Name of the frame of kind `program` in which Node and V8 worked outside any function. */
export const PROGRAM = '(program)';
/**
 * Name of frames of kind `program` in which V8 ran its microtask queue: it settled promises and resumed async functions. No
 * function is on the stack then, except one that ran the queue (Node's `processTicksAndRejections`).
 */
export const MICROTASKS = '(microtasks)';

/** Stand in place of a called function: no function is called, or one of several. */
export const NO_CALLEE = -1;
export const SOME_CALLEE = -2;

/** Which of V8's interpreter and compilers made the code that ran? The later, the faster. */
export const Tier = { unknown: 0, interpreter: 1, baseline: 2, maglev: 3, turbofan: 4 } as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** Why V8 threw optimised code out: what a value was, or what was changed. Bits of a set. */
export const ThrownOutBy = {
  other: 0,
  shape: 1,
  smallInteger: 2,
  number: 4,
  type: 8,
  callTarget: 16,
  bounds: 32,
  hole: 64,
  integerResult: 128,
  constantField: 256,
  prototype: 512,
} as const;
export type ThrownOutBy = (typeof ThrownOutBy)[keyof typeof ThrownOutBy];

/** Functions: name (empty for anonymous ones) and generated position of the definition, -1 for none. */
export interface FrameTable {
  readonly name: readonly string[];
  readonly position: IndexColumn<PositionIndex>;
  readonly kind: Uint8Array;
  /** How many pieces of optimised code V8 made of the function, and how many bytes its bytecode has; 0 where unknown. Absent: unknown. */
  readonly optimised?: Uint32Array;
  readonly bytecode?: Uint32Array;
  /** How many of these pieces a value or a change of the program threw out, and why most of them (`ThrownOutBy`). Absent: unknown. */
  readonly thrownOut?: Uint32Array;
  readonly thrownOutBy?: Uint32Array;
}

/**
 * The call tree. Invariant: a parent stands before its children (`parent[i] < i`), row 0 is the root, so that sums go
 * up in one backward loop and nothing ever recurses.
 */
export interface CallTree {
  readonly frame: IndexColumn<FrameIndex>;
  /** Row of the caller; -1 for the root. */
  readonly parent: IndexColumn<NodeIndex>;
  /** Where in the *parent's* function the call stands (index into `positions`); -1 where unknown. Absent: never known. */
  readonly callPosition?: IndexColumn<PositionIndex>;
  /** Too many call sites are unknown, as where one of several threads tells none, so no line's total is known. */
  readonly areCallsPartial?: boolean;
  /** Per node: 1 where the sampler knew only some places of the code, as of V8's unoptimised code. Absent: unknown. */
  readonly lowTier?: Uint8Array;
}

/** Samples in order of time. Sample i lasts from `start[i]` to `start[i + 1]`; `start` has one row more, the end. `cutSamples` lists its columns. */
export interface SampleTable {
  readonly node: IndexColumn<NodeIndex>;
  readonly start: Float64Array;
  /** The sample's CPU time in microseconds, if its thread left records. An idle sample has all the time that it lasted. */
  readonly cpu?: Float64Array;
  /**
   * Microseconds for which the thread was blocked in a synchronous call during the sample, if the records tell that from
   * waiting for a CPU. Idle time is not blocked time.
   */
  readonly blocked?: Float64Array;
  /** Where in its function the thread was; -1 where that is unknown. Absent: the sampler does not tell it of each sample. */
  readonly position?: IndexColumn<PositionIndex>;
  /** The file has no times: the samples stand one after the other in no order. */
  readonly isUntimed?: boolean;
  /** `cpu` holds the blocked time too: then the samples weigh wall time, without the waiting for a CPU. */
  readonly isWall?: boolean;
  /** How many samples of time on a CPU were not taken. */
  readonly lost?: number;
  /** The rows that stand for time between the ranges to which a thread was cut, and that time. */
  readonly leftOut?: { readonly rows: number; readonly time: Microseconds };
  /** How many samples are worth one independent sample: above 1 if many were lost at once. */
  readonly clumping?: number;
}

/**
 * Where inside its function was each node when it was on top? One row for each pair of node and position; the position is -1
 * if only the lost frame of a function is known. `time` is wall time; `cpu` and `blocked` are as in `SampleTable`, in
 * microseconds. An amount that is added here has to be in `GroupSums`, and in `mergeProfiles` where not all recordings have it.
 */
export interface TickTable {
  readonly node: IndexColumn<NodeIndex>;
  readonly position: IndexColumn<PositionIndex>;
  readonly count: Uint32Array;
  readonly time: Float64Array;
  readonly cpu?: Float64Array;
  readonly blocked?: Float64Array;
  /** How many of `count` were taken while the thread rather computed than was blocked; where `blocked` is known. */
  readonly computing?: Uint32Array;
  /** Per row, a `TickRepair`: what is known or was done where the sampler blamed the wrong function. Absent: nothing. */
  readonly repair?: Uint8Array;
  /** Per row, the node that has the samples, where a repair gave the row to another one; else -1. Absent: nowhere. */
  readonly from?: IndexColumn<NodeIndex>;
  /** Per row, the `Tier` of the code that ran, or that called the builtin that did. Absent: the sampler does not tell. */
  readonly tier?: Uint8Array;
}

/**
 * Time in V8's builtins (string concatenation, property reads …): one row for each builtin and place in a script that ran or
 * called it. `time` is CPU time if samples have it, else wall time, in microseconds. It is part of the ticks' time.
 */
export interface BuiltinTicks {
  /** As V8 calls them: `LoadIC_Megamorphic`, `ArrayPrototypePush`. */
  readonly names: readonly string[];
  /** Index into `names`. */
  readonly builtin: Int32Array;
  /** The function, and where in it. */
  readonly frame: IndexColumn<FrameIndex>;
  readonly position: IndexColumn<PositionIndex>;
  /**
   * Where the builtin ran somewhere below the call at `position` (`TickRepair.below`), the function that is called there: most
   * likely it ran in that one, or below. `SOME_CALLEE` where several are: most of the time of those that run builtins is
   * lost, so the one that was seen most says nothing. `NO_CALLEE` where the function itself called it, as far as is known.
   */
  readonly within: IndexColumn<FrameIndex>;
  readonly time: Float64Array;
}

/**
 * Time of garbage collections by where they began: one row for each node and position. `time` is CPU time if samples have it, in
 * microseconds, and `count` how many collections were sampled. Those that began in no function are left out.
 */
export type CollectionTicks = Pick<TickTable, 'node' | 'position' | 'time' | 'count'>;

/**
 * What is known, or was done, where the sampler may have blamed the wrong place. `moved`: the time went to the function that
 * owns the line. `elsewhere`: the line is in code that the sampler did not name. `doubted`: a builtin was or may have been
 * running, and the function that called it may be missing. `below`: the same, but functions are called from this position, so
 * one of them called the builtin. `mixed`: the node both computed and was blocked, and which of its lines did what is an
 * estimate. `partial`: only part of the node's time is asked about, and which lines it was on then is an estimate.
 */
export const TickRepair = { none: 0, moved: 1, elsewhere: 2, doubted: 3, mixed: 4, below: 5, partial: 6 } as const;
export type TickRepair = (typeof TickRepair)[keyof typeof TickRepair];

/** No program is recorded for longer than a year. A file that says so is damaged. */
export const LONGEST_RECORDING: Microseconds = 366 * 24 * 3600 * 1e6;

/** What a sample weighs where times were recorded. */
export type ValueName = 'wall' | 'cpu';

/** What another tool measured, as it calls it: `alloc_space` in `bytes`, `contentions` in `count`. */
export interface ValueType {
  readonly name: string;
  /** Times are read as `microseconds`, whatever their unit was. */
  readonly unit: string;
  /** It was measured from the beginning to the end: nothing was sampled. */
  readonly isExact?: true;
}

/** What is known of how the recording was made, and how long it took. Unknown stays undefined. */
export interface RecordingFacts extends RecordedFacts {
  readonly sampler: SamplerName;
  /** What stands in place of time in all tables, where that is none of `ValueName`. */
  readonly value?: ValueType;
  /** All that the recording measured; absent where that is one thing. */
  readonly values?: readonly ValueType[];
  /** Labels that its samples have, the most first, with their shares of what is heat; absent where there are none. */
  readonly labels?: readonly (SampleLabel & { readonly share: number })[];
  /** It may be of many processes and of any part of their time, so that it does not tell how much work that was. */
  readonly merged?: true;
  /** All threads of the recording that this one stands first in; undefined where it holds no other. */
  readonly threads?: ThreadIndex;
  readonly duration: Microseconds;
  /** Time on a CPU, of all of the recording, where a CPU clock was recorded. */
  readonly cpuTime?: Microseconds;
}

/** The generated script of a frame's definition, or -1. */
export function scriptOfFrame(profile: ProfileTables, frame: FrameIndex): ScriptIndex {
  const position = profile.frames.position[frame];
  return position < 0 ? -1 : profile.positions.script[position];
}

/** The profiles of a recording of which these are all threads. `profiles`: at least one. */
export function withThreads(profiles: readonly Profile[], threads: ThreadIndex): Profiles {
  const [first, ...others] = profiles;
  return [{ ...first, recording: { ...first.recording, threads } }, ...others];
}

/** The rows from `first` to before `end`, as views of the table's own columns. */
export const rowsOf = (samples: SampleTable, first: number, end: number): SampleTable =>
  mapColumns(samples, (column, name) => column.subarray(first, name === 'start' ? end + 1 : end));
