type Values = Float64Array | Uint32Array;

/** Up to this many rows are sorted by insertion; more are sorted in runs, which are then merged. */
const RUN = 16;

/**
 * Sorts a part of a list of rows by descending value, stably. No function is called per comparison: a hundred thousand
 * rows take milliseconds.
 */
export function sortDescending(rows: Int32Array, from: number, to: number, values: Values): void {
  for (let start = from; start < to; start += RUN) insertAll(rows, start, Math.min(to, start + RUN), values);
  if (to - from <= RUN) return;
  let source = rows.slice(from, to);
  let target = new Int32Array(source.length);
  for (let width = RUN; width < source.length; width *= 2) {
    for (let start = 0; start < source.length; start += 2 * width) mergeRuns(source, target, start, width, values);
    [source, target] = [target, source];
  }
  rows.set(source, from);
}

function insertAll(rows: Int32Array, start: number, end: number, values: Values): void {
  for (let i = start + 1; i < end; i++) {
    const row = rows[i];
    let k = i;
    for (; k > start && values[rows[k - 1]] < values[row]; k--) rows[k] = rows[k - 1];
    rows[k] = row;
  }
}

/** Merges two neighbouring runs of `width` rows. */
function mergeRuns(source: Int32Array, target: Int32Array, start: number, width: number, values: Values): void {
  const middle = Math.min(start + width, source.length);
  const end = Math.min(start + 2 * width, source.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takesLeft = right >= end || (left < middle && !(values[source[left]] < values[source[right]]));
    target[at] = takesLeft ? source[left++] : source[right++];
  }
}
