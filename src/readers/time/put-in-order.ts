import { allRows, pickRows } from '../../core/index.ts';

/** How many places a sample may move back, on average; a file that needs more is sorted instead. */
const MOST_STEPS = 8;

/**
 * Sorts rows by their times, in place; rows of the same time keep their order. Samplers write a few samples late: these are moved
 * back, and all rows are sorted only where that takes too long.
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
  const order = allRows(time.length).sort((a, b) => time[a] - time[b] || a - b);
  const sorted = pickRows({ row, time }, order);
  row.set(sorted.row);
  time.set(sorted.time);
}
