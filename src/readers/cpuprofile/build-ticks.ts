import {
  groupRows,
  type IndexColumn,
  int32Column,
  type NodeIndex,
  pickRows,
  type SampleTable,
  type TickTable,
} from '../../core/index.ts';
import { shareBlocked } from './share-blocked.ts';

/** Ticks without their times, in the order of their nodes. */
export type TickRows = Pick<TickTable, 'node' | 'position' | 'count'>;

/**
 * Gives each row its share of its node's self time: wall, on a CPU, blocked. `keptOneIn`: ticks are of all samples, of which
 * one in so many was kept, so so many ticks become one in the table.
 */
export function timeTicks(rows: TickRows, nodeCount: number, samples: SampleTable, keptOneIn = 1): TickTable {
  const { cpu, blocked } = samples;
  const share = timeSharer(rows, nodeCount, samples);
  const time = share();
  const inKept = (taken: number): number => Math.max(1, Math.round(taken / keptOneIn));
  const kept = { ...rows, ...(keptOneIn > 1 && { count: rows.count.map(inKept) }), time };
  if (cpu === undefined) return kept;
  const ticks = { ...kept, cpu: share(cpu) };
  if (blocked === undefined) return ticks;
  return shareBlocked({ ...ticks, blocked: share(blocked) }, samples, nodeCount);
}

/** Nodes in a block, as a power of two. */
const BLOCK = 6;

/**
 * Shares the time that samples have out over the rows of their nodes, by the counts of these: wall time
 * without `times`. Few nodes have rows: a number for each of
 * the others would be most of what a large file takes here, so that one is kept for a block of nodes.
 */
function timeSharer({ node, count }: TickRows, nodeCount: number, { node: top, start }: SampleTable) {
  const ticked = int32Column<NodeIndex>();
  for (let row = 0; row < node.length; row++) if (row === 0 || node[row] !== node[row - 1]) ticked.push(node[row]);
  const nodes = ticked.finish();
  const firstOf = new Int32Array((nodeCount >> BLOCK) + 1);
  for (let block = firstOf.length - 1, at = nodes.length; block >= 0; block--) {
    while (at > 0 && nodes[at - 1] >= block << BLOCK) at--;
    firstOf[block] = at;
  }
  return (times?: Float64Array): Float64Array => {
    const sums = new Float64Array(nodes.length);
    for (let sample = 0; sample < top.length; sample++) {
      const of = top[sample];
      let at = firstOf[of >> BLOCK];
      while (nodes[at] < of) at++;
      if (nodes[at] === of) sums[at] += times ? times[sample] : start[sample + 1] - start[sample];
    }
    const time = new Float64Array(node.length);
    for (let at = 0, first = 0, end = 0; at < nodes.length; at++, first = end) {
      let all = 0;
      for (; node[end] === nodes[at]; end++) all += count[end];
      for (let row = first; row < end; row++) time[row] = (sums[at] * count[row]) / all;
    }
    return time;
  };
}

/** The rows with the new rows of their nodes, in the order of these. */
export function moveTicks(rows: TickRows, moved: IndexColumn<NodeIndex>, nodeCount: number): TickRows {
  const node = rows.node.map((row) => moved[row]);
  return pickRows({ ...rows, node }, groupRows(node, nodeCount).rows);
}
