import { LineCause } from './line-cause.ts';
import type { LineRows } from './line-rows.ts';
import { FrameKind, type Profile, TickRepair } from './profile.ts';
import type { NodeSelf, TreeSums } from './sum-tree.ts';

interface Measures {
  readonly self: NodeSelf;
  readonly totals: Pick<TreeSums, 'functionOf' | 'ownNodes'>;
}

/** Self time by line, one row for each charge; a node's charges stand together, in ascending order of nodes. */
export interface LineCharges {
  readonly node: Int32Array;
  /** The function whose lines it is on: the node's own, or of native code the one that called it. */
  readonly owner: Int32Array;
  /** Row of the line table. */
  readonly row: Int32Array;
  readonly position: Int32Array;
  readonly time: Float64Array;
  readonly samples: Uint32Array;
  /** A `LineCause`. */
  readonly cause: Uint8Array;
}

/** Behind every node. */
const END = 0x7fffffff;

/** Microseconds that are left of a node's time by rounding alone. */
const ROUNDING = 1e-3;

/**
 * To which lines does each node's self time belong? Ticks say it. What has no tick falls back: of a script's function
 * to its definition, of native code (which has no lines) to the line that called it or, where the sampler does not tell
 * that line, to the definition of the function that did.
 */
export function chargeLines(profile: Profile, { self, totals }: Measures, lines: LineRows): LineCharges {
  const { tree, ticks, frames } = profile;
  const { functionOf, ownNodes } = totals;
  const weights = ticks.cpu ?? ticks.time;
  const { tickOf, charges } = roomForCharges(profile);
  let length = 0;
  const charge = (node: number, row: number, position: number, time: number, samples: number, cause: LineCause) => {
    if (row < 0) return;
    charges.node[length] = node;
    charges.owner[length] = functionOf[scriptOf(profile, node)];
    charges.row[length] = row;
    charges.position[length] = position;
    charges.time[length] = time;
    charges.samples[length] = samples;
    charges.cause[length++] = cause;
  };
  let tick = tickAt(0);
  let tickNode = nodeOf(tick);
  let next = 1;
  for (let own = 0; own < ownNodes.length || tickNode < END;) {
    const ownNode = own < ownNodes.length ? ownNodes[own] : END;
    const node = Math.min(ownNode, tickNode);
    if (node === ownNode) own++;
    let samplesLeft = self.selfSamples[node];
    let timeLeft = self.selfTime[node];
    while (node === tickNode) {
      const position = ticks.position[tick];
      charge(node, lines.at(position, node), position, weights[tick], ticks.count[tick], causeOf(tick, node));
      samplesLeft -= ticks.count[tick];
      timeLeft -= weights[tick];
      tick = tickAt(next++);
      tickNode = nodeOf(tick);
    }
    if (samplesLeft <= 0 || timeLeft < ROUNDING) continue;
    const kind = frames.kind[tree.frame[node]];
    if (kind === FrameKind.script) charge(node, lines.ofFunction(node), -1, timeLeft, samplesLeft, LineCause.noLine);
    else if (kind === FrameKind.native) chargeCaller(node, timeLeft, samplesLeft);
  }
  return firstCharges(charges, length);

  /** The tick in a place of the nodes' order; -1 behind the last. */
  function tickAt(place: number): number {
    if (place >= ticks.node.length) return -1;
    return tickOf ? tickOf[place] : place;
  }

  function nodeOf(tick: number): number {
    return tick < 0 ? END : ticks.node[tick];
  }

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
  if (!isNative(node)) return node;
  let callee = node;
  while (tree.parent[callee] > 0 && isNative(tree.parent[callee])) callee = tree.parent[callee];
  return callee;
}

/** The node whose lines a charge is on: the node itself, or the script that called native code. */
function scriptOf(profile: Profile, node: number): number {
  const { tree, frames } = profile;
  return frames.kind[tree.frame[node]] === FrameKind.native ? tree.parent[outermostNative(profile, node)] : node;
}

/** The ticks in order of their nodes, and columns for as many charges as there can be: ticks, and a rest of each node. */
function roomForCharges(profile: Profile): { tickOf: Int32Array | undefined; charges: LineCharges } {
  // No more nodes than samples have samples.
  const room = profile.ticks.node.length + Math.min(profile.tree.frame.length, profile.samples.node.length);
  const charges = {
    node: new Int32Array(room),
    owner: new Int32Array(room),
    row: new Int32Array(room),
    position: new Int32Array(room),
    time: new Float64Array(room),
    samples: new Uint32Array(room),
    cause: new Uint8Array(room),
  };
  return { tickOf: ticksByNode(profile), charges };
}

function firstCharges(charges: LineCharges, count: number): LineCharges {
  return {
    node: charges.node.subarray(0, count),
    owner: charges.owner.subarray(0, count),
    row: charges.row.subarray(0, count),
    position: charges.position.subarray(0, count),
    time: charges.time.subarray(0, count),
    samples: charges.samples.subarray(0, count),
    cause: charges.cause.subarray(0, count),
  };
}

/** Rows of the tick table in order of their nodes; undefined where they stand so already. */
function ticksByNode({ tree, ticks }: Profile): Int32Array | undefined {
  let isSorted = true;
  for (let i = 1; i < ticks.node.length && isSorted; i++) isSorted = ticks.node[i - 1] <= ticks.node[i];
  if (isSorted) return undefined;
  const next = new Int32Array(tree.frame.length + 1);
  for (let i = 0; i < ticks.node.length; i++) next[ticks.node[i] + 1]++;
  for (let node = 0; node < tree.frame.length; node++) next[node + 1] += next[node];
  const tick = new Int32Array(ticks.node.length);
  for (let i = 0; i < ticks.node.length; i++) tick[next[ticks.node[i]]++] = i;
  return tick;
}
