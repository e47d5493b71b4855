import {
  type CallTree,
  FrameKind,
  type FrameIndex,
  type IndexColumn,
  isRecorderScript,
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
/**
 * The most that other functions of the program may have of the ticks of the one. V8 skips a caller also where a function has
 * not built its frame yet, so that now and then what the one calls seems to be called from there.
 */
const MOST_OF_OTHERS = 0.05;

/** Whose code a frame is; `none`: what is no function, but runs on top of one. */
const Owner = { none: 0, node: 1, program: 2, recorder: 3 } as const;
type Owner = (typeof Owner)[keyof typeof Owner];

interface FunctionTicks {
  /** One in which the function was called. */
  readonly node: NodeIndex;
  ticks: number;
}

/** What is called from one place in one node: ticks of all functions, and of each of the program's. */
interface Calls {
  all: number;
  readonly ofProgram: Map<FrameIndex, FunctionTicks>;
}

/**
 * The row of ticks to which each row's time is moved. Node's own code, or V8's, calls functions of the program (a module's top
 * level, a listener, an async function that goes on). If V8 lost such a function's frame, no line of the program would have
 * the time. If most of what is seen to be called from there is one function of the program, the time goes to it, on no
 * line. If there are several, it stays. `rowOf`: the row of each sample.
 */
export function placeLost(
  log: LogReader,
  rowOf: IndexColumn<TickIndex>,
  recorderScripts: readonly string[] | undefined,
): IndexColumn<TickIndex> {
  const tree = log.tree.buildTree();
  const rows = log.tree.buildTicks();
  const owners = ownersOf(log, tree, recorderScripts);
  const ticks = new Float64Array(tree.frame.length);
  rowOf.forEach((row) => {
    const node = rows.node[row];
    // V8's compiler is no builtin, and what had it compile has not much to do itself.
    if (log.frames.kind(tree.frame[node]) !== FrameKind.compiling) ticks[node]++;
  });
  const calls = callsFromOutside(tree, owners, ticks);
  return rows.node.map((node, row) => {
    const repair = rows.repair[row];
    if (repair !== TickRepair.doubted && repair !== TickRepair.below) return row;
    const isOnTop = owners[node] === Owner.none;
    const known = isOnTop
      ? calls.get(keyOf(tree.parent[node], tree.callPosition?.[node] ?? -1))
      : calls.get(keyOf(node, rows.position[row]));
    const caller = known && onlyCaller(known);
    if (caller === undefined) return row;
    const frame = tree.frame[node];
    return log.tree.rowBelow(caller, log.frames.kind(frame) === FrameKind.native ? frame : undefined, row);
  });
}

/** The node of the one function of the program that is called from a place; undefined where it is not the only one. */
function onlyCaller({ all, ofProgram }: Calls): NodeIndex | undefined {
  const [one, ...others] = [...ofProgram.values()].sort((a, b) => b.ticks - a.ticks);
  if (one === undefined || one.ticks < LEAST_TICKS) return undefined;
  const ofOthers = others.reduce((sum, { ticks }) => sum + ticks, 0);
  const isOnly = ofOthers <= one.ticks * MOST_OF_OTHERS && one.ticks + ofOthers >= all * LEAST_PART;
  return isOnly ? one.node : undefined;
}

const keyOf = (node: NodeIndex, position: PositionIndex): string => `${node}:${position}`;

/** An `Owner` for each node. */
function ownersOf(
  log: LogReader,
  { frame: frameOf }: CallTree,
  recorderScripts: readonly string[] | undefined,
): Uint8Array {
  const ofFrame = Uint8Array.from({ length: log.frames.length }, (_, frame: FrameIndex): Owner => {
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
    const known = calls.get(key) ?? { all: 0, ofProgram: new Map<FrameIndex, FunctionTicks>() };
    calls.set(key, known);
    known.all += ticks[node];
    if (owner !== Owner.program) continue;
    const called: FunctionTicks = known.ofProgram.get(frame[node]) ?? { node, ticks: 0 };
    known.ofProgram.set(frame[node], called);
    called.ticks += ticks[node];
  }
  return calls;
}
