import {
  groupRows,
  type IndexColumn,
  type NodeIndex,
  pickRows,
  type SampleTable,
  type TickTable,
} from '../../core/index.ts';
import { shareBlocked } from './share-blocked.ts';

/** Ticks without their times. Those of one node stand together. */
export type TickRows = Pick<TickTable, 'node' | 'position' | 'count'>;

/**
 * Gives each row its share of its node's self time: wall, on a CPU, blocked. `keptOneIn`: ticks are of all samples, of which
 * one in so many was kept, so so many ticks become one in the table.
 */
export function timeTicks(rows: TickRows, nodeCount: number, samples: SampleTable, keptOneIn = 1): TickTable {
  const { node, start, cpu, blocked } = samples;
  const wall = new Float64Array(nodeCount);
  for (let sample = 0; sample < node.length; sample++) wall[node[sample]] += start[sample + 1] - start[sample];
  const time = shareTimes(rows, wall);
  const inKept = (taken: number): number => Math.max(1, Math.round(taken / keptOneIn));
  const kept = { ...rows, ...(keptOneIn > 1 && { count: rows.count.map(inKept) }), time };
  if (cpu === undefined) return kept;
  const share = (times: Float64Array): Float64Array => shareTimes(rows, sumByNode(node, times, nodeCount));
  const ticks = { ...kept, cpu: share(cpu) };
  return blocked ? shareBlocked({ ...ticks, blocked: share(blocked) }, samples, nodeCount) : ticks;
}

function sumByNode(node: IndexColumn<NodeIndex>, times: Float64Array, nodeCount: number): Float64Array {
  const sums = new Float64Array(nodeCount);
  for (let sample = 0; sample < node.length; sample++) sums[node[sample]] += times[sample];
  return sums;
}

/** Shares the time of each node out over its rows, by their counts. */
function shareTimes({ node, count }: TickRows, ofNode: Float64Array): Float64Array {
  const time = new Float64Array(node.length);
  for (let first = 0, end = 0; first < node.length; first = end) {
    let sum = 0;
    for (; end < node.length && node[end] === node[first]; end++) sum += count[end];
    for (let row = first; row < end; row++) time[row] = (ofNode[node[first]] * count[row]) / sum;
  }
  return time;
}

/** The rows with the new rows of their nodes, in the order of these. */
export function moveTicks(rows: TickRows, moved: IndexColumn<NodeIndex>, nodeCount: number): TickRows {
  const node = rows.node.map((row) => moved[row]);
  return pickRows({ ...rows, node }, groupRows(node, nodeCount).rows);
}
