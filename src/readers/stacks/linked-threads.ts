import {
  allRows,
  int32Column,
  LONGEST_RECORDING,
  MAIN_THREAD,
  type Microseconds,
  type NodeIndex,
  NONE,
  type PositionIndex,
  type Profile,
  type Profiles,
  type RecordingFacts,
  RowIndex,
  type Script,
  summarizeProfile,
  threadOf,
  UNKNOWN_COLUMN,
  UNKNOWN_LINE,
  withThreads,
} from '../../core/index.ts';
import type { ThreadFacts } from '../../recording/index.ts';
import { FormatError } from '../format-error.ts';
import { putInOrder } from '../time/put-in-order.ts';
import type { LinkedNodes } from './linked-nodes.ts';
import { type Place, ThreadBuilder } from './thread-builder.ts';

/** Samples of one thread, as columns, in any order. Times on the clock that all threads of the file share, in microseconds. */
export interface LinkedSamples {
  readonly node: ArrayLike<number>;
  readonly time: Float64Array;
  /** Where in its function each was, if the node does not tell: lines and columns from 1, and 0 for unknown. */
  readonly line?: ArrayLike<number>;
  readonly column?: ArrayLike<number>;
  /** When the last one ended. */
  readonly end?: Microseconds;
  /** Microseconds that each stands for, from its time on; absent: the time until the next one. */
  readonly weight?: Float64Array;
  /** The weights are time on a CPU. */
  readonly isCpu?: boolean;
}

/** A thread of a file that may hold several processes. */
export interface LinkedThread {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** What a person calls the process. */
  readonly process: string | undefined;
  readonly isMain: boolean;
  readonly nodes: LinkedNodes;
  readonly samples: LinkedSamples;
}

/**
 * A profile for each thread with samples: a main thread that was active for longest comes first. `facts`: of the whole
 * recording; `known`: what is known of the script of a url. Throws `FormatError` if samples name nodes that are not there, and for
 * absurd times.
 */
export function buildThreads(
  file: string,
  threads: readonly LinkedThread[],
  facts: Omit<RecordingFacts, 'duration'>,
  known: (url: string) => Partial<Script> | undefined,
): Profiles {
  const order = threads
    .filter(({ samples }) => samples.node.length > 0)
    .map((thread) => ({ thread, ...buildThread(file, thread, facts) }))
    .map((built, _, { length }) => ({ ...built, active: length > 1 ? activeTime(built.profile) : 0 }))
    .sort((a, b) => Number(b.thread.isMain) - Number(a.thread.isMain) || b.active - a.active);
  const hasProcesses = new Set(order.map(({ thread }) => thread.pid)).size > 1;
  const described = order.map(({ thread, span: [startUs, endUs] }, i): ThreadFacts => {
    const { pid, tid, name, process, isMain } = thread;
    const owner = order.findIndex((other) => other.thread.isMain && other.thread.pid === pid);
    return {
      ...{ id: MAIN_THREAD + i, kind: i === 0 ? 'main' : isMain ? 'process' : 'worker', pid, tid, startUs, endUs },
      ...(!isMain && owner >= 0 && { parent: MAIN_THREAD + owner }),
      ...{ name: hasProcesses ? `${name} (${process ?? 'process'} ${pid})` : name, recorded: true },
    };
  });
  const profiles = order.map(({ profile }, i): Profile => ({
    ...profile,
    scripts: profile.scripts.map((script) => ({ ...script, ...known(script.url) })),
    recording: { ...profile.recording, thread: described[i] },
  }));
  const [first, ...others] = profiles;
  return others.length === 0 ? [first] : withThreads(profiles, { threads: described, unrecorded: [] });
}

