import { pickRows } from './growing-column.ts';
import type { TickTable } from './profile.ts';

/** The ticks of all nodes but some. `isLeftOut`: 1 for each of these. */
export const ticksWithout = (ticks: TickTable, isLeftOut: Uint8Array): TickTable =>
  pickRows(
    ticks,
    [...ticks.node.keys()].filter((tick) => isLeftOut[ticks.node[tick]] === 0),
  );
