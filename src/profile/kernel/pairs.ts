/** Tables of times by pairs of numbers, numbered in the order of their first sight. */
import { allocate, i32At, setI32 } from './memory';

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

let seed: u64 = 0;

/** Keeps a recording from choosing numbers that collide. */
export function setSeed(low: u32, high: u32): void {
  seed = ((<u64>high) << 32) | (<u64>low);
}

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
  let mixed = ((((<u64>(<u32>first)) << 32) | (<u64>(<u32>second))) ^ seed) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8feb86659fd93;
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

/** Does `a` stand before `b`, or at its place? By the first number, then the most time first. */
function isInOrder(a: Pair, b: Pair): bool {
  return a.first != b.first ? a.first < b.first : a.time >= b.time;
}

/** The table's numbers (i32) in the order of the pairs' first number, then of their times, the most first. */
export function sortPairs(table: Pairs): usize {
  const count = table.count;
  let from = allocate((<usize>count) << 2);
  let to = allocate((<usize>count) << 2);
  for (let i = 0; i < count; i++) setI32(from, i, i);
  for (let width = 1; width < count; width <<= 1) {
    for (let start = 0; start < count; start += width << 1) {
      let left = start;
      const middle = min(start + width, count);
      let right = middle;
      const end = min(middle + width, count);
      for (let i = start; i < end; i++) {
        const isLeft =
          right == end ||
          (left < middle && isInOrder(pairAt(table, i32At(from, left)), pairAt(table, i32At(from, right))));
        setI32(to, i, i32At(from, isLeft ? left++ : right++));
      }
    }
    const sorted = to;
    to = from;
    from = sorted;
  }
  return from;
}
