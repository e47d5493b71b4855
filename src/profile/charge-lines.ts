import { LineCause } from './line-cause.ts';
import type { LineRows } from './line-rows.ts';
import type { NodeTimes } from './measure-tree.ts';
import { FrameKind, type Profile, TickRepair } from './profile.ts';

/** Self time by line, one row for each charge; a node's charges stand together, in ascending order of nodes. */
export interface LineCharges {
  readonly node: readonly number[];
  /** Row of the line table. */
  readonly row: readonly number[];
  readonly position: readonly number[];
  readonly time: readonly number[];
  readonly samples: readonly number[];
  readonly cause: readonly LineCause[];
}

interface Growing {
  node: number[];
  row: number[];
  position: number[];
  time: number[];
  samples: number[];
  cause: LineCause[];
}

/** Microseconds that are left of a node's time by rounding alone. */
const ROUNDING = 1e-3;

/**
 * To which lines does each node's self time belong? Ticks say it. What has no tick falls back: of a script's function
 * to its definition, of native code (which has no lines) to the line that called it or, where the sampler does not tell
 * that line, to the definition of the function that did.
 */
export function chargeLines(profile: Profile, times: NodeTimes, lines: LineRows): LineCharges {
  const { tree, ticks, frames } = profile;
  const weights = ticks.cpu ?? ticks.time;
  const charges: Growing = { node: [], row: [], position: [], time: [], samples: [], cause: [] };
  const charge = (node: number, row: number, position: number, time: number, samples: number, cause: LineCause) => {
    if (row < 0) return;
    charges.node.push(node);
    charges.row.push(row);
    charges.position.push(position);
    charges.time.push(time);
    charges.samples.push(samples);
    charges.cause.push(cause);
  };
  const byNode = ticksByNode(profile);
  for (let node = 0; node < tree.frame.length; node++) {
    let samplesLeft = times.selfSamples[node];
    let timeLeft = times.selfTime[node];
    for (let i = byNode.first[node]; i < byNode.first[node + 1]; i++) {
      const tick = byNode.tick[i];
      const position = ticks.position[tick];
      charge(node, lines.at(position, node), position, weights[tick], ticks.count[tick], causeOf(tick, node));
      samplesLeft -= ticks.count[tick];
      timeLeft -= weights[tick];
    }
    if (samplesLeft <= 0 || timeLeft < ROUNDING) continue;
    const kind = frames.kind[tree.frame[node]];
    if (kind === FrameKind.script) charge(node, lines.ofFunction(node), -1, timeLeft, samplesLeft, LineCause.noLine);
    else if (kind === FrameKind.native) chargeCaller(node, timeLeft, samplesLeft);
  }
  return charges;

  function causeOf(tick: number, node: number): LineCause {
    const repair = ticks.repair?.[tick] ?? TickRepair.none;
    if (repair === TickRepair.elsewhere) return LineCause.inlinedElsewhere;
    const cause = lines.causeAt(ticks.position[tick]);
    if (cause !== LineCause.none) return cause;
    if (repair === TickRepair.moved) return LineCause.repaired;
    return tree.lowTier?.[node] === 1 ? LineCause.lowTier : LineCause.none;
  }

  function chargeCaller(node: number, time: number, samples: number): void {
    const callee = outermostNative(profile, node);
    const caller = tree.parent[callee];
    if (caller <= 0) return;
    const position = tree.callPosition?.[callee] ?? -1;
    if (position >= 0) charge(node, lines.at(position, caller), position, time, samples, lines.causeAt(position));
    else charge(node, lines.ofFunction(caller), -1, time, samples, LineCause.noLine);
  }
}

/** Of native code that native code called, the one that a script called; a node that is not native is its own. */
function outermostNative({ tree, frames }: Profile, node: number): number {
  const isNative = (at: number): boolean => frames.kind[tree.frame[at]] === FrameKind.native;
  let callee = node;
  while (isNative(callee) && tree.parent[callee] > 0 && isNative(tree.parent[callee])) callee = tree.parent[callee];
  return callee;
}

/** The node whose lines a charge is on: the node itself, or the script that called native code. */
export function scriptOf(profile: Profile, node: number): number {
  const { tree, frames } = profile;
  return frames.kind[tree.frame[node]] === FrameKind.native ? tree.parent[outermostNative(profile, node)] : node;
}

/** Rows of the tick table grouped by node: those of node n are `tick[first[n]]` to `tick[first[n + 1] - 1]`. */
function ticksByNode(profile: Profile): { first: Int32Array; tick: Int32Array } {
  const { tree, ticks } = profile;
  const first = new Int32Array(tree.frame.length + 1);
  for (const node of ticks.node) first[node + 1]++;
  for (let node = 0; node < tree.frame.length; node++) first[node + 1] += first[node];
  const next = first.slice();
  const tick = new Int32Array(ticks.node.length);
  for (let i = 0; i < ticks.node.length; i++) tick[next[ticks.node[i]]++] = i;
  return { first, tick };
}
