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

/** A call and what called it. `startMs` from the thread's origin, or the program's. */
export interface SlowCall {
  readonly startMs: number;
  readonly durationMs: number;
  readonly from: string;
}

/** Bins of a histogram for each doubling of a duration: they are half a per cent wide. */
export const BINS_PER_DOUBLING = 128;
/** So many of the slowest calls of a function are kept. */
export const SLOWEST = 10;
