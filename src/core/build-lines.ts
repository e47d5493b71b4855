import type { LineTable, SpotTable } from './analysis.ts';
import { buildBuiltins } from './build-builtins.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { shareIntervals, type ShownIn } from './share-interval.ts';
import { LineCause, precisionOfCause } from './line-cause.ts';
import { callRows, lineTotals, namesOfCalls } from './line-totals.ts';
import type { Mapping } from './mapping.ts';
import { sumByRow } from './sum-by-group.ts';
import { placeCollections } from './sum-collections.ts';
import { unoptimisedRows } from './sum-tiers.ts';
import { type ProfileKernel, stretchesOf } from './profile-kernel.ts';
import type { ProfileTables, TickTable } from './profile.ts';
import type { TreeSums } from './sum-tree.ts';

export interface LineInputs {
  readonly profile: ProfileTables;
  readonly mapping: Mapping;
  readonly functions: FunctionIdentities;
  readonly sums: TreeSums;
  /** Of what the lines are shares, for the intervals. */
  readonly shown: ShownIn;
}

/** Gives the kernel the ticks. It needs them before it walks over the tree. */
export function giveTicks(kernel: ProfileKernel, ticks: TickTable, nodes: number): void {
  const { exports } = kernel;
  const [node, position] = [kernel.copyIn(ticks.node), kernel.copyIn(ticks.position)];
  const [count, time] = [kernel.copyIn(ticks.computing ?? ticks.count), kernel.copyIn(ticks.cpu ?? ticks.time)];
  exports.setTicks(ticks.node.length, node, position, count, time, kernel.copyIn(ticks.repair));
  exports.setBlockedTicks(kernel.copyIn(ticks.blocked));
  let isSorted = true;
  for (const [from, to] of stretchesOf(ticks.node.length)) if (!exports.noteTicks(from, to)) isSorted = false;
  if (!isSorted) exports.orderTicks(nodes);
}

/**
 * Self and total time of every original line that was on a stack. The kernel has to have added up samples and tree before.
 * `exactTime`: self time of scripts that is surely on its line; `lostFrameTime`: time, on a line or on none, that is in doubt because V8
 * may have lost a frame; `callRow`: the line of each node's call site, where the sampler tells any; `gcTime`: garbage collection by the
 * function in which it began.
 */
export function buildLines(kernel: ProfileKernel, inputs: LineInputs) {
  const { profile, functions, sums, shown } = inputs;
  const { exports } = kernel;
  begin(kernel, inputs);
  for (const [from, to] of stretchesOf(profile.tree.parent.length)) exports.chargeLines(from, to);
  const callRow = callRows(kernel, profile);
  const { builtins, ticks } = profile;
  // These make rows, and so come before the lines are counted.
  const inBuiltins = builtins?.position.map((at, tick) => exports.rowAt(at, builtins.frame[tick]));
  const unoptimised = unoptimisedRows(kernel, profile.tree, ticks);
  const begun = placeCollections(kernel, profile, functions);
  const exactTime = exports.endLines();
  const count = exports.rowCount();
  const int32 = (address: { readonly value: number }): Int32Array => kernel.int32(address.value, count).slice();
  const float64 = (address: { readonly value: number }): Float64Array => kernel.float64(address.value, count).slice();
  const walk = profile.tree.areCallsPartial === true ? undefined : sums.walk;
  const totals = (ofNodes: Float64Array, ofCharges: { readonly value: number }): Float64Array =>
    lineTotals(kernel, walk, callRow, profile.tree, ofNodes, ofCharges, count);
  const selfTime = float64(exports.rowTime);
  const owner = int32(exports.rowOwner);
  const shares = shareIntervals(selfTime, shown);
  const causes = kernel.uint8(exports.rowCause.value, count).slice();
  const lines: LineTable = {
    source: int32(exports.rowSource),
    line: int32(exports.rowLine),
    function: callRow
      ? namesOfCalls(sums.nodes.function, profile.tree, callRow, owner, float64(exports.rowOwnerTime))
      : owner,
    selfTime,
    totalTime: totals(sums.nodes.selfTime, exports.chargeTimes),
    selfSamples: kernel.uint32(exports.rowSamples.value, count).slice(),
    ...(sums.nodes.blockedTime && {
      blockedTime: float64(exports.rowBlocked),
      totalBlockedTime: totals(sums.nodes.blockedTime, exports.chargeBlocked),
    }),
    gcTime: begun ? sumByRow(begun.lines, begun.time, count) : float64(exports.rowGcTime),
    shareLow: shares.low,
    shareHigh: shares.high,
    precision: causes.map((cause) => precisionOfCause(cause as LineCause)),
    reason: Int32Array.from(causes, (cause) => (cause === LineCause.none ? -1 : cause)),
    spots: readSpots(kernel),
    ...(unoptimised && { unoptimisedTime: sumByRow(unoptimised, ticks.cpu ?? ticks.time, count) }),
    ...(builtins && inBuiltins && { builtins: buildBuiltins(builtins, inBuiltins, functions) }),
  };
  const gcTime = begun && sumByRow(begun.functions, begun.time, functions.name.length);
  return { lines, exactTime, lostFrameTime: exports.lostFrameTime.value, callRow, gcTime };
}

function begin(kernel: ProfileKernel, { profile, mapping, functions }: LineInputs): void {
  const { exports } = kernel;
  const { tree, ticks } = profile;
  const { source, line, column, precision } = mapping.positions;
  const positionRows = kernel.allocate(4 * line.length);
  const copy = (values: Int32Array | Uint8Array | undefined): number => kernel.copyIn(values);
  exports.setPositions(copy(source), copy(line), copy(column), copy(precision), positionRows);
  const functionRows = kernel.allocate(4 * functions.line.length);
  exports.setDefinitions(copy(functions.source), copy(functions.line), functionRows);
  exports.setFacts(copy(tree.lowTier), copy(tree.callPosition));
  // A charge for each tick, and for what is left of each node; they are kept for totals only.
  const charges = ticks.node.length + tree.frame.length;
  exports.beginLines(line.length + functions.line.length, tree.callPosition === undefined ? 0 : charges);
}

/** Time by column inside each line, of charges that have one. */
function readSpots(kernel: ProfileKernel): SpotTable {
  const { first: lineRow, second: column, time } = kernel.pairs(() => kernel.exports.writeSpots());
  return { lineRow, column, selfTime: time };
}
