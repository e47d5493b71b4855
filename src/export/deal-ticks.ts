import { groupRows, type MergedProfile, type NodeIndex, type PositionIndex, weightOf } from '../core/index.ts';

/**
 * Which line of its function a single sample was on is not kept. Returns what deals the places of a node to its samples: of each
 * it takes the node and the weight, and gives where it was, with a position of -1 where only the function is known. Each place
 * gets its own part of the weight, evenly among the others, so that sums are right.
 */
export function dealTicks({
  lanes,
  ticks,
  tree,
}: MergedProfile): (of: NodeIndex, weight: number) => readonly [NodeIndex, PositionIndex] {
  const { node, position, from, cpu: times = ticks.time } = ticks;
  // Where a repair gave a row to another node, the samples are still the first one's.
  const sampled = node.map((taker, row) => (from && from[row] >= 0 ? from[row] : taker));
  const { first, rows } = groupRows(sampled, tree.parent.length);
  const whole = new Float64Array(tree.parent.length);
  for (const { samples } of lanes) samples.node.forEach((at, i) => (whole[at] += weightOf(samples, i)));
  const taken = new Float64Array(tree.parent.length);
  const dealt = new Float64Array(node.length);
  return (of, weight) => {
    taken[of] += weight;
    let [best, most, rest] = [-1, 0, weight];
    for (let i = first[of]; i < first[of + 1]; i++) {
      const due = (times[rows[i]] * taken[of]) / whole[of] - dealt[rows[i]];
      rest -= due;
      if (due > most) [best, most] = [rows[i], due];
    }
    if (best < 0 || rest > most) return [of, -1];
    dealt[best] += weight;
    return [node[best], position[best]];
  };
}
