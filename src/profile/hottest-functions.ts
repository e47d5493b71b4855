import type { FunctionIdentities } from './build-functions.ts';
import type { LineCharges } from './charge-lines.ts';
import type { Profile } from './profile.ts';

/** For each line, the function that spent the most time on it; for lines that only call, the one that stands there. */
export function hottestFunctions(
  { tree }: Profile,
  { ofFrame, name }: FunctionIdentities,
  charges: LineCharges,
  callRow: Int32Array | undefined,
  count: number,
): Int32Array {
  const result = new Int32Array(count).fill(-1);
  if (callRow !== undefined) {
    for (let node = 0; node < callRow.length; node++)
      if (callRow[node] >= 0) result[callRow[node]] = ofFrame[tree.frame[tree.parent[node]]];
  }
  const { owner, time, others } = timeByOwner(charges, count, name.length);
  for (const [pair, spent] of others) {
    const row = Math.floor(pair / name.length);
    if (spent <= time[row]) continue;
    time[row] = spent;
    owner[row] = pair % name.length;
  }
  for (let row = 0; row < count; row++) if (result[row] < 0 || time[row] > 0) result[row] = owner[row];
  return result;
}

/** Time on each line of the function that was seen there first, and of others by line and function in one number. */
function timeByOwner(
  charges: LineCharges,
  count: number,
  functions: number,
): { owner: Int32Array; time: Float64Array; others: Map<number, number> } {
  const owner = new Int32Array(count).fill(-1);
  const time = new Float64Array(count);
  const others = new Map<number, number>();
  for (let i = 0; i < charges.row.length; i++) {
    const row = charges.row[i];
    const charged = charges.owner[i];
    if (owner[row] < 0) owner[row] = charged;
    if (owner[row] === charged) time[row] += charges.time[i];
    else {
      const pair = row * functions + charged;
      others.set(pair, (others.get(pair) ?? 0) + charges.time[i]);
    }
  }
  return { owner, time, others };
}
