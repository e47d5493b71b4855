import { float64Column, int32Column, type Microseconds } from '../../core/index.ts';
import type { NotedSamples, WeighedSamples } from './weighed-samples.ts';

/** A sample stands for so many intervals at most: in a longer gap nobody looked. */
const LONGEST_GAP = 3;
/** So many gaps tell how long they usually are. */
const ENOUGH = 1024;

/**
 * What does each sample stand for where no clock of the thread was recorded? The wall time until the next sample.
 *
 *     wall  |S . S . S           . S .|    in a gap nobody looked: it counts as idle
 *     wall  |S . S . S .       I S .  |    an idle sample is taken as the thread wakes up, so the sample before it stands for
 *                                          one interval; the same before a gap where a sampler takes none while the thread idles
 *
 * `usual`: the time between two samples.
 */
export function weighByWall<Row extends number>(
  samples: NotedSamples<Row>,
  usual = usualInterval(samples),
): WeighedSamples<Row> {
  const { row, time, idleRow, isIdleSilent } = samples;
  const longestOf = (i: number): Microseconds => (row[i + 1] === idleRow ? usual : LONGEST_GAP * usual);
  const isGap = (i: number): boolean => row[i] !== idleRow && time[i + 1] - time[i] > longestOf(i);
  const node = int32Column<Row>(row.length);
  const start = float64Column(row.length + 1);
  let lost = 0;
  let copied = 0;
  const copyUntil = (end: number): void => {
    node.append(row.subarray(copied, end));
    start.append(time.subarray(copied, end));
    copied = end;
  };
  for (let i = 0; i < row.length; i++) {
    // Idle time that goes on; before the first gap all stays as it is.
    if (row[i] === idleRow && copied > 0 && (row[i - 1] === idleRow || isGap(i - 1))) {
      copyUntil(i);
      copied = i + 1;
    }
    if (!isGap(i)) continue;
    copyUntil(i + 1);
    const stands = isIdleSilent ? usual : longestOf(i);
    node.push(idleRow);
    start.push(time[i] + stands);
    if (!isIdleSilent && row[i + 1] !== idleRow) lost += Math.round((time[i + 1] - time[i] - stands) / usual);
  }
  if (copied === 0) return { node: row, start: time, lost: 0 };
  copyUntil(row.length);
  start.push(time[row.length]);
  return { node: node.finish(), start: start.finish(), lost };
}

/**
 * A sampler may be slower than it was asked to be. One that is silent while the thread idles is not that much slower: of a thread
 * that wakes up now and then, most gaps are idle time.
 */
function usualInterval<Row extends number>({ time, isIdleSilent, interval }: NotedSamples<Row>): Microseconds {
  const slowest = isIdleSilent ? LONGEST_GAP * interval : Infinity;
  return Math.max(interval, Math.min(slowest, medianGap(time)));
}

function medianGap(time: Float64Array): Microseconds {
  const step = Math.ceil(time.length / ENOUGH);
  const gaps: Microseconds[] = [];
  for (let i = step; i < time.length; i += step) gaps.push(time[i] - time[i - 1]);
  return Float64Array.from(gaps).sort()[(gaps.length - 1) >> 1] ?? 0;
}
