import {
  groupRows,
  type IndexColumn,
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

/** Shares the time that samples have out over the rows of their nodes, by the counts of these: wall time without `times`. */
function timeSharer({ node, count }: TickRows, nodeCount: number, { node: top, start }: SampleTable) {
  // Few nodes have rows: what each of these has is summed from group 1 on, and that of all others is group 0.
  const groupOf = new Int32Array(nodeCount);
  let groups = 1;
  for (let row = 0; row < node.length; row++) if (groupOf[node[row]] === 0) groupOf[node[row]] = groups++;
  return (times?: Float64Array): Float64Array => {
    const sums = new Float64Array(groups);
    for (let sample = 0; sample < top.length; sample++)
      sums[groupOf[top[sample]]] += times ? times[sample] : start[sample + 1] - start[sample];
    const time = new Float64Array(node.length);
    for (let first = 0, end = 0; first < node.length; first = end) {
      let all = 0;
      for (; end < node.length && node[end] === node[first]; end++) all += count[end];
      for (let row = first; row < end; row++) time[row] = (sums[groupOf[node[first]]] * count[row]) / all;
    }
    return time;
  };
}

/** The rows with the new rows of their nodes, in the order of these. */
export function moveTicks(rows: TickRows, moved: IndexColumn<NodeIndex>, nodeCount: number): TickRows {
  const node = rows.node.map((row) => moved[row]);
  return pickRows({ ...rows, node }, groupRows(node, nodeCount).rows);
}
