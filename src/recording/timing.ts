// What Heatline and a program whose calls are timed say to each other. Without schemas: the program loads it too.

/** The variable in which {@link TimingSettings} are. */
export const TIMING_VARIABLE = 'HEATLINE_TIME';

/** What the program is told, by the environment. */
export interface TimingSettings {
  /** Where each thread writes what it measured. */
  readonly folder: string;
  /** Names, with `*` for any part, and places such as `search.ts:7`. Empty: all that have a name. */
  readonly functions: readonly string[];
  /** Only texts below one of these are timed. */
  readonly roots: readonly string[];
  /** Calls are only counted, by V8. */
  readonly countOnly: boolean;
}

export type TimedKind = 'sync' | 'async' | 'generator' | 'async-generator';

export const UNKNOWN_LINE = 0;

/** A function of the original source. */
export interface TimedFunction {
  readonly name: string;
  /** Absolute path of the original source. */
  readonly file: string;
  /** 1-based; {@link UNKNOWN_LINE} where a loader does not tell. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  readonly kind: TimedKind;
}

/** A function that was asked for and cannot be timed. */
export type UntimedFunction = Pick<TimedFunction, 'name' | 'file' | 'line'>;

/** Bins of a histogram for each doubling of a duration: they are half a per cent wide. */
export const BINS_PER_DOUBLING = 128;
/** So many of the slowest calls of a function are kept. */
export const SLOWEST = 10;

/** A call and what called it. `startMs` from the thread's origin, or the program's. */
export interface SlowCall {
  readonly startMs: number;
  readonly durationMs: number;
  readonly from: string;
}

/** The calls of one function in one thread. Milliseconds, without what timing cost. */
export interface FunctionCalls extends TimedFunction {
  /** Calls that began, and that ended; how many of those by an exception. */
  readonly count: number;
  readonly ended: number;
  readonly thrown: number;
  /** So short that the clock takes longer: counted, and timed only at first. */
  readonly isShort: boolean;
  /** Sum, least and most of the calls that ended; in `totalMs`, those inside another call of the same function count once. An
   * async call ends when its promise settles. */
  readonly sumMs: number;
  readonly totalMs: number;
  readonly selfMs: number;
  /** JSON has no infinity: null where none ended. */
  readonly minMs: number | null;
  readonly maxMs: number;
  /** Until async calls gave their promise. */
  readonly untilReturnMs: number;
  /** Pairs of a bin and its calls. Bin b holds durations from 2^(b / BINS_PER_DOUBLING) nanoseconds on; -1 holds zero. */
  readonly histogram: readonly (readonly [bin: number, calls: number])[];
  /** The slowest first. */
  readonly slowest: readonly SlowCall[];
}

/** A call in the order in which calls began. */
export interface TimedStep {
  readonly name: string;
  readonly startMs: number;
  /** -1: had not ended. */
  readonly durationMs: number;
  readonly depth: number;
  /** Row of `functions`. */
  readonly function: number;
  /** Row of the path; -1 for none, or one that the path has no room for. */
  readonly caller: number;
  /** On the clock until it ended or waited for the first time, with what timing cost in it; -1: did neither. */
  readonly ranMs: number;
}

/** What one thread measured. */
export interface TimedThread {
  readonly pid: number;
  /** 0: the main thread. */
  readonly thread: number;
  /** Milliseconds since 1970. */
  readonly origin: number;
  /** What timing a call costs, inside of what is measured and beside it; what one reading of the clock takes. */
  readonly cost: { readonly insideNs: number; readonly besideNs: number; readonly clockNs: number };
  readonly functions: readonly FunctionCalls[];
  /** Calls in the order in which they began. */
  readonly path: readonly TimedStep[];
  readonly pathIsComplete: boolean;
}
