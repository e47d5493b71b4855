import type { Analysis } from '../core/index.ts';
import { type ColumnName, columnTypes, type PanelHeader } from './messages.ts';

const constructors = { i32: Int32Array, u32: Uint32Array, f64: Float64Array, u8: Uint8Array } as const;
interface ElementArrays {
  i32: Int32Array;
  u32: Uint32Array;
  f64: Float64Array;
  u8: Uint8Array;
}
export type PanelColumns = { readonly [C in ColumnName]: ElementArrays[(typeof columnTypes)[C]] };

/** What the panel draws from. */
export interface PanelModel {
  readonly header: PanelHeader;
  readonly columns: PanelColumns;
}

const NO_BUILTINS = {
  names: [],
  lineRow: new Int32Array(),
  builtin: new Int32Array(),
  within: new Int32Array(),
  selfTime: new Float64Array(),
};

/** How a source is shown: short, where its path says more than is needed. */
export type SourceLabel = (source: Analysis['sources'][number]) => string;

/**
 * The panel's share of an analysis. The columns are the analysis's own arrays, not copies. `model`: see `PanelHeader`.
 */
export function buildPanelModel(analysis: Analysis, model: number, labelOf: SourceLabel): PanelModel {
  const { tree, lanes, functions, lines } = analysis;
  const [{ samples, thread }] = lanes;
  const builtins = lines.builtins ?? NO_BUILTINS;
  const columns: PanelColumns = {
    'tree.function': tree.function,
    'tree.parent': tree.parent,
    'tree.selfTime': tree.selfTime,
    'tree.selfSamples': tree.selfSamples,
    'samples.node': samples.node,
    'samples.start': samples.start,
    'functions.source': functions.source,
    'functions.line': functions.line,
    'functions.category': functions.category,
    'functions.selfTime': functions.selfTime,
    'functions.totalTime': functions.totalTime,
    'functions.selfSamples': functions.selfSamples,
    'functions.totalSamples': functions.totalSamples,
    'lines.source': lines.source,
    'lines.line': lines.line,
    'lines.function': lines.function,
    'lines.selfTime': lines.selfTime,
    'lines.totalTime': lines.totalTime,
    'lines.selfSamples': lines.selfSamples,
    'lines.precision': lines.precision,
    'spots.lineRow': lines.spots.lineRow,
    'spots.column': lines.spots.column,
    'spots.selfTime': lines.spots.selfTime,
    'builtins.lineRow': builtins.lineRow,
    'builtins.builtin': builtins.builtin,
    'builtins.within': builtins.within,
    'builtins.selfTime': builtins.selfTime,
  };
  const lengths = Object.fromEntries(columnNames.map((name) => [name, columns[name].length])) as Record<
    ColumnName,
    number
  >;
  const header: PanelHeader = {
    model,
    title: analysis.title,
    ...(lanes.length > 1 && { chartThread: analysis.threads.find(({ id }) => id === thread)?.name }),
    functionNames: functions.name,
    builtinNames: builtins.names,
    sourceLabels: analysis.sources.map(labelOf),
    quality: analysis.quality,
    lengths,
  };
  return { header, columns };
}

export const columnNames = Object.keys(columnTypes) as ColumnName[];

/** Empty columns of the announced lengths, to be filled from pieces. */
export function allocateColumns(lengths: PanelHeader['lengths']): PanelColumns {
  return Object.fromEntries(
    columnNames.map((name) => [name, new constructors[columnTypes[name]](lengths[name])]),
  ) as unknown as PanelColumns;
}
