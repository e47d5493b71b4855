import {
  groupRows,
  type GroupSums,
  type IndexColumn,
  type NodeIndex,
  NONE,
  pickRows,
  type SampleTable,
  sumByGroup,
  sumByRow,
  TickRepair,
  type TickTable,
} from '../../core/index.ts';

/** Ticks without their times, in the order of their nodes. */
export type TickRows = Pick<TickTable, 'node' | 'position' | 'count'>;

/**
 * Gives each row its share of its node's self time: wall, on a CPU, blocked. `keptOneIn`: ticks are of all samples, of which
 * one in so many was kept, so so many ticks become one in the table.
 */
export function timeTicks(rows: TickRows, nodeCount: number, samples: SampleTable, keptOneIn = 1): TickTable {
  const { node, count } = rows;
  // Few nodes have rows: only what these have is summed, each as a group.
  const groupOf = new Int32Array(nodeCount).fill(NONE);
  let groups = 0;
  for (let row = 0; row < node.length; row++) if (groupOf[node[row]] < 0) groupOf[node[row]] = groups++;
  const ofRow = node.map((its) => groupOf[its]);
  const sums = sumByGroup(groups, (sample) => groupOf[samples.node[sample]], samples);
  const taken = sumByRow(ofRow, count, groups);
  const share = (ofGroups: Float64Array): Float64Array =>
    new Float64Array(node.length).map((_, row) => (ofGroups[ofRow[row]] * count[row]) / taken[ofRow[row]]);
  const kept = keptOneIn > 1 ? count.map((all) => Math.max(1, Math.round(all / keptOneIn))) : count;
  return {
    ...{ ...rows, count: kept, time: share(sums.time) },
    ...(samples.cpu && { cpu: share(sums.cpu) }),
    ...(samples.cpu && samples.blocked && { blocked: share(sums.blocked), ...tellComputing(ofRow, kept, sums) }),
  };
}

/** A node both computed and was blocked when it has at least this part of its samples of either kind; the clock is not sharper. */
const NOTABLE_PART = 0.05;

/**
 * How many ticks of each row were taken while the thread computed. The inspector tells on which lines a node was, and its samples
 * tell how often it computed and how often it was blocked, but not on which line it did which. So each line gets its part of both; with
 * several lines that is an estimate. `node`: the row in `sums` of each row's node.
 */
function tellComputing(node: Int32Array, count: Uint32Array, sums: GroupSums): Pick<TickTable, 'computing' | 'repair'> {
  const part = Float64Array.from(node, (of) => sums.computing[of] / Math.max(1, sums.count[of]));
  const repair = Uint8Array.from(node, (of, row) => {
    const isShared = of === node[row - 1] || of === node[row + 1];
    return isShared && part[row] >= NOTABLE_PART && part[row] <= 1 - NOTABLE_PART ? TickRepair.mixed : TickRepair.none;
  });
  return {
    computing: count.map((many, row) => Math.round(many * part[row])),
    ...(repair.includes(TickRepair.mixed) && { repair }),
  };
}

/** The rows with the new rows of their nodes, in the order of these. */
export function moveTicks(rows: TickRows, moved: IndexColumn<NodeIndex>, nodeCount: number): TickRows {
  const node = rows.node.map((row) => moved[row]);
  return pickRows({ ...rows, node }, groupRows(node, nodeCount).rows);
}
