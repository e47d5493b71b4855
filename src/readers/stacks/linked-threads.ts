import {
  FrameKind,
  LONGEST_RECORDING,
  MAIN_THREAD,
  type Microseconds,
  type NodeIndex,
  NONE,
  type PositionIndex,
  type Profile,
  type Profiles,
  type RecordingFacts,
  UNKNOWN_COLUMN,
  UNKNOWN_LINE,
} from '../../core/index.ts';
import type { ThreadFacts } from '../../recording/index.ts';
import { FormatError } from '../format-error.ts';
import { type Place, type StackFunction, ThreadBuilder } from './thread-builder.ts';

/** A node of a call tree that names its caller, in a file in which nodes have numbers. */
export interface LinkedNode {
  /** Absent: the root is. */
  readonly parent?: number;
  /** Absent: it is the root. */
  readonly function?: StackFunction;
  /** Where in it the program was, in files that have a node for each place. */
  readonly place?: Place;
}

/** Samples of one thread, as columns, in any order. Times on the clock that all threads of the file share. */
export interface LinkedSamples {
  readonly node: number[];
  readonly time: Microseconds[];
  /** Where in its function each was, if the node does not tell: lines and columns from 1, and 0 for unknown. */
  readonly line?: number[];
  readonly column?: number[];
  /** When the last one ended. */
  readonly end?: Microseconds;
}

/** A thread of a file that may hold several processes. */
export interface LinkedThread {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** What a person calls the process. */
  readonly process: string | undefined;
  readonly isMain: boolean;
  readonly nodes: ReadonlyMap<number, LinkedNode>;
  readonly samples: LinkedSamples;
}

/**
 * A profile for each thread with samples: a main thread that was active for longest comes first. `facts`: of the whole
 * recording. Throws `FormatError` if samples name nodes that are not there, and for absurd times.
 */
export function buildThreads(
  file: string,
  threads: readonly LinkedThread[],
  facts: Omit<RecordingFacts, 'duration'>,
): Profiles {
  const order = threads
    .filter(({ samples }) => samples.node.length > 0)
    .map((thread) => ({ thread, ...buildThread(file, thread, facts) }))
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
  const profiles = order.map(({ profile }, i) => withThread(profile, described[i]));
  const [first, ...others] = profiles as [Profile, ...Profile[]];
  if (others.length === 0) return [first];
  const index = { threads: described, unrecorded: [] };
  return [{ ...first, recording: { ...first.recording, threads: index } }, ...others];
}

const withThread = (profile: Profile, thread: ThreadFacts): Profile => ({
  ...profile,
  recording: { ...profile.recording, thread },
});

function buildThread(
  file: string,
  { nodes, samples }: LinkedThread,
  facts: Omit<RecordingFacts, 'duration'>,
): { readonly profile: Profile; readonly active: Microseconds; readonly span: readonly [Microseconds, Microseconds] } {
  const builder = new ThreadBuilder(true);
  const rowOf = nodeRows(file, builder, nodes);
  const positionOf = positionsOf(builder, nodes, samples);
  const { node, time } = samples;
  const order = Uint32Array.from(node, (_, i) => i);
  if (time.some((at, i) => i > 0 && at < time[i - 1])) order.sort((a, b) => time[a] - time[b] || a - b);
  const [start, last] = order.length > 0 ? [time[order[0]], time[order[order.length - 1]]] : [0, 0];
  const end = Math.max(last, samples.end ?? last);
  if (!(end - start <= LONGEST_RECORDING)) throw new FormatError(file, 'a time lies beyond all bounds');
  for (const [i, row] of order.entries()) {
    const until = i + 1 < order.length ? time[order[i + 1]] : end;
    builder.addSamples(rowOf(node[row]), positionOf(row), { count: 1, weight: until - time[row] });
  }
  const profile = builder.finish({ ...facts, duration: end - start }, false);
  return { profile, active: activeTime(profile), span: [start, end] };
}

/** Where a sample was. Samples in a row mostly were in the same place. */
function positionsOf(
  builder: ThreadBuilder,
  nodes: ReadonlyMap<number, LinkedNode>,
  { node, line, column }: LinkedSamples,
): (row: number) => PositionIndex {
  let before = -1;
  let position: PositionIndex = NONE;
  return (row) => {
    const isSame = before >= 0 && node[row] === node[before] && line?.[row] === line?.[before];
    if (!isSame || column?.[row] !== column?.[before]) {
      const linked = nodes.get(node[row]);
      const place = line ? placeOf(line[row], column?.[row]) : linked?.place;
      position = place && linked?.function ? builder.positionOf(linked.function.url, place) : NONE;
    }
    before = row;
    return position;
  };
}

/** Of a line and a column from 1; undefined where the line is unknown. */
export const placeOf = (line = 0, column = 0): Place | undefined =>
  line > UNKNOWN_LINE && (line | 0) === line
    ? { line, column: (column | 0) === column ? Math.max(UNKNOWN_COLUMN, column - 1) : UNKNOWN_COLUMN }
    : undefined;

function activeTime({ samples, tree, frames }: Profile): Microseconds {
  let active = 0;
  for (const [i, node] of samples.node.entries())
    if (frames.kind[tree.frame[node]] !== FrameKind.idle) active += samples.start[i + 1] - samples.start[i];
  return active;
}

/** The rows of nodes by their numbers, wherever their callers stand in the file. */
function nodeRows(
  file: string,
  builder: ThreadBuilder,
  nodes: ReadonlyMap<number, LinkedNode>,
): (id: number) => NodeIndex {
  const rows = new Map<number, NodeIndex>();
  const get = (id: number): LinkedNode => {
    const node = nodes.get(id);
    if (node === undefined)
      throw new FormatError(file, `a part of its stacks is missing (node ${id}); record it again`);
    return node;
  };
  return (id) => {
    const path: number[] = [];
    for (let at: number | undefined = id; at !== undefined && !rows.has(at); at = get(at).parent) {
      if (path.push(at) > nodes.size) throw new FormatError(file, 'its stacks run in a circle; record it again');
    }
    for (const at of path.reverse()) {
      const { parent, function: called } = get(at);
      const caller = parent === undefined ? undefined : get(parent);
      const call = caller?.function && caller.place ? builder.positionOf(caller.function.url, caller.place) : NONE;
      const above = parent === undefined ? 0 : (rows.get(parent) ?? 0);
      rows.set(at, called ? builder.childOf(above, builder.frameOf(called), call) : 0);
    }
    return rows.get(id) ?? 0;
  };
}
