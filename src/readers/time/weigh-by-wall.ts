import { countDurations, float64Column, int32Column, type Microseconds } from '../../core/index.ts';
import type { NotedSamples, WeighedSamples } from './weighed-samples.ts';

/** A sample stands for so many intervals at most: in a longer gap nobody looked. */
const LONGEST_GAP = 3;

/**
 * What does each sample stand for where no clock of the thread was recorded? The wall time until the next sample.
 *
 *     wall  |S . S . S           . S .|    a gap: the sample before it stands for one interval, the rest counts as idle
 *     wall  |S . S . S .       I S .  |    an idle sample is taken as the thread wakes up: the same
 */
export function weighByWall<Row extends number>(samples: NotedSamples<Row>): WeighedSamples<Row> {
  const { row, time, end, idleRow, isIdleSilent, interval: requested } = samples;
  const gaps = time.subarray(1).map((at, i) => at - time[i]);
  const usual = Math.max(requested, countDurations(gaps).median() ?? 0);
  const node = int32Column<Row>(row.length);
  const start = float64Column(row.length + 1);
  const push = (its: Row, at: Microseconds): void => {
    if (its === idleRow && node.length > 0 && node.values[node.length - 1] === idleRow) return;
    node.push(its);
    start.push(at);
  };
  for (let i = 0; i < row.length; i++) {
    push(row[i], time[i]);
    const until = i + 1 < row.length ? time[i + 1] : end;
    const longest = row[i + 1] === idleRow ? usual : LONGEST_GAP * usual;
    const stands = isIdleSilent ? usual : longest;
    if (row[i] !== idleRow && until - time[i] > longest) push(idleRow, time[i] + stands);
  }
  start.push(Math.max(end, time.at(-1) ?? 0));
  return { node: node.toArray(), start: start.toArray() };
}
