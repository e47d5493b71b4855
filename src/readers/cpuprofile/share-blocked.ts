import { type SampleTable, type TickTable, TickRepair } from '../../core/index.ts';

type BlockedTicks = TickTable & Required<Pick<TickTable, 'cpu' | 'blocked'>>;

/** A node is mixed when it has at least this part of its samples of either kind; the clock is not sharper. */
const NOTABLE_PART = 0.05;
/** A line's ticks are those of the blocked samples if they differ from these by at most so large a part, and by so many. */
const FIT_PART = 0.1;
const FIT_SAMPLES = 2;

/**
 * The ticks of each node, which were given their parts of its times by their counts, told apart by what the node did.
 *
 * The inspector tells which lines a node was on and, by its samples and the CPU clock, how often it computed and how often
 * it was blocked, but not at which line it did which. One line with about as many ticks as the node has blocked samples
 * is taken for where it was blocked; without such a line each has its part of both. Either is an estimate, and marked.
 */
export function shareBlocked(ticks: BlockedTicks, samples: SampleTable, nodeCount: number): TickTable {
  const use = sumUse(samples, nodeCount);
  const result = {
    ...ticks,
    cpu: ticks.cpu.slice(),
    blocked: ticks.blocked.slice(),
    computing: new Uint32Array(ticks.count.length),
  };
  const repair = new Uint8Array(ticks.count.length);
  let isAnyMixed = false;
  for (let from = 0, to = 0; from < ticks.node.length; from = to) {
    const node = ticks.node[from];
    while (to < ticks.node.length && ticks.node[to] === node) to++;
    const part = use.taken[node] > 0 ? use.computed[node] / use.taken[node] : 0;
    for (let row = from; row < to; row++) result.computing[row] = Math.round(ticks.count[row] * part);
    if (to - from === 1 || part < NOTABLE_PART || part > 1 - NOTABLE_PART) continue;
    isAnyMixed = true;
    repair.fill(TickRepair.mixed, from, to);
    const blockedAt = findBlockedRow(ticks, from, to, use.taken[node] - use.computed[node]);
    if (blockedAt >= 0) separate(result, use, from, to, blockedAt);
  }
  return isAnyMixed ? { ...result, repair } : result;
}

/** What each node's samples were used for. `computed`: those in which the thread rather computed than was blocked. */
interface NodeUse {
  readonly taken: Uint32Array;
  readonly computed: Uint32Array;
  /** Of the computed ones: time on a CPU, and blocked. */
  readonly cpu: Float64Array;
  readonly blocked: Float64Array;
}

function sumUse({ node, cpu, blocked }: SampleTable, nodes: number): NodeUse {
  const use = {
    taken: new Uint32Array(nodes),
    computed: new Uint32Array(nodes),
    cpu: new Float64Array(nodes),
    blocked: new Float64Array(nodes),
  };
  if (cpu === undefined || blocked === undefined) return use;
  for (let i = 0; i < node.length; i++) {
    const at = node[i];
    use.taken[at]++;
    if (!(cpu[i] > blocked[i])) continue;
    use.computed[at]++;
    use.cpu[at] += cpu[i];
    use.blocked[at] += blocked[i];
  }
  return use;
}

/** The row whose count is nearest to a number of blocked samples, -1 where none is near. */
function findBlockedRow({ count }: TickTable, from: number, to: number, samples: number): number {
  const distance = (row: number): number => Math.abs(count[row] - samples);
  let best = from;
  for (let row = from + 1; row < to; row++) if (distance(row) < distance(best)) best = row;
  return distance(best) <= Math.max(FIT_SAMPLES, samples * FIT_PART) ? best : -1;
}

/** Gives a node's blocked samples to one of its rows, and those that computed to the others. */
function separate(
  ticks: BlockedTicks & { readonly computing: Uint32Array },
  use: NodeUse,
  from: number,
  to: number,
  blockedAt: number,
): void {
  const node = ticks.node[from];
  const sum = (values: ArrayLike<number>): number => {
    let all = 0;
    for (let row = from; row < to; row++) all += values[row];
    return all;
  };
  const [cpu, blocked, others] = [sum(ticks.cpu), sum(ticks.blocked), sum(ticks.count) - ticks.count[blockedAt]];
  for (let row = from; row < to; row++) {
    const part = row === blockedAt ? 0 : ticks.count[row] / others;
    // A sum and its parts differ by rounding, and a time is never below zero.
    ticks.cpu[row] = row === blockedAt ? Math.max(0, cpu - use.cpu[node]) : use.cpu[node] * part;
    ticks.blocked[row] = row === blockedAt ? Math.max(0, blocked - use.blocked[node]) : use.blocked[node] * part;
    ticks.computing[row] = Math.round(use.computed[node] * part);
  }
}
