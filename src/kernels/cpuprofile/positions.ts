/** Distinct generated positions: script, line (1-based) and column (0-based, -1 for the whole line). */
import { K1, K2, seed } from '../shared/hash';
import { allocate } from '../shared/memory';

const FEWEST: u32 = 4096;

export let positionCount: i32 = 0;
/** How many there is room for. */
export let positionRoom: u32 = 0;
/** A row for each (i32). */
export let scripts: usize = 0;
export let lines: usize = 0;
export let columns: usize = 0;
let rows: usize = 0; // i32: see `rowOfPosition`
// A table of i32, the number of a position plus one in each slot (0: free).
let slots: usize = 0;
let slotMask: u32 = 0;

/** Makes room for so many positions. */
export function growPositions(count: u32): void {
  let room = max(positionRoom, FEWEST);
  while (room < count) room <<= 1;
  positionRoom = room;
  // Four columns, and two slots of each position.
  const width = (<usize>room) << 2;
  const start = allocate(6 * width);
  const used = (<usize>positionCount) << 2;
  memory.copy(start, scripts, used);
  memory.copy(start + width, lines, used);
  memory.copy(start + 2 * width, columns, used);
  memory.copy(start + 3 * width, rows, used);
  scripts = start;
  lines = start + width;
  columns = start + 2 * width;
  rows = start + 3 * width;
  slots = start + 4 * width;
  slotMask = (room << 1) - 1;
  for (let i = 0; i < positionCount; i++) {
    const at = (<usize>i) << 2;
    store<i32>(slotOf(load<i32>(scripts + at), load<i32>(lines + at), load<i32>(columns + at)), i + 1);
  }
}

/** The number of a position, new or known. There must be room for it. */
export function positionOf(script: i32, line: i32, column: i32): i32 {
  const slot = slotOf(script, line, column);
  const known = load<i32>(slot);
  if (known != 0) return known - 1;
  const at = (<usize>positionCount) << 2;
  store<i32>(scripts + at, script);
  store<i32>(lines + at, line);
  store<i32>(columns + at, column);
  store<i32>(slot, ++positionCount);
  return positionCount - 1;
}

/** The position of a function's definition; line and column as V8 has them, 0-based and -1 for none. */
export function definitionOf(script: i32, line: i32, column: i32): i32 {
  return positionOf(script, line + 1, line < 0 ? -1 : column);
}

function slotOf(script: i32, line: i32, column: i32): usize {
  let mixed = ((((<u64>(<u32>script)) << 32) | (<u64>(<u32>line))) ^ seed) * K1;
  mixed = ((mixed ^ (mixed >>> 32)) + <u64>(<u32>column)) * K2;
  let slot = <u32>(mixed >>> 32);
  while (true) {
    const at = slots + ((<usize>(slot & slotMask)) << 2);
    const number = load<i32>(at);
    if (number == 0) return at;
    const row = (<usize>(number - 1)) << 2;
    if (load<i32>(lines + row) == line && load<i32>(scripts + row) == script && load<i32>(columns + row) == column)
      return at;
    slot++;
  }
}

// Rows are counted on over all nodes, so that what another node left behind is below `before`.
let before: i32 = 1;
let latest: i32 = 0;
let firstRow: i32 = 0;

/** Call before the ticks of a node; `row` is its first. */
export function beginNode(row: i32): void {
  before = latest + 1;
  firstRow = row;
}

/** The row of the node's tick at a position; -1 for none. */
export function rowOfPosition(position: i32): i32 {
  const row = load<i32>(rows + ((<usize>position) << 2));
  return row >= before ? row - before + firstRow : -1;
}

export function setRowOfPosition(position: i32, row: i32): void {
  latest = row - firstRow + before;
  store<i32>(rows + ((<usize>position) << 2), latest);
}
