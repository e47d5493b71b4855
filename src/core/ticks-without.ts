import { pickRows } from './growing-column.ts';
import type { BuiltinTicks, TickTable } from './profile.ts';
import type { FrameIndex } from './units.ts';

/** The ticks without those of some nodes. `isLeftOut`: 1 for each of these. */
export const ticksWithout = (ticks: TickTable, isLeftOut: Uint8Array): TickTable =>
  pickRows(
    ticks,
    [...ticks.node.keys()].filter((tick) => isLeftOut[ticks.node[tick]] === 0),
  );

/** The time in builtins without what some functions ran or called. `isLeftOut`: 1 for each of these. */
export const builtinsWithout = (builtins: BuiltinTicks, isLeftOut: (frame: FrameIndex) => boolean): BuiltinTicks =>
  pickRows(
    builtins,
    [...builtins.frame.keys()].filter((row) => !isLeftOut(builtins.frame[row])),
  );
