import { type Analysis, Category } from './analysis.ts';
import { nearestCalls } from './nearest-calls.ts';
import { type FunctionIndex, type LineIndex, type Microseconds, NONE } from './units.ts';

/** Time outside of own code that one place of own code called for. */
export interface OutsideTime {
  readonly time: Microseconds;
  /** What was called there that took the most; -1 for nothing. */
  readonly callee: FunctionIndex;
  readonly calleeTime: Microseconds;
}

const nothing: OutsideTime = { time: 0, callee: NONE, calleeTime: 0 };

/**
 * How much time in dependencies, Node, V8 and WebAssembly did own code ask for, and where? Each sample counts once, for the
 * nearest own function on its stack: for its line where call sites are known (`ofLine`), else for itself (`ofFunction`). Of a
 * mean of runs, whose tree is the first run's, times are in proportion to that run's.
 */
export function sumOutside({ tree, functions, quality }: Pick<Analysis, 'tree' | 'functions' | 'quality'>) {
  const { parent, function: functionOf, callLine, selfTime } = tree;
  const { category } = functions;
  const called = nearestCalls(
    parent,
    functionOf,
    category.map((kind) => +(kind === Category.own)),
  );
  // 1 for native code that own code called without anybody in between: that is the own function's self time already.
  const isPartOfOwn = new Uint8Array(parent.length);
  const times = new Map<number, Map<FunctionIndex, Microseconds>>();
  let [whole, active] = [0, 0];
  for (let node = 0; node < parent.length; node++) {
    const kind = category[functionOf[node]];
    if (kind !== Category.idle) active += selfTime[node];
    const above = parent[node];
    if (above < 0) continue;
    const call = called[node];
    if (kind === Category.native && (call === node || isPartOfOwn[above] === 1)) isPartOfOwn[node] = 1;
    if (call < 0 || !(selfTime[node] > 0) || isOwnOrNobodys[kind] === 1 || isPartOfOwn[node] === 1) continue;
    const line = callLine?.[call] ?? NONE;
    const key = line >= 0 ? line : -1 - functionOf[parent[call]];
    const ofPlace = times.get(key) ?? new Map<FunctionIndex, Microseconds>();
    times.set(key, ofPlace);
    ofPlace.set(functionOf[call], (ofPlace.get(functionOf[call]) ?? 0) + selfTime[node]);
    whole += selfTime[node];
  }
  const scale = quality.runs === undefined || active === 0 ? 1 : quality.activeTime / active;
  const read = (key: number): OutsideTime => {
    let [time, callee, calleeTime] = [0, NONE, 0];
    for (const [fn, part] of times.get(key) ?? []) {
      time += part * scale;
      if (part * scale > calleeTime) [callee, calleeTime] = [fn, part * scale];
    }
    return time === 0 ? nothing : { time, callee, calleeTime };
  };
  return {
    time: whole * scale,
    ofLine: (line: LineIndex): OutsideTime => read(line),
    ofFunction: (fn: FunctionIndex): OutsideTime => read(-1 - fn),
  };
}

/** By category. The runtime collects and works for everybody, whatever is on the stack. */
const isOwnOrNobodys = Uint8Array.from(
  { length: Object.keys(Category).length },
  (_, kind) =>
    +([Category.own, Category.gc, Category.program, Category.idle, Category.root] as number[]).includes(kind),
);
