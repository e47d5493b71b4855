import { type SampleTable, type TickTable, TickRepair } from '../../core/index.ts';

/** A node both computed and was blocked when it has at least this part of its samples of either kind; the clock is not sharper. */
const NOTABLE_PART = 0.05;

/**
 * Adds how many ticks of each row were taken while the thread computed. The inspector tells on which lines a node was, and its
 * samples tell how often it computed and how often it was blocked, but not on which line it did which. So each line gets its
 * part of both; with several lines that is an estimate.
 */
export function shareBlocked(ticks: TickTable, samples: SampleTable, nodeCount: number): TickTable {
  const part = computedParts(samples, nodeCount);
  const { node, count } = ticks;
  const isShared = node.map((its, row) => (its === node[row - 1] || its === node[row + 1] ? 1 : 0));
  const isMixed = (row: number): boolean =>
    isShared[row] === 1 && part[node[row]] >= NOTABLE_PART && part[node[row]] <= 1 - NOTABLE_PART;
  const computing = count.map((many, row) => Math.round(many * part[node[row]]));
  if (!node.some((_, row) => isMixed(row))) return { ...ticks, computing };
  const repair = Uint8Array.from(node, (_, row) => (isMixed(row) ? TickRepair.mixed : TickRepair.none));
  return { ...ticks, computing, repair };
}

/** The part of each node's samples in which the thread rather computed than was blocked. */
function computedParts({ node, cpu, blocked }: SampleTable, nodes: number): Float64Array {
  const [taken, computed] = [new Uint32Array(nodes), new Float64Array(nodes)];
  for (let i = 0; i < node.length; i++) {
    taken[node[i]]++;
    if ((cpu?.[i] ?? 0) > (blocked?.[i] ?? 0)) computed[node[i]]++;
  }
  return computed.map((many, at) => (taken[at] > 0 ? many / taken[at] : 0));
}
