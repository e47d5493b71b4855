/** Tables of times by pairs of numbers, numbered in the order of their first sight. */
import { K1, K2, seed } from '../shared/hash';
import { allocate, setF64, setI32 } from '../shared/memory';

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

/** Columns of the pairs that were written last: both numbers (i32), time (f64). */
export let pairFirst: usize = 0;
export let pairSecond: usize = 0;
export let pairTime: usize = 0;

/** Writes the pairs as columns. Their count. */
export function writePairs(table: Pairs): i32 {
  const count = table.count;
  pairFirst = allocate((<usize>count) << 2);
  pairSecond = allocate((<usize>count) << 2);
  pairTime = allocate((<usize>count) << 3);
  for (let i = 0; i < count; i++) {
    const pair = pairAt(table, i);
    setI32(pairFirst, i, pair.first);
    setI32(pairSecond, i, pair.second);
    setF64(pairTime, i, pair.time);
  }
  return count;
}
