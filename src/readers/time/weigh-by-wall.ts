import { countDurations, float64Column, int32Column } from '../../core/index.ts';
import type { NotedSamples, WeighedSamples } from './weighed-samples.ts';

/** A sample stands for so many intervals at most: behind that the thread idled, or nobody looked. */
const MOST_INTERVALS = 3;

/**
 * What does each sample stand for where no clock of the thread was recorded? The wall time until the next sample.
 *
 *     wall  |S . S . . . . I . S|    a sample that found the thread idle was taken as that woke up: the idle time begins
 *            --- ----         --     behind the sample before
 */
export function weighByWall<Row extends number>({
  row,
  time,
  end,
  idleRow,
  interval: requested,
}: NotedSamples<Row>): WeighedSamples<Row> {
  const usual = countDurations(time.subarray(1).map((at, i) => at - time[i])).median() ?? requested;
  const most = MOST_INTERVALS * Math.max(usual, requested);
  const node = int32Column<Row>(row.length);
  const start = float64Column(row.length + 1);
  for (let i = 0; i < row.length; i++) {
    const until = i + 1 < row.length ? time[i + 1] : Math.max(end, time[i]);
    node.push(row[i]);
    start.push(time[i]);
    if (row[i] === idleRow || until - time[i] <= most) continue;
    node.push(idleRow);
    start.push(time[i] + most);
  }
  start.push(Math.max(end, time.at(-1) ?? 0));
  return { node: node.toArray(), start: start.toArray() };
}
