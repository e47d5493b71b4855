import { float64Column, int32Column, type Microseconds, type SampleRows } from '../core/index.ts';
import type { SampleUse } from './sample-use.ts';

/** Less idle time than that is left where it is: it is below what readings of the clock tell. */
const LEAST_IDLE: Microseconds = 100;
/** Time without samples is told in rows of at least this. */
const LEAST_UNSAMPLED: Microseconds = 1000;

/** Rows for what the thread did meanwhile; asked for where there is any. */
interface MeanwhileRows<Row extends number> {
  readonly idle: () => Row;
  readonly unsampled: () => Row;
}

/**
 * The samples with their use, and rows for what else the thread did in them, each at the end of its sample. A thread that works in
 * short bursts idles between two samples that both found it running: that is of the sample behind, where that is idle. And it
 * works while samples find it idle: that is time without samples.
 */
export function withMeanwhile<Row extends number>(
  { node, start }: Pick<SampleRows<Row>, 'node' | 'start'>,
  { away, unseen, cpu, blocked }: SampleUse,
  rows: MeanwhileRows<Row>,
): SampleRows<Row> {
  const samples = { node, start, cpu, ...(blocked && { blocked }) };
  if (away === undefined || unseen === undefined) return samples;
  const isAway = away.some((time) => time >= LEAST_IDLE);
  if (!isAway && !unseen.some((time) => time > 0)) return samples;
  const idleRow = isAway ? rows.idle() : undefined;
  const result = { node: int32Column<Row>(), start: float64Column(), cpu: float64Column(), blocked: float64Column() };
  const push = (row: Row, from: Microseconds, onCpu: Microseconds, stood: Microseconds): void => {
    result.node.push(row);
    result.start.push(from);
    result.cpu.push(onCpu);
    result.blocked.push(stood);
  };
  /** Idle time that the next sample begins with. */
  let before = 0;
  let unsampled = 0;
  for (let i = 0; i < node.length; i++) {
    const idle = away[i] >= LEAST_IDLE ? away[i] : 0;
    push(node[i], start[i] - before, cpu[i] + before, blocked?.[i] ?? 0);
    before = idle > 0 && node[i + 1] === idleRow ? idle : 0;
    if (idle > before && idleRow !== undefined) push(idleRow, start[i + 1] - idle, idle, 0);
    unsampled += unseen[i];
    if (unseen[i] === 0 || unsampled < LEAST_UNSAMPLED) continue;
    push(rows.unsampled(), Math.max(start[i], start[i + 1] - unsampled), unsampled, 0);
    unsampled = 0;
  }
  result.start.push(start[node.length]);
  return {
    node: result.node.toArray(),
    start: result.start.toArray(),
    cpu: result.cpu.toArray(),
    blocked: result.blocked.toArray(),
  };
}
