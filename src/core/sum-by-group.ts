import type { SampleTable } from './profile.ts';
import type { SampleIndex } from './units.ts';

/** Sums of samples: a row for each group of them. */
export interface GroupSums {
  readonly count: Uint32Array;
  /** How many of them were taken while the thread rather computed than was blocked. */
  readonly computing: Uint32Array;
  /** Wall time, and what `SampleTable` calls `cpu` and `blocked`, in microseconds; zero where they are unknown. */
  readonly time: Float64Array;
  readonly cpu: Float64Array;
  readonly blocked: Float64Array;
}

/** Adds samples up by group. `groups`: how many there are; `groupOf`: the group of each sample, another number for none. */
export function sumByGroup(
  groups: number,
  groupOf: (sample: SampleIndex) => number,
  { start, cpu, blocked }: Pick<SampleTable, 'start' | 'cpu' | 'blocked'>,
): GroupSums {
  const sums = {
    count: new Uint32Array(groups),
    computing: new Uint32Array(groups),
    time: new Float64Array(groups),
    cpu: new Float64Array(groups),
    blocked: new Float64Array(groups),
  };
  for (let sample = 0; sample + 1 < start.length; sample++) {
    const group = groupOf(sample);
    if (!(group >= 0 && group < groups)) continue;
    const onCpu = cpu?.[sample] ?? 0;
    const stood = blocked?.[sample] ?? 0;
    sums.count[group]++;
    sums.time[group] += start[sample + 1] - start[sample];
    sums.cpu[group] += onCpu;
    sums.blocked[group] += stood;
    if (onCpu > stood) sums.computing[group]++;
  }
  return sums;
}

/** Sums values by row. `rowOf`: the row of each value, from 0 to before `rows`; -1 for none. */
export function sumByRow(rowOf: Int32Array, values: Float64Array | Uint32Array, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (let i = 0; i < rowOf.length; i++) if (rowOf[i] >= 0) sums[rowOf[i]] += values[i];
  return sums;
}
