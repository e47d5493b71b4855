import type { TickTable } from './profile.ts';

/** The ticks of all nodes but some. `isLeftOut`: 1 for each of these. */
export function ticksWithout(ticks: TickTable, isLeftOut: Uint8Array): TickTable {
  const kept = Array.from(ticks.node.keys()).filter((tick) => isLeftOut[ticks.node[tick]] === 0);
  const pick = <Column extends Uint8Array | Int32Array | Uint32Array | Float64Array>(column: Column): Column => {
    const result = column.slice(0, kept.length) as Column;
    kept.forEach((tick, row) => (result[row] = column[tick]));
    return result;
  };
  return {
    node: pick(ticks.node),
    position: pick(ticks.position),
    count: pick(ticks.count),
    time: pick(ticks.time),
    cpu: ticks.cpu && pick(ticks.cpu),
    blocked: ticks.blocked && pick(ticks.blocked),
    computing: ticks.computing && pick(ticks.computing),
    repair: ticks.repair && pick(ticks.repair),
  };
}
