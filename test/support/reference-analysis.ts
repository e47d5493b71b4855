import {
  Category,
  type FunctionIdentities,
  FrameKind,
  type Mapping,
  Precision,
  type Profile,
  TickRepair,
} from '../../src/core/index.ts';
import type { SelfMoves } from '../../src/core/repair-inlining.ts';

/** The reference's answer, with names instead of row numbers, so that rows may be numbered differently. */
export interface PlainAnalysis {
  readonly nodes: readonly (readonly [self: number, samples: number, total: number])[];
  readonly functions: readonly (readonly [self: number, samples: number, total: number, totalSamples: number])[];
  /** Blocked time of each node itself, and of each function itself and in total. */
  readonly blockedNodes: readonly number[];
  readonly blockedFunctions: readonly (readonly [self: number, total: number])[];
  /** Time by `caller:callee`. */
  readonly calls: Readonly<Record<string, number>>;
  /** By `source:line`. */
  readonly lines: Readonly<Record<string, PlainLine>>;
  /** Time by `source:line:column`. */
  readonly spots: Readonly<Record<string, number>>;
  readonly timeOf: readonly number[];
  readonly activeSamples: number;
  /** The sum of the squares of their weights. */
  readonly activeSquares: number;
  readonly waiting: number;
  readonly blocked: number;
  /** Of functions whose frame V8 may have lost. */
  readonly lostFrameTime: number;
}

export interface PlainLine {
  self: number;
  samples: number;
  total: number;
  blocked: number;
  totalBlocked: number;
  gc: number;
  function: number;
  readonly byFunction: Map<number, number>;
  readonly byCause: Map<number, number>;
}

/**
 * Adds up a recording in the simplest way: from every node along its stack to the root, with sets and maps. The answers
 * of the product's fast kernel are compared with this.
 */
