import type { Change } from '../compare/index.ts';
import type { Analysis, FunctionIndex, Microseconds, PackageSelf, RecordingPart, ThreadId } from '../core/index.ts';

/**
 * What the extension (host) tells the flame graph panel (webview). A model is sent as a header with the short string
 * tables, then typed arrays in pieces, then `modelComplete`; never as one JSON.
 */
export type HostMessage =
  | { readonly type: 'modelStart'; readonly header: PanelHeader }
  | {
      readonly type: 'modelPiece';
      readonly model: number;
      readonly column: ColumnName;
      /** In bytes from the column's start, whatever its element type. */
      readonly offset: number;
      readonly bytes: ArrayBuffer;
    }
  | { readonly type: 'modelComplete'; readonly model: number }
  /** What to show in place of a flame graph. */
  | { readonly type: 'loading' | 'empty' | 'failed'; readonly message: string }
  /** Select this function and bring it into view. */
  | { readonly type: 'select'; readonly function: number }
  /** What changed since another recording; nothing where it is compared with none. `open`: it is to be coloured by at once. */
  | { readonly type: 'changes'; readonly changes?: PanelChanges | undefined; readonly open?: boolean }
  /** What the panel asked for last did not work. */
  | { readonly type: 'requestFailed'; readonly message: string };

/** What the panel asks of the extension. Only a failure is answered where nothing else is said. */
export type PanelMessage =
  | { readonly type: 'ready' }
  /** Show where a function is defined or, if `line` is given, that row of the line table at `column` (0-based). */
  | {
      readonly type: 'reveal';
      /** The model that the rows belong to: while a new one is on its way, the panel still shows the old one. */
      readonly model: number;
      readonly function: number;
      readonly line?: number;
      readonly column?: number;
      /** Only where an editor is in sight: nothing is split or covered. */
      readonly keepLayout?: boolean;
    }
  /** Show another part of the recording that this model is of. Answered by its model, or by `requestFailed`. */
  | { readonly type: 'showPart'; readonly model: number; readonly part: RecordingPart }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: PanelCommand };

/** Commands of VS Code that the panel has buttons for. */
export type PanelCommand = 'profileAgain' | 'showLog';

/** What changed since another recording, by functions of the one that is shown. */
export interface PanelChanges {
  /** What the recording before is called. */
  readonly since: string;
  /** Those that clearly changed. */
  readonly functions: readonly PanelChange[];
}

/** A function's change, and the same as a sentence. */
export interface PanelChange extends Pick<Change, 'ratio' | 'verdict'> {
  readonly function: FunctionIndex;
  readonly text: string;
}

/**
 * Element types of the columns. Little endian, like every platform that VS Code runs on. Columns of blocked time (see
 * `sumBlocked`) have no rows where nothing was blocked, or the recording does not tell; those of `code` (see `CodeTable`: one
 * row for each function) have none where the sampler does not tell.
 */
export const columnTypes = {
  'tree.function': 'i32',
  'tree.parent': 'i32',
  'tree.selfTime': 'f64',
  'tree.selfSamples': 'u32',
  'samples.node': 'i32',
  'samples.start': 'f64',
  'functions.source': 'i32',
  'functions.line': 'i32',
  'functions.category': 'u8',
  'functions.package': 'i32',
  'functions.selfTime': 'f64',
  'functions.totalTime': 'f64',
  'functions.selfSamples': 'u32',
  'functions.totalSamples': 'u32',
  'functions.blockedTime': 'f64',
  'code.interpreter': 'f64',
  'code.baseline': 'f64',
  'code.maglev': 'f64',
  'code.turbofan': 'f64',
  'lines.source': 'i32',
  'lines.line': 'i32',
  'lines.function': 'i32',
  'lines.selfTime': 'f64',
  'lines.totalTime': 'f64',
  'lines.selfSamples': 'u32',
  'lines.blockedTime': 'f64',
  'lines.precision': 'u8',
  'spots.lineRow': 'i32',
  'spots.column': 'i32',
  'spots.selfTime': 'f64',
  'builtins.lineRow': 'i32',
  'builtins.builtin': 'i32',
  'builtins.within': 'i32',
  'builtins.selfTime': 'f64',
} as const;
export type ColumnName = keyof typeof columnTypes;

/** When the threads that are shown were active in all of the recording. */
export interface PanelTimeline {
  /** See `Timeline`. */
  readonly zero: Microseconds;
  readonly duration: Microseconds;
  /** Active time in equal parts of the duration, of all that are shown together. */
  readonly active: readonly Microseconds[];
}

/** The samples of one thread, in order of time. */
export interface PanelLane {
  readonly thread: ThreadId;
  /** Rows of `samples.node`; those of `samples.start` are one more, the end. */
  readonly samples: number;
  /** From the start of the recording to the zero of `samples.start`. */
  readonly offset: Microseconds;
}

type OfAnalysis = 'title' | 'threads' | 'thread' | 'range' | 'marks' | 'value' | 'labels' | 'marked' | 'quality';

/** What the panel knows of an analysis besides the columns. */
export interface PanelHeader extends Pick<Analysis, OfAnalysis> {
  /** Number of the model, counted up by the host; pieces of an older one are dropped. */
  readonly model: number;
  /** Absent where no part of the time can be asked for: the mean of several runs has no time order. */
  readonly timeline?: PanelTimeline;
  /** Whose samples the columns `samples.…` hold, one thread after the other: the main one, then those with the most time. */
  readonly lanes: readonly PanelLane[];
  readonly functionNames: readonly string[];
  /** To which `functions.package` points, the most self time first; see `PackageIndex`. */
  readonly packages: readonly PackageSelf[];
  /** V8's builtins, to which `builtins.builtin` points. */
  readonly builtinNames: readonly string[];
  /** How each source is shown: relative to the workspace where possible. */
  readonly sourceLabels: readonly string[];
  /** Rows in each column. */
  readonly lengths: Readonly<Record<ColumnName, number>>;
}
