import { pickRows } from '../../core/index.ts';

/** How many places a sample may move back, on average; a file that needs more is sorted instead. */
const MOST_STEPS = 8;

/**
 * Puts rows, each with its time, in order of time, in place; those of one time stay as they were. Samplers write a few samples late, which
 * are moved back; only where that takes too long all are sorted.
 */
export function putInOrder(row: Int32Array, time: Float64Array): void {
  let stepsLeft = MOST_STEPS * time.length;
  for (let at = 1; at < time.length && stepsLeft >= 0; at++) {
    const [late, top] = [time[at], row[at]];
    let to = at;
    for (; to > 0 && time[to - 1] > late && stepsLeft >= 0; to--, stepsLeft--) {
      time[to] = time[to - 1];
      row[to] = row[to - 1];
    }
    time[to] = late;
    row[to] = top;
  }
  if (stepsLeft < 0) sortAll(row, time);
}

function sortAll(row: Int32Array, time: Float64Array): void {
  const order = new Int32Array(time.length).map((_, at) => at).sort((a, b) => time[a] - time[b] || a - b);
  const sorted = pickRows({ row, time }, order);
  row.set(sorted.row);
  time.set(sorted.time);
}