export function analyzePlainly(
  profile: Profile,
  mapping: Mapping,
  { ofFrame, category, source, line }: FunctionIdentities,
  moves: SelfMoves,
): PlainAnalysis {
  const { tree, samples, ticks, frames } = profile;
  const rows = Array.from(tree.parent.keys());
  const functionOf = (node: number): number => ofFrame[tree.frame[node]];
  const stackOf = (node: number): number[] => {
    const stack = [];
    for (let at = node; at >= 0; at = tree.parent[at]) stack.push(at);
    return stack;
  };
  const ticksOf = rows.map((): number[] => []);
  ticks.node.forEach((node, tick) => ticksOf[node].push(tick));
  const isNative = (node: number): boolean => frames.kind[tree.frame[node]] === FrameKind.native;

  const self = rows.map(() => 0);
  const count = rows.map(() => 0);
  const stood = rows.map(() => 0);
  const gcAfter = rows.map(() => 0);
  const timeOf = new Array<number>(10).fill(0);
  let [activeSamples, activeSquares, waiting, blocked, before] = [0, 0, 0, 0, -1];
  samples.node.forEach((node, i) => {
    const duration = samples.start[i + 1] - samples.start[i];
    const weight = samples.cpu?.[i] ?? duration;
    const kind = category[functionOf(node)];
    const still = samples.blocked?.[i] ?? 0;
    const seen = samples.blocked === undefined || samples.isWall === true || weight > still ? 1 : 0;
    self[node] += weight;
    stood[node] += still;
    count[node] += seen;
    timeOf[kind] += weight;
    if (kind === Category.gc && before >= 0) gcAfter[before] += weight;
    if (kind !== Category.gc) before = kind <= Category.native ? node : -1;
    // An idle thread that wakes up waits too.
    waiting += duration - weight - (samples.isWall === true ? 0 : still);
    if (kind === Category.idle) return;
    activeSamples += seen;
    activeSquares += weight ** 2;
    blocked += still;
  });

  moves.from.forEach((from, i) => {
    const to = moves.to[i];
    const moved = Math.min(count[from], moves.samples[i]);
    self[from] = Math.max(0, self[from] - moves.time[i]);
    self[to] += moves.time[i];
    count[from] -= moved;
    count[to] += moved;
    stood[from] = Math.max(0, stood[from] - (moves.blocked?.[i] ?? 0));
    stood[to] += moves.blocked?.[i] ?? 0;
  });

  const total = rows.map(() => 0);
  const functions = Array.from(category, () => [0, 0, 0, 0] as [number, number, number, number]);
  const blockedFunctions = Array.from(category, () => [0, 0] as [number, number]);
  const calls: Record<string, number> = {};
  for (const node of rows) {
    const stack = stackOf(node);
    for (const at of stack) total[at] += self[node];
    for (const row of new Set(stack.map(functionOf))) {
      functions[row][2] += self[node];
      functions[row][3] += count[node];
      blockedFunctions[row][1] += stood[node];
    }
    const pairs = stack.slice(0, -1).map((at) => `${functionOf(tree.parent[at])}:${functionOf(at)}`);
    for (const pair of new Set(pairs)) calls[pair] = (calls[pair] ?? 0) + self[node];
    const caller = stack.find((at) => category[functionOf(at)] !== Category.native) ?? node;
    const isScripts = category[functionOf(caller)] < Category.native;
    const owner = functionOf(category[functionOf(node)] === Category.native && isScripts ? caller : node);
    functions[owner][0] += self[node];
    functions[owner][1] += count[node];
    blockedFunctions[owner][0] += stood[node];
  }

  const { positions } = mapping;
  const lines: Record<string, PlainLine> = {};
  const spots: Record<string, number> = {};
  const add = (record: Map<number, number>, key: number, time: number) =>
    record.set(key, (record.get(key) ?? 0) + time);
  const lineOf = (key: string | undefined): PlainLine | undefined =>
    key === undefined
      ? undefined
      : (lines[key] ??= {
          ...{ self: 0, samples: 0, total: 0, blocked: 0, totalBlocked: 0, gc: 0, function: -1 },
          ...{ byFunction: new Map<number, number>(), byCause: new Map<number, number>() },
        });
  const isMapped = (position: number): boolean => position >= 0 && positions.source[position] >= 0;
  const definition = (node: number): string | undefined => {
    const row = functionOf(node);
    return source[row] >= 0 && line[row] > 0 ? `${source[row]}:${line[row]}` : undefined;
  };
  const keyAt = (position: number, node: number): string | undefined =>
    isMapped(position) ? `${positions.source[position]}:${positions.line[position]}` : definition(node);
  const causeAt = (position: number): number => {
    if (!isMapped(position)) return 1;
    return positions.precision[position] === Precision.exact ? 0 : 6;
  };
  const charges = rows.map((): [string, number, number][] => []);
  const charge = (
    node: number,
    key: string | undefined,
    position: number,
    [time, still, n]: readonly [number, number, number],
    cause: number,
  ) => {
    const charged = lineOf(key);
    if (charged === undefined || key === undefined) return;
    const [, ...callers] = stackOf(node);
    const owner = isNative(node) ? (callers.find((at) => !isNative(at) || at === 0) ?? node) : node;
    charged.self += time;
    charged.samples += n;
    charged.blocked += still;
    add(charged.byFunction, functionOf(owner), time);
    add(charged.byCause, cause, time);
    if (self[node] > 0) charged.gc += (gcAfter[node] * time) / self[node];
    charges[node].push([key, time, still]);
    if (!isMapped(position) || positions.column[position] < 0) return;
    const spot = `${key}:${positions.column[position]}`;
    spots[spot] = (spots[spot] ?? 0) + time;
  };
  const isScript = (node: number): boolean => frames.kind[tree.frame[node]] === FrameKind.script;
  const chargeCaller = (node: number, spent: readonly [number, number, number], repair: number): void => {
    if (!isNative(node)) return;
    const stack = stackOf(node);
    const at = stack.findIndex((above, i) => i > 0 && (!isNative(above) || above === 0));
    if (at < 0 || stack[at] === 0) return;
    const position = tree.callPosition?.[stack[at - 1]] ?? -1;
    const [below, doubted] = [repair === TickRepair.below, repair === TickRepair.doubted];
    if (position >= 0)
      charge(node, keyAt(position, stack[at]), position, spent, causeAt(position) || (below ? 8 : doubted ? 11 : 0));
    else charge(node, definition(stack[at]), -1, spent, below || doubted ? 10 : 2);
  };
  let lostFrameTime = 0;
  for (const node of rows) {
    let [timeLeft, stillLeft, samplesLeft] = [self[node], stood[node], count[node]];
    ticksOf[node].forEach((tick) => {
      const position = ticks.position[tick];
      const time = (ticks.cpu ?? ticks.time)[tick];
      const still = ticks.blocked?.[tick] ?? 0;
      const taken = (ticks.computing ?? ticks.count)[tick];
      const repair = ticks.repair?.[tick] ?? TickRepair.none;
      const isLost = repair === TickRepair.doubted || repair === TickRepair.below;
      if (isLost) lostFrameTime += time;
      let cause = causeAt(position);
      if (repair === TickRepair.elsewhere) cause = 3;
      else if (isLost && position < 0) cause = 10;
      else if (cause === 0 && repair === TickRepair.moved) cause = 5;
      else if (cause === 0 && repair === TickRepair.mixed) cause = 7;
      else if (cause === 0 && repair === TickRepair.partial) cause = 9;
      else if (cause === 0 && repair === TickRepair.below) cause = 8;
      else if (cause === 0 && tree.lowTier?.[node] === 1) cause = 4;
      else if (cause === 0 && repair === TickRepair.doubted) cause = 11;
      const spent = [time, still, taken] as const;
      if (position >= 0 || isScript(node)) charge(node, keyAt(position, node), position, spent, cause);
      else chargeCaller(node, spent, repair);
      timeLeft -= time;
      stillLeft -= still;
      samplesLeft -= taken;
    });
    if (timeLeft + stillLeft < 1e-3) continue;
    const left = [Math.max(0, timeLeft), Math.max(0, stillLeft), Math.max(0, samplesLeft)] as const;
    if (isScript(node)) charge(node, definition(node), -1, left, 2);
    else chargeCaller(node, left, TickRepair.none);
  }

  const callKey = (node: number): string | undefined => {
    const position = tree.callPosition?.[node] ?? -1;
    return node === 0 || position < 0 ? undefined : keyAt(position, tree.parent[node]);
  };
  for (const node of rows) {
    const key = callKey(node);
    const called = lineOf(key);
    if (called) called.function = functionOf(tree.parent[node]);
    const onStack = new Set(stackOf(node).flatMap((at) => callKey(at) ?? []));
    for (const above of onStack) {
      lines[above].total += self[node];
      lines[above].totalBlocked += stood[node];
    }
    for (const [charged, time, still] of charges[node].filter(([key]) => !onStack.has(key))) {
      lines[charged].total += time;
      lines[charged].totalBlocked += still;
    }
  }
  for (const found of Object.values(lines)) {
    const [first] = [...found.byFunction].sort((a, b) => b[1] - a[1]);
    if (first !== undefined && (found.function < 0 || first[1] > 0)) found.function = first[0];
  }
  return {
    nodes: rows.map((node) => [self[node], count[node], total[node]]),
    ...{
      functions,
      calls,
      lines,
      spots,
      timeOf,
      activeSamples,
      activeSquares,
      waiting: Math.max(0, Math.round(waiting)),
      blocked,
      lostFrameTime,
    },
    ...{ blockedNodes: stood, blockedFunctions },
  };
}
