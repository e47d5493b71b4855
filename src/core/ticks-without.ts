import { pickRows } from './growing-column.ts';
import type { BuiltinTicks, TickTable } from './profile.ts';

/** The ticks without those of some nodes. `isLeftOut`: 1 for each of these. */
export const ticksWithout = (ticks: TickTable, isLeftOut: Uint8Array): TickTable =>
  ticks.node.some((node) => isLeftOut[node] === 1) ? pickRows(ticks, rowsBut(ticks.node, isLeftOut)) : ticks;

/** The time in builtins without what some functions ran or called. `isLeftOut`: 1 for each of these frames. */
export const builtinsWithout = (builtins: BuiltinTicks, isLeftOut: Uint8Array): BuiltinTicks =>
  pickRows(builtins, rowsBut(builtins.frame, isLeftOut));

/** The rows whose value is not left out. */
function rowsBut(values: ArrayLike<number>, isLeftOut: Uint8Array): Int32Array {
  const rows = new Int32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) if (isLeftOut[values[row]] === 0) rows[count++] = row;
  return rows.subarray(0, count);
}
