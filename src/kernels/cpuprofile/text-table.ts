/** Distinct texts, numbered in the order of their first sight. */
import { K1, K2, seed } from '../shared/hash';

export let textCount: i32 = 0;
/** Slots of eight bytes: 32 bits of the hash, then the number of the text plus one (0: free). */
let slots: usize = 0;
export let slotCount: u32 = 0;
let slotMask: u32 = 0;
/** For each text: its address and length (2 u32). */
let texts: usize = 0;

/** A table of `count` slots (a power of two) of zero bytes, and a column for half as many texts; old ones move over. */
export function setTextSlots(start: usize, count: u32, column: usize): void {
  const old = slots;
  const oldCount = slotCount;
  memory.copy(column, texts, (<usize>textCount) << 3);
  texts = column;
  slots = start;
  slotCount = count;
  slotMask = count - 1;
  for (let i: u32 = 0; i < oldCount; i++) {
    const slot = load<u64>(old + ((<usize>i) << 3));
    if (slot == 0) continue;
    // Only the hash's upper half is kept, and it alone chooses the slot.
    let at: u32 = (<u32>(slot >> 32)) & slotMask;
    while (load<u64>(start + ((<usize>at) << 3)) != 0) at = (at + 1) & slotMask;
    store<u64>(start + ((<usize>at) << 3), slot);
  }
}

/** 32 bits that are as good as random for different bytes. */
function hash(from: usize, end: usize): u32 {
  let a = seed;
  let b = seed ^ K1;
  const length = end - from;
  let p = from;
  while (p + 16 <= end) {
    a = rotl((a ^ load<u64>(p)) * K1, 29);
    b = rotl((b ^ load<u64>(p + 8)) * K2, 31);
    p += 16;
  }
  if (length >= 16) {
    a = rotl((a ^ load<u64>(end - 16)) * K2, 29);
    b = rotl((b ^ load<u64>(end - 8)) * K1, 31);
  } else {
    while (p < end) a = rotl((a ^ (<u64>load<u8>(p++))) * K1, 29);
  }
  let h = (a ^ rotl(b, 17) ^ length) * K2;
  h = (h ^ (h >>> 32)) * K1;
  return <u32>(h >>> 32);
}

/** The bytes are the same; 16 bytes behind both sides are readable. */
function same(a: usize, b: usize, length: usize): bool {
  let i: usize = 0;
  while (i + 16 <= length) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) != 0xffff) return false;
    i += 16;
  }
  const rest = <i32>(length - i);
  const mask = (1 << rest) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) & mask) == mask;
}

/** Whether what stands at an address begins with the text that has this number. */
export function isText(number: i32, p: usize): bool {
  return same(textAt(number), p, lengthOf(number));
}

let textHash: u32 = 0;
let freeSlot: usize = 0;

/** The number of a text; -1 for a new one, which `addText` may add then. */
export function findText(from: usize, length: usize): i32 {
  const h = hash(from, from + length);
  let slot = h & slotMask;
  while (true) {
    const at = slots + ((<usize>slot) << 3);
    const found = load<u64>(at);
    if (found == 0) {
      textHash = h;
      freeSlot = at;
      return -1;
    }
    if (<u32>(found >> 32) == h) {
      const number = <i32>(found & 0xffffffff) - 1;
      if (lengthOf(number) == length && same(textAt(number), from, length)) return number;
    }
    slot = (slot + 1) & slotMask;
  }
}

/** Adds the text that `findText` did not find, from now on at this address; `isFull` says whether there is room. */
export function addText(address: usize, length: usize): i32 {
  const entry = texts + ((<usize>textCount) << 3);
  store<u32>(entry, <u32>address);
  store<u32>(entry, <u32>length, 4);
  textCount++;
  store<u64>(freeSlot, ((<u64>textHash) << 32) | (<u64>textCount));
  return textCount - 1;
}

export function isFull(): bool {
  return <u32>textCount + 1 > slotMask >> 1;
}

/** Where the text of a number begins. */
export function textAt(number: i32): usize {
  return <usize>load<u32>(texts + ((<usize>number) << 3));
}

/** Where it ends. */
export function textEnd(number: i32): usize {
  return textAt(number) + lengthOf(number);
}

function lengthOf(number: i32): usize {
  return <usize>load<u32>(texts + ((<usize>number) << 3), 4);
}