function buildThread(
  file: string,
  { nodes, samples }: LinkedThread,
  facts: Omit<RecordingFacts, 'duration'>,
): { readonly profile: Profile; readonly span: readonly [Microseconds, Microseconds] } {
  const builder = new ThreadBuilder(true, samples.time.length);
  const rowOf = nodeRows(file, builder, nodes);
  const { node, time, weight, line, column } = samples;
  const order = orderOf(time);
  const rowAt = (i: number): number => (order ? order[i] : i);
  const [start, last] = [time[rowAt(0)], time[rowAt(time.length - 1)]];
  const end = Math.max(last, samples.end ?? last);
  if (!(end - start <= LONGEST_RECORDING)) throw new FormatError(file, 'a time lies beyond all bounds');
  /**
   * One more than the spot of what the file tells of a sample: a node, or a node and a place. It is the same for most, and finding it anew
   * would take longer than all else.
   */
  const spots = int32Column();
  const places = new RowIndex();
  let spot = NONE;
  for (let i = 0; i < time.length; i++) {
    const row = rowAt(i);
    if (i === 0 || !isSamePlace(samples, row, rowAt(i - 1))) {
      const of = nodes.rowOf(node[row]);
      const at = line ? places.rowOf(of, line[row], column?.[row] ?? 0) : of;
      spots.extend(at + 1);
      if (!(spots.values[at] > 0)) {
        const its = rowOf(node[row]);
        const place = positionIn(builder, nodes, of, line && placeOf(line[row], column?.[row]));
        spots.values[at] = builder.spotOf(its, place) + 1;
      }
      spot = spots.values[at] - 1;
    }
    if (weight) builder.addSample(spot, weight[row] || 0, time[row] - start);
    else builder.addSample(spot, (i + 1 < time.length ? time[rowAt(i + 1)] : end) - time[row]);
  }
  const duration = Math.max(end - start, builder.end);
  const profile = builder.finish({ ...facts, duration }, samples.isCpu ?? false);
  return { profile, span: [start, start + duration] };
}

/** The rows in order of time; undefined where they are in order. */
export function orderOf(time: Float64Array): Int32Array | undefined {
  if (time.every((at, row) => !(row > 0 && at < time[row - 1]))) return undefined;
  const order = allRows(time.length);
  putInOrder(order, time.slice());
  return order;
}

/** Whether two samples were in the same place. Those in a row mostly were. */
const isSamePlace = ({ node, line, column }: LinkedSamples, row: number, other: number): boolean =>
  node[row] === node[other] && line?.[row] === line?.[other] && column?.[row] === column?.[other];

/** A place in the function of a node. */
function positionIn(
  builder: ThreadBuilder,
  nodes: LinkedNodes,
  row: number,
  place: Place | undefined = nodes.placeOf(row),
): PositionIndex {
  const called = nodes.functionOf(row);
  return place && called >= 0 ? builder.positionOf(nodes.functions[called].url, place) : NONE;
}

/** Of a line and a column from 1; undefined where the line is unknown. */
export const placeOf = (line = 0, column = 0): Place | undefined =>
  line > UNKNOWN_LINE && (line | 0) === line
    ? { line, column: (column | 0) === column ? Math.max(UNKNOWN_COLUMN, column - 1) : UNKNOWN_COLUMN }
    : undefined;

const activeTime = (profile: Profile): Microseconds =>
  summarizeProfile({ thread: threadOf(profile.recording), profile }).activeTime ?? 0;

/** The rows of nodes by their numbers, wherever their callers stand in the file. */
function nodeRows(file: string, builder: ThreadBuilder, nodes: LinkedNodes): (id: number) => NodeIndex {
  const rows = new Int32Array(nodes.length).fill(-1);
  const frames = new Int32Array(nodes.functions.length).fill(-1);
  const find = (id: number): number => {
    const row = nodes.rowOf(id);
    if (row < 0) throw new FormatError(file, `a part of its stacks is missing (node ${id}); record it again`);
    return row;
  };
  const build = (row: number): NodeIndex => {
    const [called, parent] = [nodes.functionOf(row), nodes.parentOf(row)];
    if (called < 0) return 0;
    if (frames[called] < 0) frames[called] = builder.frameOf(nodes.functions[called]);
    if (Number.isNaN(parent)) return builder.childOf(0, frames[called], NONE);
    const caller = find(parent);
    return builder.childOf(rows[caller], frames[called], positionIn(builder, nodes, caller));
  };
  const path: number[] = [];
  return (id) => {
    const row = find(id);
    for (let at = row; rows[at] < 0; at = find(nodes.parentOf(at))) {
      if (path.push(at) > nodes.length) throw new FormatError(file, 'its stacks run in a circle; record it again');
      if (Number.isNaN(nodes.parentOf(at))) break;
    }
    for (let at = path.pop(); at !== undefined; at = path.pop()) rows[at] = build(at);
    return rows[row];
  };
}
