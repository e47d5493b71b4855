import {
  type CallTree,
  FrameKind,
  type FrameIndex,
  type IndexColumn,
  isRecorderScript,
  type MergedRows,
  type NodeIndex,
  type PositionIndex,
  type TickIndex,
  TickRepair,
} from '../../core/index.ts';
import type { LogReader } from './log-reader.ts';

/** Of the ticks of all that was seen to be called from a place, the one function has at least this part. */
const LEAST_PART = 0.8;
/** In fewer ticks than this nothing is seen. */
const LEAST_TICKS = 5;

/** Whose code a frame is; `none`: what is no function, but runs on top of one. */
const Owner = { none: 0, node: 1, program: 2, recorder: 3 } as const;
type Owner = (typeof Owner)[keyof typeof Owner];

/** What is called from one place in one node: of the program only `node`'s function, if it `isOne`. */
interface Calls {
  node: NodeIndex | undefined;
  isOne: boolean;
  ofProgram: number;
  all: number;
}

/**
 * The row of ticks for each row: where V8 lost the frame of what Node's own code, or V8's, called (a module's top level, a
 * listener, an async function that goes on), no line of the program would have the time. Where most of what is seen to be
 * called from there is one function of the program, the time is that function's, or one's inlined into it; on which line is
 * unknown. Where several are, the time stays where it seems to be. `rowOf`: the row of each sample.
 */
export function placeLost(
  log: LogReader,
  rowOf: IndexColumn<TickIndex>,
  merged: MergedRows | undefined,
  recorderScripts: readonly string[] | undefined,
): IndexColumn<TickIndex> {
  const tree = log.tree.buildTree();
  const rows = log.tree.buildTicks();
  const owners = ownersOf(log, tree, recorderScripts);
  const ticks = new Float64Array(tree.frame.length);
  rowOf.forEach((row, sample) => {
    const node = rows.node[row];
    // V8's compiler is no builtin, and what had it compile has not much to do itself.
    if (log.frames.kind(tree.frame[node]) !== FrameKind.compiling) ticks[node] += merged?.count[sample] ?? 1;
  });
  const calls = callsFromOutside(tree, owners, ticks);
  return rows.node.map((node, row) => {
    const repair = rows.repair[row];
    if (repair !== TickRepair.doubted && repair !== TickRepair.below) return row;
    const isOnTop = owners[node] === Owner.none;
    const known = isOnTop
      ? calls.get(keyOf(tree.parent[node], tree.callPosition?.[node] ?? -1))
      : calls.get(keyOf(node, rows.position[row]));
    if (known?.node === undefined || !known.isOne) return row;
    if (known.ofProgram < LEAST_TICKS || known.ofProgram < known.all * LEAST_PART) return row;
    const frame = tree.frame[node];
    return log.tree.rowBelow(known.node, log.frames.kind(frame) === FrameKind.native ? frame : undefined, row);
  });
}

const keyOf = (node: NodeIndex, position: PositionIndex): string => `${node}:${position}`;

/** An `Owner` for each node. */
function ownersOf(
  log: LogReader,
  { frame: frameOf }: CallTree,
  recorderScripts: readonly string[] | undefined,
): Uint8Array {
  const ofFrame = Uint8Array.from({ length: log.frames.rows.frames }, (_, frame: FrameIndex): Owner => {
    const kind = log.frames.kind(frame);
    if (kind !== FrameKind.script) return kind === FrameKind.runtime ? Owner.node : Owner.none;
    const url = log.frames.urlOf(frame) ?? '';
    if (isRecorderScript(url, recorderScripts)) return Owner.recorder;
    return url.startsWith('node:') ? Owner.node : Owner.program;
  });
  return Uint8Array.from(frameOf, (frame) => ofFrame[frame]);
}

/**
 * What is called from places that are not the program's, by node and position there. A function counts with what it called
 * of the same owner's: Node's own code that runs the program has not much to do itself. The recorder only waits.
 */
function callsFromOutside(
  { parent, callPosition, frame }: CallTree,
  owners: Uint8Array,
  self: Float64Array,
): ReadonlyMap<string, Calls> {
  const ticks = self.slice();
  for (let node = ticks.length - 1; node > 0; node--)
    if (owners[node] === Owner.none || owners[node] === owners[parent[node]]) ticks[parent[node]] += ticks[node];
  const calls = new Map<string, Calls>();
  for (let node = 1; node < ticks.length; node++) {
    const owner = owners[node];
    if (owners[parent[node]] === Owner.program || owner === Owner.none || owner === Owner.recorder) continue;
    const key = keyOf(parent[node], callPosition?.[node] ?? -1);
    const known = calls.get(key) ?? { node: undefined, isOne: true, ofProgram: 0, all: 0 };
    calls.set(key, known);
    known.all += ticks[node];
    if (owner !== Owner.program) continue;
    known.ofProgram += ticks[node];
    known.node ??= node;
    known.isOne &&= frame[known.node] === frame[node];
  }
  return calls;
}
