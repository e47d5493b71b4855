import type { LineTable } from './analysis.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { buildSpots } from './build-spots.ts';
import { chargeLines, type LineCharges } from './charge-lines.ts';
import { hottestFunctions } from './hottest-functions.ts';
import { shareInterval } from './interval.ts';
import { LineRows } from './line-rows.ts';
import { causeCount, causeReasons, LineCause, precisionOfCause } from './line-cause.ts';
import type { Mapping } from './mapping.ts';
import type { Profile } from './profile.ts';
import type { DepthFirst, NodeSelf, TreeSums } from './sum-tree.ts';

export interface LineInputs {
  readonly profile: Profile;
  readonly mapping: Mapping;
  readonly functions: FunctionIdentities;
  readonly self: NodeSelf;
  readonly totals: Pick<TreeSums, 'functionOf' | 'ownNodes' | 'totalTime' | 'walk'>;
  /** Garbage collection after each node, in microseconds; undefined where there was none. */
  readonly gcAfter: Float64Array | undefined;
  readonly activeTime: number;
  /** Independent samples of active time, for the intervals. */
  readonly effectiveSamples: number;
}

/** A less certain kind of charge marks its line when it makes up at least this part of it. */
const NOTABLE_PART = 0.02;

/** Self and total time of every original line that was on a stack. */
export function buildLines(inputs: LineInputs): { lines: LineTable; exactTime: number } {
  const { profile, mapping, functions, activeTime, effectiveSamples } = inputs;
  const { walk } = inputs.totals;
  const rows = new LineRows(profile, mapping, functions);
  const charges = chargeLines(profile, inputs, rows);
  const callRow = callRows(profile, rows);
  const count = rows.line.length;
  const sums = sumCharges(charges, count);
  const { selfTime, selfSamples, uncertain } = sums;
  const cause = rows.line.map((_, row) => causeOfRow(sums, row));
  const intervals = Array.from(selfTime, (time) =>
    shareInterval(activeTime > 0 ? time / activeTime : 0, effectiveSamples),
  );
  const lines: LineTable = {
    source: Int32Array.from(rows.source),
    line: Int32Array.from(rows.line),
    function: hottestFunctions(profile, functions, charges, callRow, count),
    selfTime,
    totalTime: callRow && walk ? lineTotals(inputs, walk, charges, callRow, count) : new Float64Array(count).fill(NaN),
    selfSamples,
    gcTime: gcByLine(inputs, charges, count),
    shareLow: Float64Array.from(intervals, (interval) => interval.low),
    shareHigh: Float64Array.from(intervals, (interval) => interval.high),
    precision: Uint8Array.from(cause, precisionOfCause),
    reason: Int32Array.from(cause, (value) => (value === LineCause.none ? -1 : value)),
    reasons: causeReasons,
    spots: buildSpots(mapping, charges),
  };
  const sum = (times: Float64Array): number => times.reduce((a, b) => a + b, 0);
  const chargedTime = sum(selfTime);
  return { lines, exactTime: uncertain.reduce((time, times) => time - sum(times), chargedTime) };
}

interface ChargeSums {
  readonly selfTime: Float64Array;
  readonly selfSamples: Uint32Array;
  /** Time of each `LineCause` that makes a line less than exact. */
  readonly uncertain: readonly Float64Array[];
}

function sumCharges({ row, time, samples, cause }: LineCharges, count: number): ChargeSums {
  const selfTime = new Float64Array(count);
  const selfSamples = new Uint32Array(count);
  const uncertain = Array.from({ length: causeCount }, () => new Float64Array(count));
  for (let i = 0; i < row.length; i++) {
    selfTime[row[i]] += time[i];
    selfSamples[row[i]] += samples[i];
    if (cause[i] !== LineCause.none) uncertain[cause[i]][row[i]] += time[i];
  }
  return { selfTime, selfSamples, uncertain };
}

/** The cause with the most time among those that are less than exact, where they make up a notable part. */
function causeOfRow({ selfTime, uncertain }: ChargeSums, row: number): LineCause {
  let worst: LineCause = LineCause.none;
  let whole = 0;
  for (let cause = 1; cause < uncertain.length; cause++) {
    const time = uncertain[cause][row];
    whole += time;
    if (time > uncertain[worst][row]) worst = cause as LineCause;
  }
  return whole > 0 && whole >= selfTime[row] * NOTABLE_PART ? worst : LineCause.none;
}

/** The line row of each node's call site in its parent; undefined where the sampler never knows call sites. */
function callRows(profile: Profile, rows: LineRows): Int32Array | undefined {
  const { callPosition, parent } = profile.tree;
  if (!callPosition) return undefined;
  return callPosition.map((position, node) => (position < 0 || node === 0 ? -1 : rows.at(position, parent[node])));
}

/** Collections after a node, spread over its lines as its self time is. */
function gcByLine({ gcAfter, self }: LineInputs, charges: LineCharges, count: number): Float64Array {
  const result = new Float64Array(count);
  if (gcAfter === undefined) return result;
  const { selfTime } = self;
  for (let i = 0; i < charges.row.length; i++) {
    const node = charges.node[i];
    if (selfTime[node] > 0) result[charges.row[i]] += (gcAfter[node] * charges.time[i]) / selfTime[node];
  }
  return result;
}

/** Time with each line anywhere on the stack, counted once per stack. */
function lineTotals(
  { profile, totals }: LineInputs,
  walk: DepthFirst,
  charges: LineCharges,
  callRow: Int32Array,
  count: number,
): Float64Array {
  const total = new Float64Array(count);
  // Where the subtree of the outermost call on each line ends.
  const openUntil = new Int32Array(count);
  const firstCharge = firstCharges(charges, profile.tree.frame.length);
  for (let place = 0; place < walk.size.length; place++) {
    const node = walk.order ? walk.order[place] : place;
    const called = callRow[node];
    if (called >= 0 && place >= openUntil[called]) {
      openUntil[called] = place + walk.size[node];
      total[called] += totals.totalTime[node];
    }
    for (let i = firstCharge[node]; i < firstCharge[node + 1]; i++)
      if (place >= openUntil[charges.row[i]]) total[charges.row[i]] += charges.time[i];
  }
  return total;
}

function firstCharges(charges: LineCharges, nodes: number): Int32Array {
  const first = new Int32Array(nodes + 1);
  for (let i = 0; i < charges.node.length; i++) first[charges.node[i] + 1]++;
  for (let node = 0; node < nodes; node++) first[node + 1] += first[node];
  return first;
}
