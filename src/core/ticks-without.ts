import { allRows, pickRows } from './growing-column.ts';
import type { BuiltinTicks, TickTable } from './profile.ts';
import type { FrameIndex, NodeIndex } from './units.ts';

/** The ticks without those of some nodes. */
export const ticksWithout = (ticks: TickTable, isLeftOut: (node: NodeIndex) => boolean): TickTable =>
  withoutRows(ticks, ticks.node, isLeftOut);

/** The time in builtins without what some functions ran or called. */
export const builtinsWithout = (builtins: BuiltinTicks, isLeftOut: (frame: FrameIndex) => boolean): BuiltinTicks =>
  withoutRows(builtins, builtins.frame, isLeftOut);

function withoutRows<T extends object>(table: T, values: Int32Array, isLeftOut: (value: number) => boolean): T {
  if (!values.some(isLeftOut)) return table;
  const kept = allRows(values.length).filter((row) => !isLeftOut(values[row]));
  return pickRows(table, kept);
}
