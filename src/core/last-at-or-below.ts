/**
 * The last index from `from` to before `end` of an ascending list whose value is at most `limit`; `from - 1` when there
 * is none.
 */
export function lastAtOrBelow(ascending: ArrayLike<number>, limit: number, from = 0, end: number = ascending.length) {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
