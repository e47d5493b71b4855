import type { SpotTable } from './analysis.ts';
import type { LineCharges } from './charge-lines.ts';
import type { Mapping } from './mapping.ts';

/** Columns of a line have less than this. */
const WIDTH = 0x1000000;

/** Time by column inside each line, for charges that have one. */
export function buildSpots(mapping: Mapping, charges: LineCharges): SpotTable {
  const rowOf = (key: number): number => Math.floor(key / WIDTH);
  const spots = [...timeByColumn(mapping, charges)].sort((a, b) => rowOf(a[0]) - rowOf(b[0]) || b[1] - a[1]);
  return {
    lineRow: Int32Array.from(spots, ([key]) => rowOf(key)),
    column: Int32Array.from(spots, ([key]) => key % WIDTH),
    selfTime: Float64Array.from(spots, ([, time]) => time),
  };
}

function timeByColumn({ positions }: Mapping, { row, position, time }: LineCharges): Map<number, number> {
  const times = new Map<number, number>();
  const { column, source } = positions;
  for (let i = 0; i < row.length; i++) {
    const at = position[i];
    if (at < 0 || source[at] < 0 || column[at] < 0 || column[at] >= WIDTH) continue;
    const key = row[i] * WIDTH + column[at];
    times.set(key, (times.get(key) ?? 0) + time[i]);
  }
  return times;
}
