import { float64Column, int32Column, type Microseconds, type SampleRows, type TickIndex } from '../../core/index.ts';

/** Less than this is left where it is: it is below what readings of the clock tell. */
const LEAST_IDLE: Microseconds = 100;

/**
 * The samples with idle time at the end of those in which the thread idled (`away`, in microseconds): a thread that works in
 * short bursts idles between two ticks that both found it running. It is that of the sample behind, where that is idle.
 */
export function withIdleTime(
  samples: SampleRows<TickIndex>,
  away: Float64Array,
  idleRow: TickIndex,
): SampleRows<TickIndex> {
  if (!away.some((time) => time >= LEAST_IDLE)) return samples;
  const [node, start, cpu, blocked] = [int32Column<TickIndex>(), float64Column(), float64Column(), float64Column()];
  const push = (row: TickIndex, from: Microseconds, onCpu: Microseconds, stood: Microseconds): void => {
    node.push(row);
    start.push(from);
    cpu.push(onCpu);
    blocked.push(stood);
  };
  /** Idle time that the next sample begins with. */
  let before = 0;
  for (let i = 0; i < samples.node.length; i++) {
    const idle = away[i] >= LEAST_IDLE ? away[i] : 0;
    push(samples.node[i], samples.start[i] - before, (samples.cpu?.[i] ?? 0) + before, samples.blocked?.[i] ?? 0);
    before = idle > 0 && samples.node[i + 1] === idleRow ? idle : 0;
    if (idle > before) push(idleRow, samples.start[i + 1] - idle, idle, 0);
  }
  start.push(samples.start[samples.node.length]);
  return { node: node.toArray(), start: start.toArray(), cpu: cpu.toArray(), blocked: blocked.toArray() };
}
