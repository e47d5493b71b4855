/** Distinct callFrames, told apart by their texts. */
import { K1, K2, seed } from './hash';
import { askRoom, FRAME_SLOTS, FRAME_TEXT } from './status';

// One for each callFrame that is new: its address in the window, u32.
let newFramesOut: usize = 0;
export let newFrameCount: i32 = 0;

export function beginFrames(column: usize): void {
  newFramesOut = column;
  newFrameCount = 0;
}

/** The script of a frame; -1 for none. */
export function scriptOf(frame: i32): i32 {
  return load<i32>(scripts + ((<usize>frame) << 2));
}

// Slots of eight bytes: 32 bits of the hash, then the number of the frame plus one (0: free).
let slots: usize = 0;
let slotMask: u32 = 0;
// For each frame: address and length of its text.
let texts: usize = 0; // 2 u32
// For each frame: its script, which the host writes before the frame's ticks are placed; -1 for none.
let scripts: usize = 0; // i32
let store_: usize = 0;
let storeEnd: usize = 0;
export let frameCount: i32 = 0;

/**
 * Memory for the texts of frames. They stand one behind the other with a comma and spaces between, so that the host can
 * read those of a call as one list.
 */
export function setStore(start: usize, end: usize): void {
  store_ = start;
  storeEnd = end;
}

/** A table of `count` slots (a power of two) of zero bytes, and columns for half as many frames; old ones move over. */
export function setSlots(start: usize, count: u32, textColumn: usize, scriptColumn: usize): void {
  const old = slots;
  const oldCount: u32 = old == 0 ? 0 : slotMask + 1;
  memory.copy(textColumn, texts, (<usize>frameCount) << 3);
  memory.copy(scriptColumn, scripts, (<usize>frameCount) << 2);
  texts = textColumn;
  scripts = scriptColumn;
  slots = start;
  slotMask = count - 1;
  for (let i: u32 = 0; i < oldCount; i++) {
    const slot = load<u64>(old + ((<usize>i) << 3));
    if (slot == 0) continue;
    // Only the hash's upper half is kept, and it alone chooses the slot.
    let at: u32 = (<u32>(slot >> 32)) & slotMask;
    while (load<u64>(slots + ((<usize>at) << 3)) != 0) at = (at + 1) & slotMask;
    store<u64>(slots + ((<usize>at) << 3), slot);
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

/** The bytes are the same; both sides are padded by at least 15 readable bytes. */
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

/** The number of the callFrame whose text is [from, end); a new one is noted. -1 when there is no room. */
export function numberOf(from: usize, end: usize): i32 {
  const length = end - from;
  const h = hash(from, end);
  let slot = h & slotMask;
  while (true) {
    const found = load<u64>(slots + ((<usize>slot) << 3));
    if (found == 0) break;
    if (<u32>(found >> 32) == h) {
      const number = <i32>(found & 0xffffffff) - 1;
      if (<usize>load<u32>(textOf(number), 4) == length && same(textAt(number), from, length)) return number;
    }
    slot = (slot + 1) & slotMask;
  }
  // A comma, and bytes behind the text that `same` may read.
  const size = (length + 32) & ~15;
  const isTableFull = <u32>frameCount + 1 > slotMask >> 1;
  if (isTableFull || store_ + size > storeEnd) {
    askRoom(isTableFull ? FRAME_SLOTS : FRAME_TEXT, size);
    return -1;
  }
  memory.copy(store_, from, length);
  memory.fill(store_ + length, 0x20, size - length);
  store<u8>(store_ + length, 0x2c);
  store<u32>(textOf(frameCount), <u32>store_);
  store<u32>(textOf(frameCount), <u32>length, 4);
  store_ += size;
  store<u32>(newFramesOut + ((<usize>newFrameCount) << 2), <u32>from);
  newFrameCount++;
  frameCount++;
  store<u64>(slots + ((<usize>slot) << 3), ((<u64>h) << 32) | (<u64>frameCount));
  return frameCount - 1;
}

function textOf(number: i32): usize {
  return texts + ((<usize>number) << 3);
}

/** Where the text of a frame begins. */
export function textAt(number: i32): usize {
  return <usize>load<u32>(textOf(number));
}

/** Where the text of a frame ends. */
export function textEnd(number: i32): usize {
  return textAt(number) + <usize>load<u32>(textOf(number), 4);
}
