import { groupRows } from './group-rows.ts';
import type { ProfileKernel } from './profile-kernel.ts';
import type { CallTree, ProfileTables } from './profile.ts';
import { type TreeSums, withCallees } from './sum-tree.ts';
import type { FunctionIndex, IndexColumn, LineIndex } from './units.ts';

/** The line row of each node's call site in its parent; undefined where the sampler never knows call sites. */
export function callRows({ exports }: ProfileKernel, { tree }: Pick<ProfileTables, 'tree'>) {
  const { callPosition, parent, frame } = tree;
  return callPosition?.map((position, node) =>
    position < 0 || node === 0 ? -1 : exports.rowAt(position, frame[parent[node]]),
  );
}

/** The function of each line: the one with the most self time there. For lines that only call, the caller. */
export function namesOfCalls(
  functionOf: IndexColumn<FunctionIndex>,
  { parent }: CallTree,
  callRow: IndexColumn<LineIndex>,
  owner: IndexColumn<FunctionIndex>,
  ownerTime: Float64Array,
): IndexColumn<FunctionIndex> {
  const result = owner.slice();
  for (let node = 0; node < callRow.length; node++) {
    const row = callRow[node];
    if (row >= 0 && !(ownerTime[row] > 0)) result[row] = functionOf[parent[node]];
  }
  return result;
}

/**
 * Time with each line anywhere on the stack, counted once per stack; NaN where call sites are not known. `ofNodes`: the time of each node
 * itself; `ofCharges`: where the kernel has that of each charge that it kept.
 */
export function lineTotals(
  kernel: ProfileKernel,
  walk: TreeSums['walk'],
  callRow: IndexColumn<LineIndex> | undefined,
  tree: CallTree,
  ofNodes: Float64Array,
  ofCharges: { readonly value: number },
  count: number,
): Float64Array {
  const total = new Float64Array(count);
  if (walk === undefined || callRow === undefined) return total.fill(NaN);
  const below = withCallees(ofNodes, tree);
  // Where the subtree of the outermost call on each line ends.
  const openUntil = new Int32Array(count);
  const { chargeNodes, chargeRows, chargeCount } = kernel.exports;
  const rows = kernel.int32(chargeRows.value, chargeCount.value);
  const times = kernel.float64(ofCharges.value, chargeCount.value);
  const { first: firstCharge } = groupRows(kernel.int32(chargeNodes.value, chargeCount.value), callRow.length);
  for (let place = 0; place < walk.order.length; place++) {
    const node = walk.order[place];
    const called = callRow[node];
    if (called >= 0 && place >= openUntil[called]) {
      openUntil[called] = place + walk.size[node];
      total[called] += below[node];
    }
    for (let i = firstCharge[node]; i < firstCharge[node + 1]; i++)
      if (place >= openUntil[rows[i]]) total[rows[i]] += times[i];
  }
  return total;
}
