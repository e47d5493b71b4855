import { pickRows } from './growing-column.ts';
import type { BuiltinTicks, TickTable } from './profile.ts';
import type { FrameIndex } from './units.ts';

/** The ticks of all nodes but some. `isLeftOut`: 1 for each of these. */
export const ticksWithout = (ticks: TickTable, isLeftOut: Uint8Array): TickTable =>
  pickRows(
    ticks,
    [...ticks.node.keys()].filter((tick) => isLeftOut[ticks.node[tick]] === 0),
  );

/** The time in builtins without that which functions that are `isLeftOut` ran or called. */
export const builtinsWithout = (builtins: BuiltinTicks, isLeftOut: (frame: FrameIndex) => boolean): BuiltinTicks =>
  pickRows(
    builtins,
    [...builtins.frame.keys()].filter((row) => !isLeftOut(builtins.frame[row])),
  );
