/** The order of positions. */
import { i32At } from '../shared/memory';

const DIGIT_BITS: u32 = 11;
const DIGIT_MASK: u32 = (1 << DIGIT_BITS) - 1;
/** By digit: how many keys have a smaller one. */
const BELOW: usize = memory.data(((1 << 11) + 1) << 2, 16);

/**
 * Puts rows in the order of their lines, then columns (both at least -1), and writes the lines and columns in that order.
 * Digit by digit from the last one, each pass stable: linear, where comparing is not. `rows` and `other`: room for
 * `count` numbers each. Returns which of the two has the rows.
 */
export function sortRows(
  lines: usize,
  columns: usize,
  count: u32,
  rows: usize,
  other: usize,
  outLines: usize,
  outColumns: usize,
): usize {
  for (let i: u32 = 0; i < count; i++) store<u32>(rows + (i << 2), i);
  let from = rows;
  if (!areSorted(lines, columns, count)) {
    from = sortBy(columns, count, rows, other);
    from = sortBy(lines, count, from, from == rows ? other : rows);
  }
  for (let i: u32 = 0; i < count; i++) {
    const row = load<u32>(from + (i << 2)) << 2;
    store<u32>(outLines + (i << 2), load<u32>(lines + row));
    store<u32>(outColumns + (i << 2), load<u32>(columns + row));
  }
  return from;
}

function areSorted(lines: usize, columns: usize, count: u32): bool {
  for (let i: u32 = 1; i < count; i++) {
    const line = i32At(lines, i);
    const before = i32At(lines, i - 1);
    if (line < before || (line == before && i32At(columns, i) < i32At(columns, i - 1))) return false;
  }
  return true;
}

function sortBy(values: usize, count: u32, rows: usize, other: usize): usize {
  let greatest: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u32>(values + (i << 2)) + 1;
    if (key > greatest) greatest = key;
  }
  let from = rows;
  let to = other;
  for (let shift: u32 = 0; shift < 32 && greatest >> shift > 0; shift += DIGIT_BITS) {
    memory.fill(BELOW, 0, ((1 << DIGIT_BITS) + 1) << 2);
    for (let i: u32 = 0; i < count; i++) {
      const digit = ((load<u32>(values + (i << 2)) + 1) >> shift) & DIGIT_MASK;
      const at = BELOW + ((digit + 1) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
    for (let digit: u32 = 0; digit < DIGIT_MASK; digit++) {
      const at = BELOW + ((digit + 1) << 2);
      store<u32>(at, load<u32>(at) + load<u32>(BELOW + (digit << 2)));
    }
    for (let i: u32 = 0; i < count; i++) {
      const row = load<u32>(from + (i << 2));
      const digit = ((load<u32>(values + (row << 2)) + 1) >> shift) & DIGIT_MASK;
      const at = BELOW + (digit << 2);
      const index = load<u32>(at);
      store<u32>(at, index + 1);
      store<u32>(to + (index << 2), row);
    }
    const last = from;
    from = to;
    to = last;
  }
  return from;
}
