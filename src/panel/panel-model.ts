import { type Analysis, type Microseconds, type SampleLane, type SampleTable, sumBlocked } from '../core/index.ts';
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
 * The panel's share of an analysis. The columns are the analysis's own arrays, not copies, but for the samples of several
 * threads, which are one list here. `model`: see `PanelHeader`.
 */
export function buildPanelModel(analysis: Analysis, model: number, labelOf: SourceLabel): PanelModel {
  const { tree, functions, lines } = analysis;
  const lanes = inOrder(analysis);
  const samples = joinSamples(lanes);
  const builtins = lines.builtins ?? NO_BUILTINS;
  const blocked = notableBlocked(analysis);
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
    'functions.blockedTime': blocked.functions,
    'lines.source': lines.source,
    'lines.line': lines.line,
    'lines.function': lines.function,
    'lines.selfTime': lines.selfTime,
    'lines.totalTime': lines.totalTime,
    'lines.selfSamples': lines.selfSamples,
    'lines.blockedTime': blocked.lines,
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
    threads: analysis.threads,
    ...(analysis.thread !== undefined && { thread: analysis.thread }),
    ...(analysis.range && { range: analysis.range }),
    ...(analysis.marks && { marks: analysis.marks }),
    ...(analysis.marked && { marked: analysis.marked }),
    ...timelineOf(analysis),
    lanes: lanes.map(({ thread, offset, samples: { node } }) => ({ thread, offset, samples: node.length })),
    functionNames: functions.name,
    builtinNames: builtins.names,
    sourceLabels: analysis.sources.map(labelOf),
    quality: analysis.quality,
    lengths,
  };
  return { header, columns };
}

/** Less than this in all is the clock's unsteadiness, in microseconds. */
const LEAST_BLOCKED: Microseconds = 5000;
const NOTHING_BLOCKED = { functions: new Float64Array(), lines: new Float64Array() };

function notableBlocked(analysis: Analysis): NonNullable<ReturnType<typeof sumBlocked>> {
  const isNotable = (analysis.quality.blockedTime ?? 0) >= LEAST_BLOCKED;
  return (isNotable ? sumBlocked(analysis) : undefined) ?? NOTHING_BLOCKED;
}

/** Rounded, since it travels as text and is only drawn. */
function timelineOf({ timeline, thread, quality }: Analysis): Pick<PanelHeader, 'timeline'> {
  if (timeline === undefined || (quality.runs ?? 1) > 1) return {};
  const { zero, duration } = timeline;
  const shown = timeline.threads.filter((one) => thread === undefined || one.thread === thread);
  const active = Array.from({ length: shown[0]?.active.length ?? 0 }, (_, at) =>
    Math.round(shown.reduce((sum, one) => sum + one.active[at], 0)),
  );
  return { timeline: { zero, duration, active } };
}

/** The main thread's samples, then those of the others, the most active time first; in a part of the time as in the whole. */
function inOrder({ lanes, threads, timeline }: Analysis): readonly SampleLane[] {
  const timeOf = ({ thread }: SampleLane): Microseconds =>
    timeline?.threads.find((one) => one.thread === thread)?.active.reduce((sum, time) => sum + time, 0) ??
    threads.find(({ id }) => id === thread)?.activeTime ??
    0;
  const [main, ...others] = lanes;
  return [main, ...others.sort((a, b) => timeOf(b) - timeOf(a))];
}

function joinSamples(lanes: readonly SampleLane[]): Pick<SampleTable, 'node' | 'start'> {
  if (lanes.length === 1) return lanes[0].samples;
  const rows = lanes.reduce((sum, { samples }) => sum + samples.node.length, 0);
  const joined = { node: new Int32Array(rows), start: new Float64Array(rows + lanes.length) };
  let at = 0;
  lanes.forEach(({ samples: { node, start } }, lane) => {
    joined.node.set(node, at);
    joined.start.set(start, at + lane);
    at += node.length;
  });
  return joined;
}

export const columnNames = Object.keys(columnTypes) as ColumnName[];

/** Empty columns of the announced lengths, to be filled from pieces. */
export function allocateColumns(lengths: PanelHeader['lengths']): PanelColumns {
  return Object.fromEntries(
    columnNames.map((name) => [name, new constructors[columnTypes[name]](lengths[name])]),
  ) as unknown as PanelColumns;
}
