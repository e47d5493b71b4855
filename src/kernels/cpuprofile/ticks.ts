/** Samples by line, node for node. */
import { allocate } from '../shared/memory';
import { scriptRowOf } from './frames';
import { beginNode, positionOf, rowOfPosition, setRowOfPosition } from './positions';

// One for each entry of positionTicks that is not zero:
/** Row of the node (i32). */
export let tickNodesOut: usize = 0;
/** Its line (i32), and once it is placed its position. */
export let tickLinesOut: usize = 0;
/** How many (u32). */
export let tickCountsOut: usize = 0;
export let tickCount: i32 = 0;
let ticksEnd: i32 = 0;

export function openTicks(rows: usize): void {
  tickNodesOut = allocate(rows << 2);
  tickLinesOut = allocate(rows << 2);
  tickCountsOut = allocate(rows << 2);
}

export function beginTicks(): void {
  tickCount = 0;
}

/** The ticks of a node count only when all of the node was read. */
export function beginNodeTicks(): void {
  ticksEnd = tickCount;
}

export function keepNodeTicks(): void {
  tickCount = ticksEnd;
}

/** Adds an entry of the node at hand; one without samples says nothing. */
export function addTick(node: i32, line: i32, count: u32): void {
  if (count == 0) return;
  const row = (<usize>ticksEnd) << 2;
  store<i32>(tickNodesOut + row, node);
  store<i32>(tickLinesOut + row, line);
  store<u32>(tickCountsOut + row, count);
  ticksEnd++;
}

/**
 * Puts positions in the place of lines in the ticks of the last call, one row for each node and line; the scripts of its
 * frames are known now. `frames` has the frame of each node from `firstNode` on. Node 26 writes several entries for one
 * line (one for each column, without the column): they are summed. Ticks of a node without a script have no place and
 * are left out. Returns the row of a node whose counts are too large, -1 for none.
 */
export function placeTicksOf(firstNode: i32, frames: usize): i32 {
  let rows = 0;
  let owner = -1;
  for (let i = 0; i < tickCount; i++) {
    const node = load<i32>(tickNodesOut + ((<usize>i) << 2));
    if (node != owner) beginNode(rows);
    owner = node;
    const frame = load<i32>(frames + ((<usize>(node - firstNode)) << 2));
    const script = scriptRowOf(frame);
    if (script < 0) continue;
    const position = positionOf(script, load<i32>(tickLinesOut + ((<usize>i) << 2)), -1);
    const count = load<u32>(tickCountsOut + ((<usize>i) << 2));
    const known = rowOfPosition(position);
    if (known < 0) {
      // Rows are written over the entries they come from, never before them.
      setRowOfPosition(position, rows);
      store<i32>(tickNodesOut + ((<usize>rows) << 2), node);
      store<i32>(tickLinesOut + ((<usize>rows) << 2), position);
      store<u32>(tickCountsOut + ((<usize>rows) << 2), count);
      rows++;
      continue;
    }
    const at = tickCountsOut + ((<usize>known) << 2);
    if (load<u32>(at) > 0xffffffff - count) return node;
    store<u32>(at, load<u32>(at) + count);
  }
  tickCount = rows;
  return -1;
}
