/** Distinct callFrames, told apart by their texts. */
import { K1, K2 } from '../shared/hash';
import { allocate } from '../shared/memory';
import { askRoom, Room } from './status';
import { addText, findText, isFull, isText, setTextSlots, slotCount, textCount, textEnd, textAt } from './text-table';

const STORE_BYTES: usize = 262_144;
const FIRST_SLOTS: u32 = 4096;

/** One for each callFrame that is new: its address in the window (u32). */
export let newFramesOut: usize = 0;
export let newFrameCount: i32 = 0;

export function openFrames(rows: usize): void {
  newFramesOut = allocate(rows << 2);
  if (recents == 0) recents = allocate(RECENTS << 2);
}

/** Call before the nodes of a window. */
export function beginFrames(): void {
  newFrameCount = 0;
}

// For each frame (i32): the row of its script, known before the frame's ticks are placed; -1 for none.
let scriptRows: usize = 0;
let store_: usize = 0;
let storeEnd: usize = 0;

/** The row of a frame's script; -1 for none. */
export function scriptRowOf(frame: i32): i32 {
  return load<i32>(scriptRows + ((<usize>frame) << 2));
}

export function setScriptRow(frame: i32, row: i32): void {
  store<i32>(scriptRows + ((<usize>frame) << 2), row);
}

/**
 * Memory for so many bytes of the texts of frames at least. Those that come from now on stand one behind the other as in a list,
 * with commas between.
 */
export function growStore(least: usize): void {
  const bytes = max(STORE_BYTES, least);
  store_ = allocate(bytes);
  storeEnd = store_ + bytes;
}

/** Twice as many slots, and columns for half as many frames. */
export function growSlots(): void {
  const count = slotCount == 0 ? FIRST_SLOTS : slotCount << 1;
  const column = allocate((<usize>count) << 1);
  memory.copy(column, scriptRows, (<usize>textCount) << 2);
  scriptRows = column;
  setTextSlots(allocate((<usize>count) << 3), count, allocate((<usize>count) << 2));
}

/** A power of two. */
const RECENTS: usize = 16_384;
/**
 * Numbers of callFrames plus one (i32), by that of the one before them and by the first bytes of their names: in stacks the same functions
 * follow each other again and again, and to compare a text is faster than to find its end and its number.
 */
let recents: usize = 0;
let recentSlot: usize = 0;
/** The callFrame that was read last. */
export let lastFrame: i32 = 0;

/**
 * Where the callFrame at `p` ends, if it is the one that was last seen behind `lastFrame`; it becomes `lastFrame`. Else 0: ask
 * `numberOf`. No text of an object is the beginning of another, and the zero behind the window's end is in none.
 */
export function recentFrameEnd(p: usize): usize {
  const key = (load<u64>(p + 17) ^ (load<u64>(p + 25) * K2) ^ (<u64>lastFrame * K2)) * K1;
  recentSlot = recents + (((<usize>(key >>> 40)) & (RECENTS - 1)) << 2);
  const frame = load<i32>(recentSlot) - 1;
  if (frame < 0 || !isText(frame, p)) return 0;
  lastFrame = frame;
  return p + textEnd(frame) - textAt(frame);
}

/** The number of the callFrame whose text is [from, end); a new one is noted. -1 when there is no room. */
export function numberOf(from: usize, end: usize): i32 {
  const known = findText(from, end - from);
  const number = known >= 0 ? known : newFrame(from, end - from);
  if (number < 0) return number;
  store<i32>(recentSlot, number + 1);
  lastFrame = number;
  return number;
}

function newFrame(from: usize, length: usize): i32 {
  // Behind the text stand a comma and 15 bytes more that may be read with it.
  const size = (length + 31) & ~15;
  const isTableFull = isFull();
  if (isTableFull || store_ + size > storeEnd) {
    askRoom(isTableFull ? Room.frameSlots : Room.frameText, size);
    return -1;
  }
  memory.copy(store_, from, length);
  memory.fill(store_ + length, 0x20, size - length);
  store<u8>(store_ + length, 0x2c);
  const number = addText(store_, length);
  store_ += size;
  store<u32>(newFramesOut + ((<usize>newFrameCount) << 2), <u32>from);
  newFrameCount++;
  return number;
}
