import { pickRows } from './growing-column.ts';
import type { BuiltinTicks, TickTable } from './profile.ts';

/** The ticks without those of some nodes. `isLeftOut`: not 0 for each of these. */
export const ticksWithout = (ticks: TickTable, isLeftOut: Uint8Array): TickTable =>
  withoutRows(ticks, ticks.node, isLeftOut);

/** The time in builtins without what some functions ran or called. `isLeftOut`: not 0 for each of these frames. */
export const builtinsWithout = (builtins: BuiltinTicks, isLeftOut: Uint8Array): BuiltinTicks =>
  withoutRows(builtins, builtins.frame, isLeftOut);

function withoutRows<T extends object>(table: T, values: Int32Array, isLeftOut: Uint8Array): T {
  if (!values.some((value) => isLeftOut[value] !== 0)) return table;
  const rows = new Int32Array(values.length).map((_, row) => row);
  return pickRows(
    table,
    rows.filter((row) => isLeftOut[values[row]] === 0),
  );
}
