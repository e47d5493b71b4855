import { type Analysis, Category, type RequestTable } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { callThatAsked } from './nearest-calls.ts';
import { Numbering } from './numbering.ts';
import type { CallTree } from './profile.ts';
import type { NodeTimes } from './sum-tree.ts';
import {
  type FunctionIndex,
  type IndexColumn,
  type LineIndex,
  type Microseconds,
  type NodeIndex,
  NONE,
} from './units.ts';

/**
 * Who asked for the time in Node's own code and in the native code below it? For each node of that kind the nearest
 * caller of the user's own code or, where there is none, of a dependency; its line where call sites are known.
 * `callRow`: the line of each node's call site.
 */
export function buildRequests(
  { parent }: CallTree,
  { category }: FunctionIdentities,
  nodes: NodeTimes,
  callRow: IndexColumn<LineIndex> | undefined,
  lineCount: number,
): RequestTable {
  const { function: functionOf, selfTime, blockedTime } = nodes;
  const tree = { parent, function: functionOf };
  const keys = new Numbering<number>();
  const rows: {
    readonly function: FunctionIndex;
    readonly caller: FunctionIndex;
    readonly line: LineIndex;
    time: Microseconds;
    blocked: Microseconds;
  }[] = [];
  for (const node of nodesOutsideScripts(nodes, category)) {
    let of = node;
    while (of > 0 && category[functionOf[of]] === Category.native) of = parent[of];
    if (category[functionOf[of]] !== Category.node) continue;
    const call = callThatAsked(tree, category, of);
    if (call < 0) continue;
    const [fn, caller, line] = [functionOf[of], functionOf[parent[call]], callRow?.[call] ?? NONE];
    // By the line or, where that is not known, by the calling function.
    const key = fn * (lineCount + category.length) + (line >= 0 ? line : lineCount + caller);
    const row = (rows[keys.numberOf(key)] ??= { function: fn, caller, line, time: 0, blocked: 0 });
    row.time += selfTime[node];
    row.blocked += blockedTime?.[node] ?? 0;
  }
  rows.sort((a, b) => a.function - b.function || b.time + b.blocked - (a.time + a.blocked));
  return {
    function: Int32Array.from(rows, (row) => row.function),
    caller: Int32Array.from(rows, (row) => row.caller),
    line: Int32Array.from(rows, (row) => row.line),
    time: Float64Array.from(rows, (row) => row.time),
    ...(blockedTime && { blockedTime: Float64Array.from(rows, (row) => row.blocked) }),
  };
}

/** The nodes of Node's own code and of native code with time of their own. A loop of its own, which the engine compiles at once. */
function nodesOutsideScripts({ function: functionOf, selfTime, blockedTime }: NodeTimes, category: ArrayLike<number>) {
  const found: NodeIndex[] = [];
  for (let node = 1; node < selfTime.length; node++) {
    const isSpent = selfTime[node] > 0 || (blockedTime !== undefined && blockedTime[node] > 0);
    const kind = isSpent ? category[functionOf[node]] : Category.own;
    if (kind === Category.native || kind === Category.node) found.push(node);
  }
  return found;
}

/** How long a line was blocked in synchronous calls, itself and in Node's code that it called; NaN where unknown. */
export function blockedAt({ lines, requests }: Pick<Analysis, 'lines' | 'requests'>, row: LineIndex): Microseconds {
  let blocked = lines.blockedTime?.[row] ?? NaN;
  for (let at = requests.line.indexOf(row); at >= 0; at = requests.line.indexOf(row, at + 1))
    blocked += requests.blockedTime?.[at] ?? 0;
  return blocked;
}

/** `blockedAt` for all lines, and the same for all functions; undefined if the recording does not tell. */
export function sumBlocked({ lines, functions, requests }: Pick<Analysis, 'lines' | 'functions' | 'requests'>) {
  if (!lines.blockedTime || !functions.blockedTime || !requests.blockedTime) return undefined;
  const sums = { lines: lines.blockedTime.slice(), functions: functions.blockedTime.slice() };
  requests.blockedTime.forEach((blocked, at) => {
    if (requests.line[at] >= 0) sums.lines[requests.line[at]] += blocked;
    sums.functions[requests.caller[at]] += blocked;
  });
  return sums;
}

/** Who asked for most of the time of a function of Node's? A row of `requests`; -1 if nobody is known. */
export function hottestRequest({ requests }: Pick<Analysis, 'requests'>, fn: FunctionIndex): number {
  return requests.function.indexOf(fn);
}
