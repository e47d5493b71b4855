import type { Index, SampleTable, TickTable } from '../../profile/index.ts';
import type { PositionBuilder } from './build-positions.ts';

/** Entries of `positionTicks`, one after the other, those of one node together: the node's row, 1-based line, count. */
export interface RawTicks {
  readonly node: Int32Array;
  readonly line: Int32Array;
  readonly count: Uint32Array;
}

/** The script of each frame, -1 for none, and the frame of each node. */
export interface ScriptOfNode {
  readonly ofFrame: readonly number[];
  readonly frame: Int32Array;
}

/** Ticks without their times. */
export type TickRows = Pick<TickTable, 'node' | 'position' | 'count'>;

/**
 * One row for each node and line, in the order of the nodes. Node 26 writes several entries for one line (one for each
 * column, without the column): they are summed. Ticks of a node without a script have no place and are left out. `raw`
 * is used up. `fail` makes the error for a node whose counts are too large.
 */
export function buildTickRows(
  raw: RawTicks,
  scriptOf: ScriptOfNode,
  positions: PositionBuilder,
  fail: (node: Index) => Error,
): TickRows {
  const { node, line, count } = raw;
  // The last row of each position; it belongs to the node at hand if it is not before that node's first row.
  let lastRow = new Int32Array(1024).fill(-1);
  let rows = 0;
  let firstRow = 0;
  for (let from = 0; from < node.length; from++) {
    if (from > 0 && node[from] !== node[from - 1]) firstRow = rows;
    const owner = node[from];
    const script = scriptOf.ofFrame[scriptOf.frame[owner]];
    if (script < 0) continue;
    const position = positions.row(script, line[from], -1);
    if (position >= lastRow.length) lastRow = grown(lastRow, position);
    const known = lastRow[position];
    if (known >= firstRow) {
      if (count[known] + count[from] > 0xffffffff) throw fail(owner);
      count[known] += count[from];
      continue;
    }
    // Rows are written over the entries they come from, never before them.
    lastRow[position] = rows;
    node[rows] = owner;
    line[rows] = position;
    count[rows] = count[from];
    rows++;
  }
  return { node: node.subarray(0, rows), position: line.subarray(0, rows), count: count.subarray(0, rows) };
}

function grown(column: Int32Array, index: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * (index + 1)).fill(-1);
  larger.set(column);
  return larger;
}

/** The rows (those of one node together) with their shares of their nodes' self time, wall and CPU. */
export function timeTicks(rows: TickRows, nodeCount: number, samples: SampleTable): TickTable {
  const firstRow = firstRows(rows, nodeCount);
  const time = new Float64Array(rows.node.length);
  addWallTime(time, firstRow, samples);
  shareOut(time, rows);
  if (samples.cpu === undefined) return { ...rows, time };
  const cpu = new Float64Array(rows.node.length);
  addCpuTime(cpu, firstRow, samples.node, samples.cpu);
  shareOut(cpu, rows);
  return { ...rows, time, cpu };
}

/** The first row of each node, plus one; zero for a node without ticks. */
function firstRows({ node }: TickRows, nodeCount: number): Int32Array {
  const first = new Int32Array(nodeCount);
  for (let row = node.length - 1; row >= 0; row--) first[node[row]] = row + 1;
  return first;
}

/** Adds each sample's duration to the first row of its node. */
function addWallTime(times: Float64Array, firstRow: Int32Array, { node, start }: SampleTable): void {
  for (let i = 0; i < node.length; i++) {
    const row = firstRow[node[i]];
    if (row > 0) times[row - 1] += start[i + 1] - start[i];
  }
}

function addCpuTime(times: Float64Array, firstRow: Int32Array, node: Int32Array, cpu: Float64Array): void {
  for (let i = 0; i < node.length; i++) {
    const row = firstRow[node[i]];
    if (row > 0) times[row - 1] += cpu[i];
  }
}

/** Shares the time on the first row of each node out over all its rows. */
function shareOut(times: Float64Array, { node, count }: TickRows): void {
  for (let first = 0, end = 0; first < node.length; first = end) {
    const self = times[first];
    let sum = 0;
    for (; end < node.length && node[end] === node[first]; end++) sum += count[end];
    for (let row = first; row < end; row++) times[row] = (self * count[row]) / sum;
  }
}

/** The rows with their nodes' new rows, in the order of these. */
export function moveTicks(rows: TickRows, moved: Int32Array, nodeCount: number): TickRows {
  const next = new Int32Array(nodeCount + 1);
  for (const node of rows.node) next[moved[node] + 1]++;
  for (let node = 0; node < nodeCount; node++) next[node + 1] += next[node];
  const count = rows.node.length;
  const result = { node: new Int32Array(count), position: new Int32Array(count), count: new Uint32Array(count) };
  for (let from = 0; from < count; from++) {
    const node = moved[rows.node[from]];
    const to = next[node]++;
    result.node[to] = node;
    result.position[to] = rows.position[from];
    result.count[to] = rows.count[from];
  }
  return result;
}
