import type { IndexColumn, Microseconds } from '../../core/index.ts';
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
  const longest = LONGEST_GAP * usual;
  const { gap, gaps } = findGaps(samples, usual, longest);
  // Without a gap all stays as it is, as does what precedes the first one.
  if (gaps === 0) return { node: row, start: time, lost: 0 };
  const node = new Int32Array(row.length + gaps) as Int32Array as IndexColumn<Row>;
  const start = new Float64Array(row.length + gaps + 1);
  let [to, lost, isPastGap, isIdle] = [0, 0, false, false];
  for (let i = 0; i < row.length; i++) {
    const didIdle = isIdle;
    isIdle = row[i] === idleRow;
    if (!isIdle || !didIdle || !isPastGap) {
      node[to] = row[i];
      start[to++] = time[i];
    }
    if (gap[i] === Gap.none) continue;
    isIdle = isPastGap = true;
    const isKnown = isIdleSilent || gap[i] === Gap.beforeIdle;
    const stands = isKnown ? usual : longest;
    node[to] = idleRow;
    start[to++] = time[i] + stands;
    if (!isKnown) lost += Math.round((time[i + 1] - time[i] - stands) / usual);
  }
  start[to] = time[row.length];
  return { node: node.subarray(0, to), start: start.subarray(0, to + 1), lost };
}

/** The kind of gap, if any, between a sample and the next. */
const Gap = { none: 0, long: 1, beforeIdle: 2 } as const;

/** A `Gap` for each sample, and how many there are. */
function findGaps<Row extends number>(
  { row, time, idleRow }: NotedSamples<Row>,
  usual: Microseconds,
  longest: Microseconds,
) {
  const gap = new Uint8Array(row.length);
  let gaps = 0;
  for (let i = 0; i < row.length; i++) {
    if (row[i] === idleRow) continue;
    const isBeforeIdle = i + 1 < row.length && row[i + 1] === idleRow;
    if (!(time[i + 1] - time[i] > (isBeforeIdle ? usual : longest))) continue;
    gap[i] = isBeforeIdle ? Gap.beforeIdle : Gap.long;
    gaps++;
  }
  return { gap, gaps };
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
