/** Tables of times by pairs of numbers, numbered in the order of their first sight. */
import { K1, K2, seed } from '../shared/hash';
import { addI32, allocate, i32At, setF64, setI32 } from '../shared/memory';

@unmanaged
export class Pair {
  first: i32;
  second: i32;
  /** How many times it stands on the stack; for calls. */
  open: i32;
  time: f64;
}

@unmanaged
export class Pairs {
  count: i32;
  pairs: usize;
  /** The number of a pair plus one in each slot (0: free), twice as many as there is room for pairs. */
  slots: usize;
  slotCount: u32;
}

const FEWEST: u32 = 1024;

export function createPairs(): Pairs {
  const table = changetype<Pairs>(allocate(offsetof<Pairs>()));
  enlarge(table, FEWEST);
  return table;
}

export function pairAt(table: Pairs, number: i32): Pair {
  return changetype<Pair>(table.pairs + <usize>number * offsetof<Pair>());
}

/** The number of a pair; a new one has no time. */
export function pairOf(table: Pairs, first: i32, second: i32): i32 {
  const slot = slotOf(table, first, second);
  const known = load<i32>(slot);
  if (known != 0) return known - 1;
  const pair = pairAt(table, table.count);
  pair.first = first;
  pair.second = second;
  store<i32>(slot, ++table.count);
  if (<u32>table.count == table.slotCount >> 1) enlarge(table, table.slotCount << 1);
  return table.count - 1;
}

function slotOf(table: Pairs, first: i32, second: i32): usize {
  let mixed = ((((<u64>(<u32>first)) << 32) | (<u64>(<u32>second))) ^ seed) * K1;
  mixed = (mixed ^ (mixed >>> 32)) * K2;
  let at = <u32>(mixed >>> 32);
  while (true) {
    const slot = table.slots + ((<usize>(at & (table.slotCount - 1))) << 2);
    const number = load<i32>(slot);
    if (number == 0) return slot;
    const pair = pairAt(table, number - 1);
    if (pair.first == first && pair.second == second) return slot;
    at++;
  }
}

function enlarge(table: Pairs, slotCount: u32): void {
  table.slotCount = slotCount;
  table.slots = allocate((<usize>slotCount) << 2);
  const larger = allocate(<usize>(slotCount >> 1) * offsetof<Pair>());
  memory.copy(larger, table.pairs, <usize>table.count * offsetof<Pair>());
  table.pairs = larger;
  for (let i = 0; i < table.count; i++) {
    const pair = pairAt(table, i);
    store<i32>(slotOf(table, pair.first, pair.second), i + 1);
  }
}

/** Columns of the pairs that were sorted last: both numbers (i32), time (f64). */
export let pairFirst: usize = 0;
export let pairSecond: usize = 0;
export let pairTime: usize = 0;

/** Writes the pairs as columns, in the order of their first number, then of their times, the most first. Their count. */
export function sortPairs(table: Pairs): i32 {
  const count = table.count;
  const order = orderOf(table);
  pairFirst = allocate((<usize>count) << 2);
  pairSecond = allocate((<usize>count) << 2);
  pairTime = allocate((<usize>count) << 3);
  for (let i = 0; i < count; i++) {
    const pair = pairAt(table, i32At(order, i));
    setI32(pairFirst, i, pair.first);
    setI32(pairSecond, i, pair.second);
    setF64(pairTime, i, pair.time);
  }
  return count;
}

/** The numbers (i32) of the pairs in that order. */
function orderOf(table: Pairs): usize {
  const count = table.count;
  const groups = groupCount(table);
  // Where the pairs of each first number begin; once they are all in their places, where those of the next do.
  const starts = allocate((<usize>groups + 1) << 2);
  const pairs = table.pairs;
  const end = pairs + <usize>count * offsetof<Pair>();
  for (let pair = pairs; pair < end; pair += offsetof<Pair>()) addI32(starts, changetype<Pair>(pair).first + 1, 1);
  for (let group = 0; group < groups; group++) addI32(starts, group + 1, i32At(starts, group));
  const order = allocate((<usize>count) << 2);
  for (let i = 0; i < count; i++) {
    const group = pairAt(table, i).first;
    setI32(order, i32At(starts, group), i);
    addI32(starts, group, 1);
  }
  const spare = allocate((<usize>count) << 2);
  let start = 0;
  for (let group = 0; group < groups; group++) {
    const next = i32At(starts, group);
    if (next - start > 1) sortByTime(table, order + ((<usize>start) << 2), spare, next - start);
    start = next;
  }
  return order;
}

/** The highest first number plus one. */
function groupCount(table: Pairs): i32 {
  let most = -1;
  for (let i = 0; i < table.count; i++) most = max(most, pairAt(table, i).first);
  return most + 1;
}

/** Short runs are sorted by insertion, and most groups are no longer. */
const RUN: i32 = 8;

/** Brings some numbers of pairs into the order of their times, the most first; those of the same time stay as they are. */
function sortByTime(table: Pairs, numbers: usize, spare: usize, count: i32): void {
  for (let start = 0; start < count; start += RUN) insertEach(table, numbers, start, min(start + RUN, count));
  let from = numbers;
  let to = spare;
  for (let width = RUN; width < count; width <<= 1) {
    for (let start = 0; start < count; start += width << 1) {
      let left = start;
      const middle = min(start + width, count);
      let right = middle;
      const end = min(middle + width, count);
      for (let i = start; i < end; i++) {
        const isLeft =
          right == end || (left < middle && timeAt(table, i32At(from, left)) >= timeAt(table, i32At(from, right)));
        setI32(to, i, i32At(from, isLeft ? left++ : right++));
      }
    }
    const sorted = to;
    to = from;
    from = sorted;
  }
  if (from != numbers) memory.copy(numbers, from, (<usize>count) << 2);
}

/** Sorts the numbers from one place to before another. */
function insertEach(table: Pairs, numbers: usize, start: i32, end: i32): void {
  for (let i = start + 1; i < end; i++) {
    const number = i32At(numbers, i);
    const time = timeAt(table, number);
    let to = i;
    for (; to > start && timeAt(table, i32At(numbers, to - 1)) < time; to--)
      setI32(numbers, to, i32At(numbers, to - 1));
    setI32(numbers, to, number);
  }
}

function timeAt(table: Pairs, number: i32): f64 {
  return pairAt(table, number).time;
}
