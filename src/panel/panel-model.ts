import {
  type Analysis,
  groupPackages,
  type Microseconds,
  pickPart,
  type SampleLane,
  type SampleTable,
  sumBlocked,
} from '../core/index.ts';
import { type ColumnName, columnTypes, type PanelHeader } from './messages.ts';

const constructors = { i32: Int32Array, u32: Uint32Array, f64: Float64Array, u8: Uint8Array } as const;
type ArrayOf<Element extends keyof typeof constructors> = (typeof constructors)[Element]['prototype'];
export type PanelColumns = { readonly [C in ColumnName]: ArrayOf<(typeof columnTypes)[C]> };
/** The same by table: `tree.parent` is the column `parent` of the table `tree`. Undefined where a recording does not tell. */
type ColumnTables = { readonly [Table in TableOf<ColumnName>]: Partial<ColumnsOf<Table>> | undefined };
type ColumnsOf<Table extends string> = {
  readonly [Name in ColumnName as Name extends `${Table}.${infer Column}` ? Column : never]: PanelColumns[Name];
};
type TableOf<Name> = Name extends `${infer Table}.${string}` ? Table : never;

/** What the panel draws from. */
export interface PanelModel {
  readonly header: PanelHeader;
  readonly columns: PanelColumns;
}

/** How a source is shown: short, where its path says more than is needed. */
export type SourceLabel = (source: Analysis['sources'][number]) => string;

/**
 * The panel's share of an analysis. The columns are the analysis's own arrays, not copies, but for the samples of several
 * threads, which are one list here. `model`: see `PanelHeader`.
 */
export function buildPanelModel(analysis: Analysis, model: number, labelOf: SourceLabel): PanelModel {
  const { tree, functions, lines, title, threads, marked, quality } = analysis;
  const lanes = inOrder(analysis);
  const blocked = notableBlocked(analysis);
  const packages = groupPackages(analysis);
  const tables: ColumnTables = {
    tree,
    samples: joinSamples(lanes),
    functions: { ...functions, blockedTime: blocked?.functions, package: packages.ofFunction },
    code: functions.code,
    lines: { ...lines, blockedTime: blocked?.lines },
    spots: lines.spots,
    builtins: lines.builtins,
  };
  const columns = ofColumns((name) => {
    const [table, column] = name.split('.') as [keyof ColumnTables, string];
    return (tables[table] as Readonly<Record<string, unknown>> | undefined)?.[column] ?? emptyColumn(name, 0);
  }) as PanelColumns;
  const header: PanelHeader = {
    model,
    ...{ title, threads, ...pickPart(analysis), marked, quality },
    ...timelineOf(analysis),
    lanes: lanes.map(({ thread, offset, samples: { node } }) => ({ thread, offset, samples: node.length })),
    functionNames: functions.name,
    packages: packages.rows,
    builtinNames: lines.builtins?.names ?? [],
    sourceLabels: analysis.sources.map(labelOf),
    lengths: ofColumns((name) => columns[name].length) as PanelHeader['lengths'],
  };
  return { header, columns };
}

/** Less than this in all is the clock's unsteadiness, in microseconds. */
const LEAST_BLOCKED: Microseconds = 5000;

function notableBlocked(analysis: Analysis): ReturnType<typeof sumBlocked> {
  return (analysis.quality.blockedTime ?? 0) >= LEAST_BLOCKED ? sumBlocked(analysis) : undefined;
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

const ofColumns = (get: (name: ColumnName) => unknown): object =>
  Object.fromEntries(columnNames.map((name) => [name, get(name)]));

/** Empty columns of the announced lengths, to be filled from pieces. */
export const allocateColumns = (lengths: PanelHeader['lengths']): PanelColumns =>
  ofColumns((name) => emptyColumn(name, lengths[name])) as PanelColumns;

/** The columns of one table, by their own names. */
export function pickTable<Table extends TableOf<ColumnName>>(
  columns: { readonly [Name in ColumnName & `${Table}.${string}`]: PanelColumns[Name] },
  table: Table,
): ColumnsOf<Table> {
  const own = Object.entries(columns).filter(([name]) => name.startsWith(`${table}.`));
  return Object.fromEntries(own.map(([name, column]) => [name.slice(table.length + 1), column])) as ColumnsOf<Table>;
}

const emptyColumn = (name: ColumnName, rows: number): object => new constructors[columnTypes[name]](rows);
