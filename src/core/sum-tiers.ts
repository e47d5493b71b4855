import type { CodeTable } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { ProfileKernel } from './profile-kernel.ts';
import { type CallTree, type ProfileTables, Tier, type TickTable } from './profile.ts';

/** What V8 made of each function, and the time in that; undefined if the sampler does not tell. */
export function sumTiers(
  { ticks, tree, frames }: ProfileTables,
  { ofFrame, name: { length } }: FunctionIdentities,
): CodeTable | undefined {
  const { tier, node } = ticks;
  if (tier === undefined) return undefined;
  const times = ticks.cpu ?? ticks.time;
  const column = (): Float64Array => new Float64Array(length);
  const sums = { interpreter: column(), baseline: column(), maglev: column(), turbofan: column() };
  const byTier = [undefined, sums.interpreter, sums.baseline, sums.maglev, sums.turbofan];
  for (let row = 0; row < node.length; row++) {
    const sum = byTier[tier[row]];
    if (sum) sum[ofFrame[tree.frame[node[row]]]] += times[row];
  }
  // Threads have frames of their own: their counts are of one function, each in its own copy of V8.
  const most = (counts: Uint32Array | undefined): Uint32Array => {
    const result = new Uint32Array(length);
    counts?.forEach((count, frame) => (result[ofFrame[frame]] = Math.max(result[ofFrame[frame]], count)));
    return result;
  };
  const thrownOutBy = new Uint32Array(length);
  frames.thrownOutBy?.forEach((reasons, frame) => (thrownOutBy[ofFrame[frame]] |= reasons));
  return {
    ...{ ...sums, optimised: most(frames.optimised), bytecode: most(frames.bytecode) },
    ...(frames.thrownOut && { thrownOut: most(frames.thrownOut), thrownOutBy }),
  };
}

/**
 * The row of the line of each tick in bytecode or baseline code, -1 for others. Of ticks in C++ the tier is not known. Has to be called
 * before the lines are counted.
 */
export const unoptimisedRows = ({ exports }: ProfileKernel, { frame }: CallTree, { node, position, tier }: TickTable) =>
  tier &&
  node.map((at, row) =>
    tier[row] > Tier.unknown && tier[row] < Tier.maglev ? exports.rowAt(position[row], frame[at]) : -1,
  );
