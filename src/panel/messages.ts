import type { SampleQuality } from '../core/index.ts';

/**
 * The messages between the extension (host) and the flame graph panel (webview). The model goes over as a header with
 * the short string tables, then typed arrays in pieces, then `modelComplete`; never as one JSON.
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
      /** Bytes of the column that these are, packed with `packNumbers`; absent: these themselves. */
      readonly unpackedBytes?: number;
    }
  | { readonly type: 'modelComplete'; readonly model: number }
  | { readonly type: 'empty'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'loading'; readonly message: string }
  /** Highlight the frames of these functions (rows of the function table): the editor's cursor is in them. */
  | { readonly type: 'highlight'; readonly functions: readonly number[] }
  /** Bring this function into view and focus. */
  | { readonly type: 'focus'; readonly function: number }
  | { readonly type: 'replyOk'; readonly request: number }
  | { readonly type: 'replyError'; readonly request: number; readonly message: string };

/** What the panel says to the extension; each with a `request` is answered by one reply. */
export type PanelMessage =
  | { readonly type: 'ready' }
  /** Show where this function is defined; or, where given, this row of the line table at this column (0-based). */
  | {
      readonly type: 'reveal';
      readonly request: number;
      /** The model that the rows are of: while a new one is on its way, the panel still shows the old one. */
      readonly model: number;
      readonly function: number;
      readonly line?: number;
      readonly column?: number;
    }
  | { readonly type: 'copy'; readonly request: number; readonly text: string }
  | { readonly type: 'profileAgain' }
  | { readonly type: 'showLog' };

/** Element types of the columns; little endian like every platform that VS Code runs on. */
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
  'functions.selfTime': 'f64',
  'functions.totalTime': 'f64',
  'functions.selfSamples': 'u32',
  'functions.totalSamples': 'u32',
  'lines.source': 'i32',
  'lines.line': 'i32',
  'lines.function': 'i32',
  'lines.selfTime': 'f64',
  'lines.totalTime': 'f64',
  'lines.selfSamples': 'u32',
  'lines.precision': 'u8',
  'spots.lineRow': 'i32',
  'spots.column': 'i32',
  'spots.selfTime': 'f64',
} as const;
export type ColumnName = keyof typeof columnTypes;

export interface PanelHeader {
  /** Counts up with each model that the host sends; pieces of an older one are dropped. */
  readonly model: number;
  readonly title: string;
  readonly functionNames: readonly string[];
  /** How each source is shown: relative to the workspace where possible. */
  readonly sourceLabels: readonly string[];
  readonly quality: SampleQuality;
  /** Rows in each column. */
  readonly lengths: Readonly<Record<ColumnName, number>>;
}
