import { mapColumns } from './growing-column.ts';
import type { BuiltinTicks, TickTable } from './profile.ts';

/** The ticks without those of some nodes. `isLeftOut`: not 0 for each of these. */
export const ticksWithout = (ticks: TickTable, isLeftOut: Uint8Array): TickTable =>
  withoutRows(ticks, ticks.node, isLeftOut);

/** The time in builtins without what some functions ran or called. `isLeftOut`: not 0 for each of these frames. */
export const builtinsWithout = (builtins: BuiltinTicks, isLeftOut: Uint8Array): BuiltinTicks =>
  withoutRows(builtins, builtins.frame, isLeftOut);

/** A table without the rows whose value is left out. Few are, so that others are copied many at once. */
function withoutRows<T extends object>(table: T, values: ArrayLike<number>, isLeftOut: Uint8Array): T {
  const kept: [from: number, end: number][] = [];
  for (let row = 0, from = 0; row <= values.length; row++) {
    if (row < values.length && isLeftOut[values[row]] === 0) continue;
    if (row > from) kept.push([from, row]);
    from = row + 1;
  }
  if (kept.length === 1 && kept[0][1] - kept[0][0] === values.length) return table;
  return mapColumns(table, (column) => {
    const rows = column.slice();
    let count = 0;
    for (const [from, end] of kept) {
      rows.copyWithin(count, from, end);
      count += end - from;
    }
    return rows.subarray(0, count);
  });
}
